import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'
import { defined } from './defined.ts'

// Reads spreadsheets as other programs do: from the directory at the end of the archive, through strict XML.

export interface ReadCell {
  value: string | number
  /** The number format, if the cell has a style of its own. */
  format: string
  bold: boolean
}

export interface ReadSheet {
  name: string
  /** Cells by column; empty ones are missing. */
  rows: (ReadCell | undefined)[][]
  root: XmlElement
}

export function readWorkbook(bytes: Buffer): ReadSheet[] {
  const files = readZip(bytes)
  const part = (name: string) => parseXml(defined(files.get(name), name).toString())
  const targets = new Map(
    part('xl/_rels/workbook.xml.rels').children.map(({ attributes }) => [attributes.Id, `xl/${attributes.Target}`]),
  )
  const styles = cellStyles(part('xl/styles.xml'))
  return childOf(part('xl/workbook.xml'), 'sheets').children.map(({ attributes }) => {
    const root = part(defined(targets.get(attributes['r:id']), 'the file of a sheet'))
    const rows = childOf(root, 'sheetData').children.map((row, index) => {
      assert.equal(row.attributes.r, String(index + 1))
      return cellsOf(row, styles)
    })
    return { name: attributes.name ?? '', rows, root }
  })
}

function cellsOf(row: XmlElement, styles: Pick<ReadCell, 'format' | 'bold'>[]) {
  const cells: (ReadCell | undefined)[] = []
  for (const cell of row.children) {
    const { r = '', s = '0', t } = cell.attributes
    const [, letter = '', number] = /^([A-Z])(\d+)$/.exec(r) ?? []
    assert.equal(number, row.attributes.r)
    assert.deepEqual(
      cell.children.map(child => child.name),
      [t === 'inlineStr' ? 'is' : 'v'],
      'only a text or a number',
    )
    const value =
      t === 'inlineStr' ? unescaped(childOf(childOf(cell, 'is'), 't').text) : Number(childOf(cell, 'v').text)
    cells[letter.charCodeAt(0) - 65] = { value, ...defined(styles[Number(s)], `style ${s}`) }
  }
  return Array.from(cells)
}

/** Spreadsheets write characters that XML cannot contain as _x0008_. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function cellStyles(root: XmlElement) {
  const formats = new Map(
    childOf(root, 'numFmts').children.map(({ attributes }) => [attributes.numFmtId, attributes.formatCode ?? '']),
  )
  const fonts = childOf(root, 'fonts').children
  return childOf(root, 'cellXfs').children.map(({ attributes }) => ({
    format: formats.get(attributes.numFmtId) ?? '',
    bold: fonts[Number(attributes.fontId)]?.children.some(({ name }) => name === 'b') ?? false,
  }))
}

/** The day of a date cell. */
export const dayIn = (cell: ReadCell | undefined) =>
  new Date((Number(cell?.value) - 25_569) * 86_400_000).toISOString().slice(0, 10)

/** The files of an archive, with their checksums verified. */
function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.length - 22
  assert.equal(bytes.readUInt32LE(end), 0x06054b50, 'the archive is complete')
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50)
    const [checksum, packed, size] = [16, 20, 24].map(offset => bytes.readUInt32LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const [name_length, local] = [bytes.readUInt16LE(at + 28), bytes.readUInt32LE(at + 42)]
    const name = bytes.toString('utf8', at + 46, at + 46 + name_length)
    assert.equal(bytes.readUInt32LE(local), 0x04034b50)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const content = inflateRawSync(bytes.subarray(start, start + packed))
    assert.deepEqual([content.length, crc32(content)], [size, checksum], name)
    files.set(name, content)
    at += 46 + name_length
  }
  assert.equal(at, end)
  return files
}

interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

export const childOf = ({ name, children }: XmlElement, wanted: string) =>
  defined(
    children.find(child => child.name === wanted),
    `${wanted} in ${name}`,
  )

const token = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<>]+)/gy
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decoded = (text: string) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no such characters.
  assert.doesNotMatch(text, /&(?!(?:amp|lt|gt|quot);)|[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/, 'is not XML')
  return text.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? '')
}

/** A strict parser of the XML that has no comments, CDATA or namespaces to resolve. */
function parseXml(document: string): XmlElement {
  const text = document.replace(/^<\?xml [^>]*\?>\n/, '')
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const place = token.lastIndex
    const found = token.exec(text)
    assert.ok(found, `not XML: ${text.slice(place, place + 60)}`)
    const [, closing, name = '', attributes = '', empty, content] = found
    const inside = defined(open.at(-1), 'an open element')
    if (content !== undefined) inside.text += decoded(content)
    else if (closing) assert.equal(open.pop()?.name, name)
    else {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, decoded(value ?? '')])
      const element: XmlElement = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
      inside.children.push(element)
      if (!empty) open.push(element)
    }
  }
  assert.equal(open.length, 1, 'every element is closed')
  return defined(root.children[0], 'a root element')
}
