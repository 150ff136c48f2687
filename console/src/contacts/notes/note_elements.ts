import { createElement, Fragment, type ReactNode } from 'react'
import { type Block, type Inline, parseMarkdown } from './markdown.ts'

/** A note as elements. No text becomes HTML. */
export const noteElements = (text: string, nameOf: (user_id: number) => string): ReactNode[] =>
  parseMarkdown(text).map((block, index) => createElement(Fragment, { key: index }, blockElement(block, nameOf)))

type NameOf = (user_id: number) => string

function blockElement({ kind, lines }: Block, nameOf: NameOf) {
  const rows = lines.map(line => inlineElements(line, nameOf))
  if (kind === 'paragraph') return createElement('p', null, ...rows.flatMap(withBreak))
  return createElement(kind === 'bullets' ? 'ul' : 'ol', null, ...rows.map(asItem))
}

const withBreak = (row: ReactNode[], index: number) =>
  index === 0 ? row : [createElement('br', { key: `break ${index}` }), ...row]

const asItem = (row: ReactNode[], index: number) => createElement('li', { key: index }, ...row)

const inlineElements = (parts: Inline[], nameOf: NameOf): ReactNode[] => parts.map(part => inlineElement(part, nameOf))

function inlineElement(part: Inline, nameOf: NameOf): ReactNode {
  if (part.kind === 'text') return part.text
  if (part.kind === 'bold') return createElement('strong', null, ...inlineElements(part.parts, nameOf))
  if (part.kind === 'mention') return createElement('span', { className: 'mention' }, `@${nameOf(part.id)}`)
  const { href, text } = part
  const elsewhere = href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer nofollow' }
  return createElement('a', { href, ...elsewhere }, text)
}
