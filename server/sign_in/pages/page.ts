import { html, htmlDocument, type Language, languageOf, type Markup } from '../../http/html.ts'

/** A rendered page. */
export interface Page {
  status: number
  html: string
}

export const languageFor = (acceptLanguage: string | undefined, locale?: string): Language =>
  locale ? (locale.startsWith('fr') ? 'fr' : 'en') : languageOf(acceptLanguage ?? '')

export function messagePage(language: Language, title: string, sentences: (string | Markup)[], status = 200): Page {
  const content = html`<h1>${title}</h1>
${sentences.map(sentence => (typeof sentence === 'string' ? html`<p>${sentence}</p>` : sentence))}`
  return { status, html: htmlDocument({ title, language }, content) }
}

/** The error of a form, announced by screen readers. */
export const alertBox = (text: string | undefined | false) =>
  text ? html`<p class="error alert" role="alert" id="wrong">${text}</p>` : undefined
