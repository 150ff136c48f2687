import { html, type Language, languageOf, type Markup, pageOf } from '../../http/html.ts'

/** A page of ours, not yet sent. */
export interface Page {
  status: number
  html: string
}

export const languageFor = (acceptLanguage: string | undefined, locale?: string): Language =>
  locale ? (locale.startsWith('fr') ? 'fr' : 'en') : languageOf(acceptLanguage ?? '')

/** A page that is only a title and a few sentences. */
export function messagePage(language: Language, title: string, sentences: (string | Markup)[], status = 200): Page {
  const content = html`<h1>${title}</h1>
${sentences.map(sentence => (typeof sentence === 'string' ? html`<p>${sentence}</p>` : sentence))}`
  return { status, html: pageOf({ title, language }, content) }
}

/** What went wrong with a form, where a screen reader starts. */
export const alertBox = (text: string | undefined | false) =>
  text ? html`<p class="error alert" role="alert" id="wrong">${text}</p>` : undefined
