import { type ZipFile, zipOf } from './zip.ts'

// Writes spreadsheets in the format of Excel (ECMA-376), row by row.

/** A text, a number such as an id, an amount with its decimals, a day as 2026-12-31, or an empty cell. */
export type Cell = string | number | { amount: string; decimals: number } | { day: string } | undefined

export interface Sheet {
  name: string
  columns: { heading: string; width: number }[]
  /** Such as dd/mm/yyyy. */
  day_format: string
}

export const xlsx_media = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What Excel opens. Further rows are on further sheets. */
const sheet_limits = { rows_max: 1_048_576, characters_max: 2 ** 30 }

/** The bytes of a workbook. Each page of rows is written before the next one is read. */
export const xlsxOf = (sheet: Sheet, pages: AsyncIterable<Cell[][]>, own: Partial<typeof sheet_limits> = {}) =>
  zipOf(filesOf(sheet, pages, { ...sheet_limits, ...own }))

async function* filesOf(sheet: Sheet, pages: AsyncIterable<Cell[][]>, limits: typeof sheet_limits) {
  yield file('[Content_Types].xml', contentTypes)
  yield file('_rels/.rels', relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]))
  yield file('xl/styles.xml', styles(sheet.day_format))
  const source = new RowSource(pages)
  let count = 0
  do {
    count++
    yield { name: `xl/${sheetPath(count)}`, content: sheetXml(sheet, source, limits) }
  } while (await source.hasMore())
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  yield file('xl/workbook.xml', workbook(sheet.name, numbers))
  yield file(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...numbers.map((number): Relationship => [`rId${number}`, 'worksheet', sheetPath(number)]),
      [`rId${count + 1}`, 'styles', 'styles.xml'],
    ]),
  )
}

/** Rows that are read page by page, by one sheet after the other. */
class RowSource {
  readonly #pages: AsyncIterator<Cell[][]>
  #page: Cell[][] = []

  constructor(pages: AsyncIterable<Cell[][]>) {
    this.#pages = pages[Symbol.asyncIterator]()
  }

  async hasMore() {
    while (this.#page.length === 0) {
      const { done, value } = await this.#pages.next()
      if (done) return false
      this.#page = value
    }
    return true
  }

  /** The rest of the current page, at most `count` rows. */
  take(count: number) {
    const rows = this.#page.slice(0, count)
    this.#page = this.#page.slice(count)
    return rows
  }
}

async function* sheetXml({ columns }: Sheet, source: RowSource, { rows_max, characters_max }: typeof sheet_limits) {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const headings = columns.map(({ heading }, index) => textCell(`${letters(index)}1`, heading, header_style))
  yield `${xml_start}<worksheet ${namespaces}>` +
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`
  let [rows, characters] = [1, 0]
  while (rows < rows_max && characters < characters_max && (await source.hasMore())) {
    const page = source.take(rows_max - rows)
    const text = page.map((cells, index) => rowXml(cells, rows + 1 + index)).join('')
    rows += page.length
    characters += text.length
    yield text
  }
  yield `</sheetData><autoFilter ref="A1:${letters(columns.length - 1)}${rows}"/></worksheet>`
}

const rowXml = (cells: Cell[], row: number) =>
  `<row r="${row}">${cells.map((cell, index) => cellXml(cell, `${letters(index)}${row}`)).join('')}</row>`

function cellXml(cell: Cell, place: string) {
  if (cell === undefined || cell === '') return ''
  if (typeof cell === 'string') return textCell(place, cell)
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if ('amount' in cell) return `<c r="${place}" s="${amountStyle(cell.decimals)}"><v>${cell.amount}</v></c>`
  const days = dayNumber(cell.day)
  return days < first_day ? textCell(place, cell.day) : `<c r="${place}" s="${day_style}"><v>${days}</v></c>`
}

/** An inline string: a spreadsheet shows it and never evaluates it. */
const textCell = (place: string, text: string, style = 0) =>
  `<c r="${place}" t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Days since 30 December 1899. */
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569
/** 1 March 1900: spreadsheets disagree about the days before it. */
const first_day = 61

// XML has no way to write most control characters; spreadsheets read _x0008_ as one. A text that looks like that has its first sign written so.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find.
const unwritable = /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g
const escaped = (text: string) =>
  text
    .replace(unwritable, sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>]/g, sign => entities[sign] ?? sign)
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const quotable = (text: string) => escaped(text).replaceAll('"', '&quot;')

/** A, B, … Z, AA, AB … */
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const xml_start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const namespaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"`
const type = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`

const file = (name: string, text: string): ZipFile => ({ name, content: [xml_start + text] })
const sheetPath = (number: number) => `worksheets/sheet${number}.xml`

// The default is a sheet: how many there are is known only at the end.
const contentTypes =
  `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="${type('worksheet')}"/>` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${type('sheet.main')}"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${type('styles')}"/></Types>`

type Relationship = [id: string, kind: string, target: string]

const relationships = (list: Relationship[]) =>
  `<Relationships xmlns="${packages}/relationships">${list
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

const workbook = (name: string, numbers: number[]) =>
  `<workbook ${namespaces}><sheets>${numbers
    .map(
      number =>
        `<sheet name="${quotable(number === 1 ? name : `${name} ${number}`)}" sheetId="${number}" r:id="rId${number}"/>`,
    )
    .join('')}</sheets></workbook>`

// The positions in `cellXfs` of the styles.
const [header_style, day_style, first_amount_style] = [1, 2, 3]
const amountStyle = (decimals: number) => first_amount_style + decimals
const amountFormats = ['#,##0', '#,##0.0', '#,##0.00', '#,##0.000', '#,##0.0000']
const own_formats_from = 164

function styles(day_format: string) {
  const formats = [day_format, ...amountFormats]
  const written = formats.map(
    (format, index) => `<numFmt numFmtId="${own_formats_from + index}" formatCode="${quotable(format)}"/>`,
  )
  const used = formats.map(
    (_, index) =>
      `<xf numFmtId="${own_formats_from + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  )
  const font = '<sz val="11"/><name val="Calibri"/>'
  const plain = '<xf numFmtId="0" fontId="0" fillId="0" borderId="0"'
  return (
    `<styleSheet ${namespaces}><numFmts count="${formats.length}">${written.join('')}</numFmts>` +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders>' +
    `<cellStyleXfs count="1">${plain}/></cellStyleXfs>` +
    `<cellXfs count="${formats.length + 2}">${plain} xfId="0"/>` +
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${used.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}
