import type { ReplyBody } from './reply_body.ts'

/** The value of a field of each, in order; with several fields, a list of their values. */
export const valuesOf = (list: Iterable<ReplyBody>, ...names: string[]): ReplyBody[] =>
  [...list].map(one => (names.length === 1 ? one[names[0] ?? ''] : names.map(name => one[name])))
