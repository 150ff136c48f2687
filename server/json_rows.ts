// Rows that PostgreSQL sends as one JSON text, `json_agg(array[…])` of texts, and the objects that are written from them. Building objects and
// serializing them would cost more than everything else about a page.
// A string here holds one byte in each character (Latin-1), so that Node copies the bytes without decoding them. Other texts need `bytesOf`.

/** The values of a row, escaped as in a JSON string. */
export type Row = (string | null)[]

export function rowsOf(bytes: Buffer | null | undefined): Row[] {
  if (!bytes) return []
  const text = bytes.toString('latin1')
  const rows: Row[] = JSON.parse(text)
  // Few pages have a value that needs it.
  return text.includes('\\') ? rows.map(row => row.map(escaped)) : rows
}

const escaped = (value: string | null) => value && JSON.stringify(value).slice(1, -1)

/** `text` is a JSON string and never null, `plain` a number, a boolean or null, `time` an instant or null. */
export type ValueFormat = 'text' | 'plain' | 'time'

/** A field of an object: its name, the column of its value, and the format. */
export type ObjectField = [name: string, column: number, format: ValueFormat]

/** Writes the fields of an object from a row. */
export type FieldsWriter = (row: Row) => string

export function fieldsWriter(fields: ObjectField[]): FieldsWriter {
  // The quotes of texts are part of the names around them: fewer strings are joined.
  const quoteAfter = (index: number) => (fields[index]?.[2] === 'text' ? '"' : '')
  const names = fields.map(
    ([name], index) =>
      `${quoteAfter(index - 1)}${index === 0 ? '' : ','}${bytesOf(JSON.stringify(name))}:${quoteAfter(index)}`,
  )
  const end = quoteAfter(fields.length - 1)
  const columns = fields.map(([, column]) => column)
  const are_times = fields.map(([, , format]) => format === 'time')
  return row => {
    let text = ''
    for (let at = 0; at < names.length; at++) {
      const value = row[columns[at] ?? 0]
      text += names[at]
      text += value && are_times[at] ? timeOf(value) : (value ?? 'null')
    }
    return text + end
  }
}

/** From `2026-01-31 12:00:00.5+00` to `"2026-01-31T12:00:00.500Z"`. Sessions use UTC. */
function timeOf(value: string) {
  const day_end = value.indexOf(' ')
  const second_end = day_end + '12:00:00'.length + 1
  const fraction = value[second_end] === '.' ? value.slice(second_end + 1, value.indexOf('+', second_end)) : ''
  return `"${value.slice(0, day_end)}T${value.slice(day_end + 1, second_end)}.${fraction.slice(0, 3).padEnd(3, '0')}Z"`
}

/** A text as it may be added to what is written here. */
export const bytesOf = (text: string) => Buffer.from(text).toString('latin1')

/** Writes an object from each row, to be sent joined with commas. Writing them one by one is faster than joining them first. */
export const writeObjects = (rows: Row[], write: FieldsWriter): Buffer =>
  Buffer.concat(rows.map((row, index) => Buffer.from(`${index === 0 ? '' : ','}{${write(row)}}`, 'latin1')))
