import { html, type Language } from '../../http/html.ts'
import { messagePage, type Page } from './page.ts'

export function signedOutPage(language: Language): Page {
  const text = texts[language]
  return messagePage(language, text.title, [
    text.detail,
    html`<p><a class="button" href="/console/">${text.again}</a></p>`,
  ])
}

const texts = {
  en: { title: 'You are signed out', detail: 'You can close this page.', again: 'Sign in again' },
  fr: { title: 'Vous êtes déconnecté·e', detail: 'Vous pouvez fermer cette page.', again: 'Se reconnecter' },
}
