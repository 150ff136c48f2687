import { addressOf, type Library, openLibrary, readDocument, resolveLink } from './library.ts'
import { type Article, plain, renderMarkdown } from './markdown.ts'

export interface Page extends Article {
  address: string
  /** The name in the menu. */
  label: string
}

/** What the search compares for a section: its texts from the most telling to the whole, folded. */
interface Entry {
  match: Omit<Match, 'excerpt'>
  body: string
  texts: string[]
}

export interface Match {
  address: string
  page: string
  heading: string
  /** The sentence with a word of the query, or the first one. */
  excerpt: string
}

/** The pages of the site, rendered when they are first read. */
export class Site {
  readonly library: Library = openLibrary()
  readonly #pages = new Map<string, Page>()
  #index: Entry[] | undefined

  page(address: string): Page | undefined {
    const known = this.#pages.get(address)
    const file = this.library.documents.get(address)
    if (known || file === undefined) return known
    const article = renderMarkdown(readDocument(file), link => resolveLink(this.library, file, link))
    const page = { ...article, address, label: file === 'README.md' ? 'About Muster' : article.title }
    this.#pages.set(address, page)
    return page
  }

  /** The pages of the menu, by the people who read them. */
  menu(): { title: string; pages: Page[] }[] {
    return this.library.sections.map(({ title, files }) => ({
      title,
      pages: files.flatMap(file => this.page(addressOf(file)) ?? []),
    }))
  }

  /** Sections with every word of the query, those with the words in their heading first. */
  search(query: string): Match[] {
    const words = [...new Set(folded(query).split(/\s+/).filter(Boolean))].slice(0, words_max)
    if (words.length === 0) return []
    const hasAll = (text: string) => words.every(word => text.includes(word))
    return this.#entries()
      .map(entry => ({ ...entry, rank: entry.texts.findIndex(hasAll) }))
      .filter(({ rank }) => rank >= 0)
      .sort((one, other) => one.rank - other.rank)
      .slice(0, matches_max)
      .map(({ match, body }) => ({ ...match, excerpt: excerptOf(body, words) }))
  }

  /** Every section, folded once: anyone can search, and a search must cost little. */
  #entries(): Entry[] {
    this.#index ??= this.menu().flatMap(({ pages }) =>
      pages.flatMap(({ address, label, sections }) =>
        sections.map(({ text, anchor, body, level }) => ({
          match: {
            address: level === 1 ? address : `${address}#${anchor}`,
            page: label,
            heading: level === 1 ? '' : text,
          },
          body,
          texts: [text, `${label} ${text}`, `${label} ${text} ${body}`].map(folded),
        })),
      ),
    )
    return this.#index
  }
}

const matches_max = 40
const words_max = 10
const excerpt_length_max = 160

function excerptOf(body: string, words: string[]) {
  const unmarked = body.replace(/^ *```[\s\S]*?^ *```$/gm, '').replace(/^\s*\|.*$/gm, '')
  const prose = plain(unmarked.replace(/^\s*(?:[-*>]|\d+\.) +/gm, ''))
  const sentences = prose.trim().split(/(?<=[.?!…])\s+/)
  const found = sentences.find(sentence => words.some(word => folded(sentence).includes(word))) ?? sentences[0] ?? ''
  return found.length <= excerpt_length_max ? found : `${found.slice(0, excerpt_length_max).replace(/\s\S*$/, '')} …`
}

/** Lower case without accents, so that "depot" finds "dépôt". */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
