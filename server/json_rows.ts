// Rows that PostgreSQL sends as one JSON text, `json_agg(array[…])` of texts, and the objects that are written from them. The bytes of the values
// are copied: parsing them, building objects and serializing these would cost more than everything else about a page.

const [quote, backslash, letter_n, space, plus, zero] = [0x22, 0x5c, 0x6e, 0x20, 0x2b, 0x30]
const [letter_t, point, letter_z] = [0x54, 0x2e, 0x5a]

/** The values of all rows, each a JSON string or null, by their place in the text. */
export class JsonRows {
  readonly bytes: Buffer
  readonly length: number
  readonly #columns: number
  /** For each value its first byte and the byte after it. */
  readonly #ends: number[] = []

  constructor(bytes: Buffer | null | undefined, columns: number) {
    this.bytes = bytes ?? Buffer.alloc(0)
    this.#columns = columns
    this.#findValues()
    this.length = this.#ends.length / 2 / columns
  }

  /** All bytes between values are punctuation. */
  #findValues() {
    const { bytes } = this
    for (let at = 0; at < bytes.length; at++) {
      const start = at
      if (bytes[at] === letter_n) at += 3
      else if (bytes[at] !== quote) continue
      else for (at++; bytes[at] !== quote; at++) if (bytes[at] === backslash) at++
      this.#ends.push(start, at + 1)
    }
  }

  start(row: number, column: number) {
    return this.#ends[2 * (row * this.#columns + column)] ?? 0
  }

  end(row: number, column: number) {
    return this.#ends[2 * (row * this.#columns + column) + 1] ?? 0
  }

  /** The most bytes that the value takes when it is written. */
  size(row: number, column: number) {
    return this.end(row, column) - this.start(row, column) + '.000Z'.length
  }

  isNull(row: number, column: number) {
    return this.bytes[this.start(row, column)] === letter_n
  }

  /** A value, decoded; empty for null. */
  text(row: number, column: number): string {
    return JSON.parse(this.bytes.toString('utf8', this.start(row, column), this.end(row, column))) ?? ''
  }

  isTrue(row: number, column: number) {
    return this.bytes[this.start(row, column) + 1] === 0x74
  }

  /** A whole number that is not negative. */
  id(row: number, column: number) {
    let id = 0
    for (let at = this.start(row, column) + 1; this.bytes[at] !== quote; at++)
      id = id * 10 + ((this.bytes[at] ?? zero) - zero)
    return id
  }
}

/** `text` copies the JSON string, `plain` its content, for numbers and booleans; `time` writes the instant as it is sent. Null stays null. */
export type ValueFormat = 'text' | 'plain' | 'time'

export interface ObjectField {
  key: Buffer
  column: number
  format: ValueFormat
}

/** The fields of an object: its names, in order, with the column and the format of each value. */
export const objectFields = (fields: [name: string, column: number, format: ValueFormat][]): ObjectField[] =>
  fields.map(([name, column, format], index) => ({
    key: Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`),
    column,
    format,
  }))

/** Writes JSON into one buffer that grows beyond its expected length where needed. */
export class JsonWriter {
  #bytes: Buffer
  #length = 0

  constructor(expected_length: number) {
    this.#bytes = Buffer.allocUnsafe(expected_length)
  }

  get length() {
    return this.#length
  }

  get result() {
    return this.#bytes.subarray(0, this.#length)
  }

  text(text: string) {
    this.#reserve(3 * text.length)
    this.#length += this.#bytes.write(text, this.#length)
  }

  copy(source: Buffer, start: number, end: number) {
    this.#reserve(end - start)
    this.#length += source.copy(this.#bytes, this.#length, start, end)
  }

  value(rows: JsonRows, row: number, column: number) {
    this.copy(rows.bytes, rows.start(row, column) + 1, rows.end(row, column) - 1)
  }

  /** Names and values are short: copying them here, byte by byte, is several times as fast as calls. */
  fields(rows: JsonRows, row: number, fields: ObjectField[]) {
    const source = rows.bytes
    this.#reserve(fields.reduce((sum, { key, column }) => sum + key.length + rows.size(row, column), 0))
    const target = this.#bytes
    let length = this.#length
    for (const { key, column, format } of fields) {
      for (let at = 0; at < key.length; at++) target[length++] = key[at] ?? 0
      let start = rows.start(row, column)
      let end = rows.end(row, column)
      if (source[start] !== letter_n && format === 'time') {
        length = writeTime(target, length, source, start)
        continue
      }
      if (source[start] !== letter_n && format === 'plain') {
        start++
        end--
      }
      for (let at = start; at < end; at++) target[length++] = source[at] ?? 0
    }
    this.#length = length
  }

  #reserve(count: number) {
    if (this.#length + count <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(2 * (this.#bytes.length + count))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}

/** From `"2026-01-31 12:00:00.5+00"` to `"2026-01-31T12:00:00.500Z"`. Sessions use UTC. Returns the length of the target. */
function writeTime(target: Buffer, length: number, source: Buffer, start: number) {
  let at = start
  for (; source[at] !== space; at++) target[length++] = source[at] ?? 0
  target[length++] = letter_t
  for (const end = ++at + '12:00:00'.length; at < end; at++) target[length++] = source[at] ?? 0
  target[length++] = point
  if (source[at] === point) at++
  for (let digits = 0; digits < 3; digits++) target[length++] = source[at] === plus ? zero : (source[at++] ?? zero)
  target[length++] = letter_z
  target[length++] = quote
  return length
}
