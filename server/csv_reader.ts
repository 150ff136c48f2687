import { Buffer } from 'node:buffer'

// Reads CSV from bytes. Each byte is read as one character: quotes, separators and line ends are the same in both encodings, and an offset in the text
// is an offset in the file, from which a later step continues.

export interface CsvRow {
  /** Its number in this part; blank lines count, as in a spreadsheet. */
  index: number
  /** Where the row begins in the file, and how many bytes it has without its line end. */
  start: number
  length: number
  cells: string[]
  /** A quote is not closed, or the line does not end; the row is then this line, or its beginning. */
  broken?: boolean
}

export type Encoding = 'utf-8' | 'windows-1252'

export interface FileFormat {
  encoding: Encoding
  separator: string
}

export interface ReadRows {
  rows: CsvRow[]
  /** How many there were, blank lines included, and where the next one begins. */
  count: number
  next: number
}

// A quoted cell may span lines; one of this size is a quote that was not closed.
const quoted_max = 64 * 1024

/** The maximum length of a row. */
export const row_bytes_max = 256 * 1024

/**
 * Reads rows from `bytes`, which begin at `offset` in the file. Blank lines are not rows. Unless these are the last bytes of the file, a row that may
 * continue after them is left for the next part.
 */
export function readRows(bytes: Buffer, offset: number, last: boolean, style: FileFormat, rows_max: number): ReadRows {
  const text = bytes.toString('latin1')
  const decode = decoderFor(style.encoding, text)
  const scanner = new Scanner(text, style.separator)
  const rows: CsvRow[] = []
  let [at, count] = [offset === 0 && text.startsWith('\xEF\xBB\xBF') ? 3 : 0, 0]
  while (at < text.length && rows.length < rows_max) {
    const { start, end, next, cells, ...found } = scanner.rowAt(at)
    // Before the end of the file, neither a missing line end nor a missing quote is certain.
    const endless = next > text.length && !last
    const broken = found.broken || endless
    if (broken && !last && text.length - at < row_bytes_max) break
    at = Math.min(next, text.length)
    const index = count++
    if (cells.every(cell => cell.trim() === '')) continue
    rows.push({
      index,
      start: offset + start,
      length: end - start,
      cells: cells.map(decode),
      ...(broken && { broken }),
    })
  }
  return { rows, count, next: offset + at }
}

interface ScannedRow {
  cells: string[]
  start: number
  end: number
  /** Where the next row begins; beyond the text when no line end was found. */
  next: number
  broken: boolean
}

class Scanner {
  readonly #text: string
  readonly #separator: string
  /** Old Macs end a line with a carriage return alone. */
  readonly #feed: string
  #quote = -1

  constructor(text: string, separator: string) {
    this.#text = text
    this.#separator = separator
    this.#feed = text.includes('\n') ? '\n' : '\r'
  }

  rowAt(start: number): ScannedRow {
    const line = this.#line(start)
    // Nearly all rows have no quotes, and splitting is enough.
    if (this.#nextQuote(start) >= line.end)
      return { cells: this.#text.slice(start, line.end).split(this.#separator), start, broken: false, ...line }
    const cells: string[] = []
    for (let at = start; ; ) {
      const cell = this.#text[at] === '"' ? this.#quotedCell(at) : this.#bareCell(at)
      if (!cell)
        return { cells: this.#text.slice(start, line.end).split(this.#separator), start, broken: true, ...line }
      cells.push(cell.value)
      if (cell.next !== undefined) return { cells, start, end: cell.end, next: cell.next, broken: false }
      at = cell.end + 1
    }
  }

  /** Where this line ends, and where the next one begins. */
  #line(at: number) {
    const feed = this.#text.indexOf(this.#feed, at)
    if (feed < 0) return { end: this.#text.length, next: this.#text.length + 1 }
    return { end: feed > at && this.#text[feed - 1] === '\r' ? feed - 1 : feed, next: feed + 1 }
  }

  // Cached: otherwise a file without quotes is searched to its end for every row.
  #nextQuote(at: number) {
    if (this.#quote < at) this.#quote = this.#text.indexOf('"', at)
    if (this.#quote < 0) this.#quote = Number.POSITIVE_INFINITY
    return this.#quote
  }

  /** `next` is set when the cell is the last of its row. */
  #bareCell(at: number): { value: string; end: number; next?: number } {
    const line = this.#line(at)
    const cut = this.#text.indexOf(this.#separator, at)
    if (cut < 0 || cut >= line.end) return { value: this.#text.slice(at, line.end), ...line }
    return { value: this.#text.slice(at, cut), end: cut }
  }

  /** A cell in quotes; what follows the closing quote up to the separator is taken along, as spreadsheets do. */
  #quotedCell(at: number) {
    let value = ''
    for (let from = at + 1; ; ) {
      const quote = this.#text.indexOf('"', from)
      if (quote < 0 || quote - at > quoted_max) return undefined
      value += this.#text.slice(from, quote)
      if (this.#text[quote + 1] !== '"') {
        const rest = this.#bareCell(quote + 1)
        return { ...rest, value: value + rest.value }
      }
      value += '"'
      from = quote + 2
    }
  }
}

const beyondAscii = /[\x80-\xff]/

function decoderFor(encoding: Encoding, text: string): (cell: string) => string {
  if (!beyondAscii.test(text)) return cell => cell
  if (encoding === 'utf-8')
    return cell => (beyondAscii.test(cell) ? Buffer.from(cell, 'latin1').toString('utf8') : cell)
  return cell => cell.replace(windowsOnly, sign => windows1252[sign.charCodeAt(0) - 0x80] ?? sign)
}

const windowsOnly = /[\x80-\x9f]/g

/** The characters that Windows-1252 has and Latin-1 lacks, such as € and œ. */
const windows1252 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index))

/** The separator that divides the first rows most evenly. */
export function separatorOf(bytes: Buffer, last: boolean, encoding: Encoding): string {
  const scores = [';', ',', '\t'].map(separator => {
    const { rows } = readRows(bytes, 0, last, { encoding, separator }, 50)
    const widths = rows.map(({ cells }) => cells.length)
    const width = widths[0] ?? 0
    const even = widths.filter(other => other === width).length / Math.max(widths.length, 1)
    return { separator, score: width > 1 ? even * 1000 + width : 0 }
  })
  return scores.reduce((best, other) => (other.score > best.score ? other : best), { separator: ',', score: 0 })
    .separator
}
