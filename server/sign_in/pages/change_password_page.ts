import { html, htmlDocument, type Language } from '../../http/html.ts'
import type { Page } from './page.ts'
import { newPasswordField, tokensChoice, type Weakness } from './password_field.ts'

export function changePasswordPage(
  language: Language,
  { mail, tokens, weakness }: { mail: string; tokens: number; weakness?: Weakness },
): Page {
  const text = texts[language]
  const content = html`<h1>${text.title}</h1>
<p>${text.ends}</p>
<form method="post">
${newPasswordField(language, mail, weakness)}
${tokensChoice(language, tokens)}
<button>${text.save}</button>
</form>
<p class="aside"><a href="/account">${text.back}</a></p>`
  return { status: weakness ? 422 : 200, html: htmlDocument({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Change your password',
    ends: 'You will stay signed in here and be signed out everywhere else. Applications will need your consent again.',
    save: 'Save password',
    back: 'Back to your account',
  },
  fr: {
    title: 'Changer votre mot de passe',
    ends: 'Vous resterez connecté·e ici et serez déconnecté·e partout ailleurs. Les applications devront redemander votre accord.',
    save: 'Enregistrer le mot de passe',
    back: 'Retour à votre compte',
  },
}
