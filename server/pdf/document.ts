import { setImmediate } from 'node:timers/promises'
import { type Fonts, openFonts } from './fonts.ts'

// Files to print: A4 pages with headings, facts, tables and lines to sign. Their structure is tagged, so that screen readers can read them.

const margin = 50
const page_width = 595.28
const page_height = 841.89
const width = page_width - 2 * margin
const bottom = page_height - margin - 20
const text_size = 9.5
const padding = 4
const [ink, grey, rule] = ['#1b1f24', '#5b6470', '#c9ced6']
/** A cell is never higher than a page. */
const cell_length_max = 400
/** Other requests are served between so many rows. */
const rows_at_once = 25

export interface PdfColumn {
  label: string
  /** Its part of the width. */
  share: number
  align?: 'left' | 'right'
}

export interface PdfTable {
  /** What it lists, for screen readers. */
  label: string
  columns: PdfColumn[]
  rows: string[][]
  /** The last row, with what the rows sum up to. */
  total?: string[]
}

interface PdfOptions {
  title: string
  language: string
  author: string
  /** The text at the bottom of each page. */
  footer: (page: number, pages: number) => string
}

export async function newPdf(options: PdfOptions): Promise<PdfFile> {
  return new PdfFile(await openFonts(), options)
}

/** A file that is written from top to bottom. */
export class PdfFile {
  readonly #options: PdfOptions
  readonly #pdf: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement
  #y = margin

  constructor(fonts: Fonts, options: PdfOptions) {
    const { title, language, author } = options
    this.#options = options
    this.#pdf = new fonts.Document({
      size: 'A4',
      margin: 0,
      // None: an open font is used below, by a name of its own.
      font: '',
      tagged: true,
      lang: language,
      displayTitle: true,
      pdfVersion: '1.7',
      bufferPages: true,
      info: { Title: title, Author: author, Creator: 'Muster' },
    })
    // By name, because pdfkit compares fonts without one with all others each time they are used.
    this.#pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
    this.#root = this.#pdf.struct('Document')
    this.#pdf.addStructure(this.#root)
  }

  /** An image at the top, and what it shows. */
  logo(image: Buffer, shows: string) {
    const [room, height] = [180, 48]
    this.#tagged(this.#root, 'Figure', { alt: shows }, () =>
      this.#pdf.image(image, margin, this.#y, { fit: [room, height] }),
    )
    this.#y += height + 14
  }

  title(text: string, subtitle = '') {
    this.#block('H1', text, { size: 17, bold: true })
    if (subtitle) this.#block('P', subtitle, { size: 11, color: grey })
    this.#y += 8
  }

  heading(text: string) {
    this.#room(70)
    this.#y += 14
    this.#block('H2', text, { size: 11.5, bold: true })
    this.#y += 4
  }

  paragraph(text: string) {
    this.#block('P', text, {})
    this.#y += 4
  }

  /** Names and what they stand for, below each other. */
  facts(facts: [name: string, value: string][]) {
    const name_width = 150
    const list = this.#pdf.struct('Table')
    this.#root.add(list)
    for (const [name, value] of facts) {
      const height = this.#height(value, width - name_width, {}) + 3
      this.#room(height)
      const row = this.#pdf.struct('TR')
      list.add(row)
      this.#tagged(row, 'TH', { scope: 'Row' }, () => this.#write(name, margin, name_width, { color: grey }))
      this.#tagged(row, 'TD', {}, () => this.#write(value, margin + name_width, width - name_width, {}))
      row.end()
      this.#y += height
    }
    list.end()
  }

  async table({ label, columns, rows, total }: PdfTable) {
    const table = this.#pdf.struct('Table', { title: label })
    this.#root.add(table)
    const cells = columns.map(({ label }) => label)
    this.#room(60)
    this.#header(columns, cells, table)
    for (const [index, row] of rows.entries()) {
      if (index % rows_at_once === rows_at_once - 1) await setImmediate()
      this.#row(columns, row, { table, header: cells, bold: false })
    }
    if (total) this.#row(columns, total, { table, header: cells, bold: true })
    table.end()
    this.#y += 6
  }

  /** Places for a date and signatures, side by side. */
  signatures(labels: string[]) {
    this.#room(100)
    this.#y += 26
    const share = width / labels.length
    for (const [index, label] of labels.entries())
      this.#tagged(this.#root, 'P', {}, () =>
        this.#write(label, margin + index * share, share - 20, { color: grey, size: 9 }),
      )
    this.#y += 52
    for (const index of labels.keys()) this.#line(margin + index * share, share - 20)
  }

  async end(): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page)
      this.#y = page_height - margin
      this.#artifact(() =>
        this.#write(this.#options.footer(page + 1, count), margin, width, { size: 8, color: grey, align: 'right' }),
      )
    }
    this.#root.end()
    const chunks: Buffer[] = []
    this.#pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    const written = new Promise<void>((resolve, reject) => this.#pdf.on('end', resolve).on('error', reject))
    this.#pdf.end()
    await written
    return Buffer.concat(chunks)
  }

  #block(tag: string, text: string, style: TextStyle) {
    const height = this.#height(text, width, style)
    this.#room(height)
    this.#tagged(this.#root, tag, {}, () => this.#write(text, margin, width, style))
    this.#y += height + 2
  }

  /** The names of the columns. On the pages that follow they repeat what is known. */
  #header(columns: PdfColumn[], cells: string[], table?: PDFKit.PDFStructureElement) {
    const style = { color: grey, size: 8.5 }
    const height = this.#rowHeight(columns, cells, style)
    const places = placesOf(columns)
    if (table) {
      const row = this.#pdf.struct('TR')
      table.add(row)
      for (const [index, cell] of cells.entries())
        this.#tagged(row, 'TH', { scope: 'Column' }, () => this.#cell(cell, places[index], style))
      row.end()
    } else
      this.#artifact(() => {
        for (const [index, cell] of cells.entries()) this.#cell(cell, places[index], style)
      })
    this.#y += height
    this.#line(margin, width)
  }

  #row(
    columns: PdfColumn[],
    cells: string[],
    { table, header, bold }: { table: PDFKit.PDFStructureElement; header: string[]; bold: boolean },
  ) {
    const height = this.#rowHeight(columns, cells, { bold })
    if (this.#room(height)) this.#header(columns, header)
    const places = placesOf(columns)
    const row = this.#pdf.struct('TR')
    table.add(row)
    for (const [index, cell] of cells.entries())
      this.#tagged(row, 'TD', {}, () => this.#cell(cell, places[index], { bold }))
    row.end()
    this.#y += height
    this.#line(margin, width)
  }

  #cell(text: string, place: Place | undefined, style: TextStyle) {
    if (!place) return
    this.#y += padding
    this.#write(text, place.x, place.width, { ...style, align: place.align })
    this.#y -= padding
  }

  #rowHeight(columns: PdfColumn[], cells: string[], style: TextStyle) {
    const places = placesOf(columns)
    const heights = cells.map((cell, index) => this.#height(cell, places[index]?.width ?? width, style))
    return Math.max(...heights) + 2 * padding
  }

  /** Begins a page if there is less room than this on the current one. Returns whether it did. */
  #room(height: number) {
    if (this.#y + height <= bottom) return false
    this.#pdf.addPage({ size: 'A4', margin: 0 })
    this.#y = margin
    return true
  }

  #styled({ size = text_size, bold = false, color = ink }: TextStyle) {
    return this.#pdf.font(bold ? 'bold' : 'regular', size).fillColor(color)
  }

  #height(text: string, room: number, style: TextStyle) {
    return this.#styled(style).heightOfString(printable(text) || ' ', { width: room })
  }

  #write(text: string, x: number, room: number, style: TextStyle) {
    this.#styled(style).text(printable(text), x, this.#y, { width: room, align: style.align ?? 'left' })
  }

  #line(x: number, length: number) {
    this.#artifact(() =>
      this.#pdf
        .moveTo(x, this.#y)
        .lineTo(x + length, this.#y)
        .lineWidth(0.5)
        .stroke(rule),
    )
  }

  #tagged(parent: PDFKit.PDFStructureElement, tag: string, options: object, write: () => void) {
    parent.add(this.#pdf.struct(tag, options, write))
  }

  /** What is shown, and is no content. */
  #artifact(write: () => void) {
    this.#pdf.markContent('Artifact', { type: 'Layout' })
    write()
    this.#pdf.endMarkedContent()
  }
}

interface TextStyle {
  size?: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
}

interface Place {
  x: number
  width: number
  align: 'left' | 'right'
}

const gap = 8

function placesOf(columns: PdfColumn[]): Place[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let x = margin
  return columns.map(({ share, align = 'left' }, index) => {
    const room = (width * share) / shares
    const place = { x, width: room - (index === columns.length - 1 ? 0 : gap), align }
    x += room
    return place
  })
}

/** On one line, without control characters, and of a length that fits on a page. */
function printable(text: string) {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line.length > cell_length_max ? `${line.slice(0, cell_length_max)}…` : line
}
