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

  isNull(row: number, column: number) {
    return this.bytes[this.start(row, column)] === letter_n
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

  get result() {
    return this.#bytes.subarray(0, this.#length)
  }

  text(text: string) {
    this.#reserve(3 * text.length)
    this.#length += this.#bytes.write(text, this.#length)
  }

  fields(rows: JsonRows, row: number, fields: ObjectField[]) {
    for (const { key, column, format } of fields) {
      this.#copy(key, 0, key.length)
      this.value(rows, row, column, format)
    }
  }

  value(rows: JsonRows, row: number, column: number, format: ValueFormat) {
    const start = rows.start(row, column)
    const end = rows.end(row, column)
    if (format === 'text' || rows.bytes[start] === letter_n) this.#copy(rows.bytes, start, end)
    else if (format === 'plain') this.#copy(rows.bytes, start + 1, end - 1)
    else this.#time(rows.bytes, start)
  }

  #copy(source: Buffer, start: number, end: number) {
    this.#reserve(end - start)
    // Most values are short: a loop is faster than a call of the runtime.
    const target = this.#bytes
    let length = this.#length
    for (let at = start; at < end; at++) target[length++] = source[at] ?? 0
    this.#length = length
  }

  /** From `"2026-01-31 12:00:00.5+00"` to `"2026-01-31T12:00:00.500Z"`. Sessions use UTC. */
  #time(source: Buffer, start: number) {
    const day_end = source.indexOf(space, start)
    this.#copy(source, start, day_end)
    this.#byte(letter_t)
    this.#copy(source, day_end + 1, day_end + 9)
    this.#byte(point)
    let at = day_end + 9
    if (source[at] === point) at++
    for (let digits = 0; digits < 3; digits++) this.#byte(source[at] === plus ? zero : (source[at++] ?? zero))
    this.#byte(letter_z)
    this.#byte(quote)
  }

  #byte(byte: number) {
    this.#reserve(1)
    this.#bytes[this.#length++] = byte
  }

  #reserve(count: number) {
    if (this.#length + count <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(2 * (this.#bytes.length + count))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
