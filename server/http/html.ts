import type { ApiError } from '../errors.ts'
import { problems } from '../errors.ts'
import { type Language, languageOf } from '../messages/language.ts'
import { translate } from '../messages/translate.ts'

export { type Language, languageOf }

/** Markup that is safe to send. Only `html` creates it, and escapes every value. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Markup | string | number | undefined | false | Part[]

export function html(strings: TemplateStringsArray, ...parts: Part[]) {
  return new Markup(strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  return part instanceof Markup ? part.text : String(part).replace(/[&<>"']/g, sign => entities[sign] ?? sign)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A complete page, with one style sheet and no script. */
export function htmlDocument({ title, language }: { title: string; language: Language }, content: Markup) {
  return html`${documentHead({ title, language }, html`<link rel="stylesheet" href="/pages.css">`)}
<body class="sheet">
<main>
<p class="brand">${symbol}Muster</p>
${content}
</main>
</body>
</html>
`.text
}

/** The icon of the console, without a request for it. */
const symbol = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#0b6e4f"/>
<path d="M8 23V10l8 7 8-7v13" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** The beginning of a page, to the end of its head. */
export const documentHead = ({ title, language }: { title: string; language: Language }, links: Markup) =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Muster</title>
${links}
</head>`

/** An error as an HTML page. */
export function errorScreen(error: ApiError, acceptLanguage: string) {
  const language = languageOf(acceptLanguage)
  const title = translate(problems[error.code][1], language)
  return htmlDocument({ title, language }, html`<h1>${title}</h1><p>${translate(error.detail, language)}</p>`)
}

/** The page for an address that nothing has. */
export function unknownPage(language: Language) {
  const { title, why, home } = unknown_page[language]
  const content = html`<h1>${title}</h1><p>${why}</p><p><a class="button" href="/console/">${home}</a></p>`
  return htmlDocument({ title, language }, content)
}

const unknown_page = {
  en: {
    title: 'Page not found',
    why: 'No page has this address. It may be mistyped, or the page was moved.',
    home: 'Go to Muster',
  },
  fr: {
    title: 'Page introuvable',
    why: 'Aucune page ne correspond à cette adresse. Elle est peut-être mal saisie, ou la page a été déplacée.',
    home: 'Aller à Muster',
  },
}
