import { SaxesParser } from 'saxes'
import { msg } from '../../../../messages/message.ts'
import { fileError } from './errors.ts'
import { Turns } from './turns.ts'

/** An element with its texts. Prefixes of namespaces are left out. */
export interface XmlElement {
  name: string
  /** The attribute `Ccy`, the only one that bank files use. */
  currency: string
  text: string
  line: number
  children: XmlElement[]
  /** How many elements are inside, those of its children included. */
  size: number
}

const depth_max = 60
const elements_max = 5_000_000
/** The most elements that are kept at a time, such as those of one entry. */
const kept_max = 200_000
const text_max = 20_000
/** How much is parsed at once. */
const part_length = 64 * 1024

/**
 * Calls `onElement` for each complete element, with the element around it. If it returns true, the element is taken and is
 * not added to the one around it, and elements with other names than the known ones are not added either, so that a large file needs little
 * memory. Entities that a document type declares are refused. Other
 * requests are served in between.
 */
export async function readXml(
  text: string,
  known: ReadonlySet<string>,
  onElement: (element: XmlElement, parent: XmlElement | undefined) => boolean,
) {
  const parser = new SaxesParser({})
  const open: XmlElement[] = []
  let [count, kept] = [0, 0]
  const where = () => msg`Line ${parser.line}`
  parser.on('error', error => {
    throw fileError(where(), msg`the file is not valid XML: ${reasonOf(error)}. ${again}`)
  })
  parser.on('doctype', () => {
    throw fileError(where(), 'the file declares a document type, which bank files do not have.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length >= depth_max) throw fileError(where(), 'the elements are nested too deeply for a bank file.')
    if (++count > elements_max) throw fileError(where(), 'the file has too many elements. Export a shorter period.')
    const currency = attributes.Ccy ?? ''
    open.push({ name: localName(name), currency, text: '', line: parser.line, children: [], size: 0 })
  })
  const addText = (part: string) => {
    const element = open.at(-1)
    if (element && element.text.length < text_max) element.text += part.slice(0, text_max)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    const parent = open.at(-1)
    if (!element) return
    if (onElement(element, parent) || !parent || !known.has(element.name) || !known.has(parent.name)) {
      kept -= element.size
      return
    }
    if (++kept > kept_max) throw fileError(where(), msg`an entry or a statement has more than ${kept_max} elements.`)
    parent.children.push(element)
    parent.size += element.size + 1
  })
  const turns = new Turns()
  for (let at = 0; at < text.length; at += part_length) {
    parser.write(text.slice(at, at + part_length))
    if (turns.isDue()) await turns.give()
  }
  parser.close()
}

const again = msg`It may be incomplete: download it again from the bank.`

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The parser's own message begins with the position. */
const reasonOf = (error: Error) =>
  error.message
    .replace(/^\d+:\d+: /, '')
    .replace(/\.$/, '')
    .slice(0, 200)

/** The first element at this path, such as `Refs/EndToEndId`. */
export function find(element: XmlElement | undefined, path: string): XmlElement | undefined {
  let found = element
  for (const name of path.split('/')) found = found?.children.find(child => child.name === name)
  return found
}

export const findAll = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter(child => child.name === name) ?? []

/** The text at the first of these paths that has one; empty if none has. */
export function textAt(element: XmlElement | undefined, ...paths: string[]): string {
  for (const path of paths) {
    const text = find(element, path)?.text.trim()
    if (text) return text
  }
  return ''
}
