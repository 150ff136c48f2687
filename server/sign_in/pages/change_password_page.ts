import { html, type Language, pageOf } from '../../http/html.ts'
import type { Page } from './page.ts'
import { newPasswordField, tokensChoice, type Weakness } from './password_field.ts'

/** Changing the password, for whoever has just shown that they know the old one. */
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
  return { status: weakness ? 422 : 200, html: pageOf({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Change your password',
    ends: 'You stay signed in here, and are signed out everywhere else. Applications must ask you again.',
    save: 'Save the password',
    back: 'Back to your account',
  },
  fr: {
    title: 'Changer votre mot de passe',
    ends: 'Vous restez connecté·e ici, et serez déconnecté·e partout ailleurs. Les applications devront redemander votre accord.',
    save: 'Enregistrer le mot de passe',
    back: 'Retour à votre compte',
  },
}
