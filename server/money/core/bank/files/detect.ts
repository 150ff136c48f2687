/** The kinds of files before they are read. */
export type FileKind = 'xml' | 'mt940' | 'ofx' | 'csv'

/** Recognises a format by the beginning of the text. A file with neither is CSV. */
export function kindOf(beginning: string): FileKind {
  const start = beginning.slice(0, 4000).trimStart()
  if (/<OFX>|^OFXHEADER:|<\?OFX/i.test(start)) return 'ofx'
  if (start.startsWith('<')) return 'xml'
  if (/^(\{1:|:20:)/.test(start) || /^:(25P?|28C?|60[FM]):/m.test(start)) return 'mt940'
  return 'csv'
}
