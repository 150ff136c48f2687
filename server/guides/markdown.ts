import { Marked, type Token, type Tokens } from 'marked'
import { html, Markup } from '../http/html.ts'

export interface Heading {
  level: number
  text: string
  anchor: string
}

/** A heading with the text below it, up to the next one. */
export interface Section extends Heading {
  body: string
}

export interface Article {
  title: string
  /** The first paragraph. */
  summary: string
  sections: Section[]
  content: Markup
}

/** Markdown as HTML, with an anchor for every heading. HTML inside the Markdown is shown, not interpreted. */
export function renderMarkdown(text: string, resolve: (link: string) => string | undefined): Article {
  const anchors = new Map<Token, string>()
  const marked = new Marked({ gfm: true })
  marked.use({ renderer: rendererOf(resolve, anchors) })
  const tokens = marked.lexer(text)
  const sections = sectionsOf(tokens, anchors)
  const first = tokens.find((token): token is Tokens.Paragraph => token.type === 'paragraph')
  return {
    title: sections.find(({ level }) => level === 1)?.text ?? '',
    summary: plain(first?.text ?? ''),
    sections,
    content: new Markup(scrollable(marked.parser(tokens))),
  }
}

/** Lets the keyboard scroll a wide table. The cell above the names of rows is no header. */
const scrollable = (content: string) =>
  content
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>')

function sectionsOf(tokens: Token[], anchors: Map<Token, string>) {
  const uses = new Map<string, number>()
  const sections: Section[] = []
  for (const token of tokens) {
    if (token.type !== 'heading') {
      const current = sections.at(-1)
      if (current) current.body += token.raw
      continue
    }
    const { text, depth } = token as Tokens.Heading
    const anchor = anchorOf(text, uses)
    anchors.set(token, anchor)
    sections.push({ level: depth, text: plain(text), anchor, body: '' })
  }
  return sections
}

/** As other Markdown renderers name the anchors of headings; repeated headings are counted. */
export function anchorOf(heading: string, uses: Map<string, number>) {
  const anchor = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')
  const count = uses.get(anchor) ?? 0
  uses.set(anchor, count + 1)
  return count === 0 ? anchor : `${anchor}-${count}`
}

/** Text without the signs of Markdown. */
export const plain = (text: string) =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')

function rendererOf(resolve: (link: string) => string | undefined, anchors: Map<Token, string>) {
  type Parser = { parser: { parseInline: (tokens: Token[]) => string } }
  return {
    heading(this: Parser, token: Tokens.Heading) {
      const [tag, content] = [`h${token.depth}`, new Markup(this.parser.parseInline(token.tokens))]
      const anchor = anchors.get(token)
      if (anchor === undefined) return `<${tag}>${content.text}</${tag}>\n`
      const link = html`<a class="anchor" href="#${anchor}" aria-hidden="true" tabindex="-1">#</a>`
      return `<${tag} id="${html`${anchor}`.text}">${content.text}${token.depth > 1 ? ` ${link.text}` : ''}</${tag}>\n`
    },
    link(this: Parser, { href, tokens }: Tokens.Link) {
      const [address, content] = [resolve(href), new Markup(this.parser.parseInline(tokens))]
      return (address === undefined ? content : html`<a href="${address}">${content}</a>`).text
    },
    image({ href, text }: Tokens.Image) {
      const address = resolve(href)
      if (address === undefined) return html`${text}`.text
      return html`<a class="picture" href="${address}"><img src="${address}" alt="${text}" loading="lazy"></a>`.text
    },
    code({ text, lang }: Tokens.Code) {
      // A name after the language is that of the file to save the program as.
      const name = lang?.split(' ').find(word => word.includes('.'))
      return `${html`${name && html`<p class="file-name">${name}</p>`}<pre tabindex="0"><code>${text}</code></pre>`.text}\n`
    },
    // A box to tick on paper, not a control.
    checkbox() {
      return '<span class="box" aria-hidden="true"></span> '
    },
    html({ text }: Tokens.HTML | Tokens.Tag) {
      return html`${text}`.text
    },
  }
}
