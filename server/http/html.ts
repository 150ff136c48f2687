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
<body>
<main>
${content}
</main>
</body>
</html>
`.text
}

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
