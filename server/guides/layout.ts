import { documentHead, html, type Markup } from '../http/html.ts'
import { base } from './library.ts'
import type { Heading } from './markdown.ts'
import type { Match, Page, Site } from './site.ts'

// The HTML of the site: a menu beside every page, and no script.

interface Frame {
  title: string
  /** The address of the page, which the menu marks. */
  address?: string
  query?: string
  headings?: Heading[]
}

export const articlePage = (site: Site, { address, label, sections, content }: Page) =>
  framed(site, { title: label, address, headings: sections }, html`<div class="article">${content}</div>`)

export function startPage(site: Site) {
  const sections = site
    .menu()
    .map(
      ({ title, pages }) =>
        html`<section><h2>${title}</h2><ul class="cards">${pages.map(
          ({ address, label, summary }) =>
            html`<li><a href="${address}">${label}</a><span class="hint">${firstSentence(summary)}</span></li>`,
        )}</ul></section>`,
    )
  const intro = html`<h1>Guides</h1><p>What you can do with Muster, step by step. Choose your role, or search.</p>`
  return framed(site, { title: 'Guides', address: base }, html`${intro}<div class="roles">${sections}</div>`)
}

export function searchPage(site: Site, query: string, matches: Match[]) {
  const count = matches.length === 1 ? '1 result' : `${matches.length} results`
  const list = matches.map(
    ({ address, page, heading, excerpt }) =>
      html`<li><a href="${address}">${heading || page}</a>${heading && html`<span class="from">${page}</span>`}
<span class="hint">${excerpt}</span></li>`,
  )
  const content = html`<h1>Search: ${query}</h1>
<p>${matches.length > 0 ? count : 'Nothing found. Try fewer or other words, or choose a guide from the menu.'}</p><ul class="cards">${list}</ul>`
  return framed(site, { title: `Search: ${query}`, query }, content)
}

export const missingPage = (site: Site) =>
  framed(
    site,
    { title: 'Page not found' },
    html`<h1>Page not found</h1><p>There is no page at this address. Search above, or go to <a href="${base}">all guides</a>.</p>`,
  )

const firstSentence = (text: string) => /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, '.') ?? text

function framed(site: Site, { title, address, query = '', headings = [] }: Frame, content: Markup) {
  const menu = menuOf(site, address)
  const contents = contentsOf(headings)
  const links = html`<link rel="stylesheet" href="/pages.css">
<link rel="stylesheet" href="${base}/guides.css">`
  return html`${documentHead({ title, language: 'en' }, links)}
<body class="guides">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${base}">Muster guides</a>
<form role="search" action="${base}"><input type="search" name="q" value="${query}" aria-label="Search the guides" placeholder="Search">
<button class="small">Search</button></form>
<nav aria-label="Muster"><a href="/docs">API reference</a><a href="/console/">Console</a></nav>
<details class="narrow"><summary>All guides</summary><nav aria-label="All guides">${menu}</nav></details>
</header>
<div class="columns">
<nav class="menu wide-only" aria-label="Guides">${menu}</nav>
<main id="content">
${contents && html`<details class="narrow on-page"><summary>On this page</summary><nav aria-label="Sections">${contents}</nav></details>`}
${content}
</main>
${contents && html`<nav class="contents wide-only" aria-label="On this page"><p>On this page</p>${contents}</nav>`}
</div>
</body>
</html>
`.text
}

const menuOf = (site: Site, current: string | undefined) =>
  html`${site
    .menu()
    .map(
      ({ title, pages }) =>
        html`<p>${title}</p><ul>${pages.map(page => html`<li>${menuLink(page, page.address === current)}</li>`)}</ul>`,
    )}`

const menuLink = ({ address, label }: Page, isCurrent: boolean) =>
  isCurrent ? html`<a href="${address}" aria-current="page">${label}</a>` : html`<a href="${address}">${label}</a>`

/** The table of contents; without the third level where it would be too long. */
function contentsOf(headings: Heading[]) {
  const below = headings.filter(({ level }) => level === 2 || level === 3)
  const shown = below.length > entries_max ? below.filter(({ level }) => level === 2) : below
  if (shown.length < 2) return undefined
  return html`<ul>${shown.map(({ level, anchor, text }) => html`<li class="level-${level}"><a href="#${anchor}">${text}</a></li>`)}</ul>`
}

const entries_max = 40
