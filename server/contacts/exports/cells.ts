import { Buffer } from 'node:buffer'
import { type Separator, separators, withoutFormulas } from '../../csv.ts'

// From the text format of COPY to CSV. Nearly every line is the same in both; those are passed on as they are, without being decoded: a byte is
// taken for a character.

/** What a cell may begin with and be no formula for sure: a digit, a Latin, Greek, Cyrillic or Hebrew letter. Blanks and marks are none. */
const harmless = 'A-Za-z0-9\\xC3-\\xD7'

/** Where a line needs a closer look: at quotes, at what COPY has escaped, at other separators, and at how cells begin. */
const odd_places = Object.fromEntries(
  separators.map(separator => {
    const others = separators.filter(other => other !== separator && other !== '\t').join('')
    return [separator, new RegExp(`["\\\\${others}]|[\\n${separator}][^${harmless}\\n${separator}]`, 'g')]
  }),
) as Record<Separator, RegExp>

const looked_at_once = 64 * 1024

/**
 * Lines of COPY as lines of CSV. `numbers` tells which columns cannot hold a formula, although they may begin like one. Where every line needs a
 * closer look that takes a while, so others get their turn in between.
 */
export async function csvLines(copied: Buffer, separator: Separator, numbers: boolean[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let at = 0; at < copied.length; ) {
    const end = copied.indexOf('\n', at + looked_at_once) + 1 || copied.length
    parts.push(csvPart(copied.subarray(at, end), separator, numbers))
    at = end
    await new Promise(setImmediate)
  }
  return Buffer.concat(parts)
}

function csvPart(copied: Buffer, separator: Separator, numbers: boolean[]): Buffer {
  // With a line end in front, every cell is behind something.
  const text = `\n${copied.toString('latin1')}`
  const odd = odd_places[separator]
  const parts: string[] = []
  let done = 1
  odd.lastIndex = 0
  for (let found = odd.exec(text); found; found = odd.exec(text)) {
    const place = found.index + found[0].length - 1
    const [start, end] = [text.lastIndexOf('\n', place) + 1, text.indexOf('\n', place)]
    parts.push(text.slice(done, start), csvLine(text.slice(start, end), separator, numbers))
    done = odd.lastIndex = end
  }
  return parts.length === 0 ? copied : Buffer.from(parts.join('') + text.slice(done), 'latin1')
}

const csvLine = (line: string, separator: Separator, numbers: boolean[]) => {
  const texts = cellsOf(Buffer.from(line, 'latin1').toString(), separator)
  const cells = texts.map((text, index) => quoted(numbers[index] ? text : withoutFormulas(text, separator), separator))
  return Buffer.from(cells.join(separator)).toString('latin1')
}

/** In quotes only where it must be. */
const quoted = (text: string, separator: Separator) =>
  text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** The texts of a line. A backslash keeps the sign behind it from being a separator. */
function cellsOf(line: string, separator: Separator): string[] {
  const parts = line.split(separator)
  if (!line.includes('\\')) return parts
  const cells: string[] = []
  let open = false
  for (const part of parts) {
    cells.push(open ? `${cells.pop()}${separator}${part}` : part)
    open = backslashesAtEnd(part) % 2 === 1
  }
  return cells.map(cell => cell.replace(escaped, (_, sign: string) => controls[sign] ?? sign))
}

function backslashesAtEnd(text: string) {
  let count = 0
  while (text[text.length - 1 - count] === '\\') count++
  return count
}

const escaped = /\\(.)/gs
const controls: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
