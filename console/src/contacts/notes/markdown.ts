// The Markdown of notes: bold, lists, links and mentions. Everything else is text.

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; parts: Inline[] }
  | { kind: 'link'; href: string; text: string }
  | { kind: 'mention'; id: number }

export type Block = { kind: 'paragraph' | 'bullets' | 'numbers'; lines: Inline[][] }

const bullet = /^\s{0,8}[-*+]\s+(?=\S)/
const number = /^\s{0,8}\d{1,9}[.)]\s+(?=\S)/

/** The paragraphs and lists of a text. */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') {
      open = undefined
      continue
    }
    const kind = bullet.test(line) ? 'bullets' : number.test(line) ? 'numbers' : 'paragraph'
    if (open?.kind !== kind) {
      open = { kind, lines: [] }
      blocks.push(open)
    }
    open.lines.push(parseInline(kind === 'paragraph' ? line : line.replace(kind === 'bullets' ? bullet : number, '')))
  }
  return blocks
}

const bold = /\*\*(?=\S)(?<bold>[^\n]{1,2000}?)(?<=\S)\*\*/
const link = /\[(?<label>[^[\]\n]{1,500})\]\((?<target>[^()\s]{1,2000})\)/
const mention = /@\[user:(?<user>[1-9]\d{0,14})\]/
const address = /(?<address>https?:\/\/[^\s<>()[\]"*]{1,2000})/
const tokens = new RegExp([bold, link, mention, address].map(({ source }) => source).join('|'), 'gi')

function parseInline(line: string, inBold = false): Inline[] {
  const parts: Inline[] = []
  let end = 0
  const addText = (text: string) => text && parts.push({ kind: 'text', text })
  for (const match of line.matchAll(tokens)) {
    const part = inlineOf(match.groups ?? {}, inBold)
    if (!part) continue
    addText(line.slice(end, match.index))
    parts.push(part.inline)
    end = match.index + (part.length ?? match[0].length)
  }
  addText(line.slice(end))
  return parts
}

/** What a token stands for, and how much of it; undefined if it stays text. */
function inlineOf(
  { bold, label, target, user, address }: { [name: string]: string | undefined },
  inBold: boolean,
): { inline: Inline; length?: number } | undefined {
  if (bold !== undefined) return inBold ? undefined : { inline: { kind: 'bold', parts: parseInline(bold, true) } }
  if (label !== undefined && target !== undefined)
    return isSafeLink(target) ? { inline: { kind: 'link', href: target, text: label } } : undefined
  if (user !== undefined) return { inline: { kind: 'mention', id: Number(user) } }
  if (address === undefined) return undefined
  // A sentence may end with an address.
  const href = address.replace(/[.,;:!?'’»]+$/, '')
  return isSafeLink(href) ? { inline: { kind: 'link', href, text: href }, length: href.length } : undefined
}

/** Only these lead to another page or a mail. Other schemes, such as javascript:, could run code. */
const isSafeLink = (href: string) => /^(https?:\/\/[^\s/]|mailto:[^\s@]+@[^\s@]+)/i.test(href)
