import type { Tab } from '../search_params.ts'

const keys = [
  ['J K', 'line'],
  ['Enter', 'accept'],
  ['S', 'split'],
  ['I', 'ignore'],
  ['Z', 'undo'],
  ['/', 'find'],
] as const

const settled_keys = ['line', 'undo']

/** The keys that do something with the lines of a tab. */
export const keysOf = (tab: Tab, changeable: boolean) =>
  keys.filter(([, name]) =>
    !changeable ? name === 'line' : (tab !== 'matched' && tab !== 'ignored') || settled_keys.includes(name),
  )
