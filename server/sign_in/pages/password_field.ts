import { html, type Language } from '../../http/html.ts'

export type Weakness = 'too_short' | 'too_long' | 'too_common'

/** Where a new password is typed, with whose it is for the program that remembers it. */
export function newPasswordField(language: Language, mail: string, weakness: Weakness | undefined) {
  const text = texts[language]
  return html`<input type="email" value="${mail}" autocomplete="username" readonly hidden>
<label for="password">${text.label}</label>
<p class="hint" id="password-hint">${text.hint}</p>
${weakness && html`<p class="error" id="password-error" role="alert">${text[weakness]}</p>`}
<input id="password" name="password" type="password" autocomplete="new-password" required autofocus
 aria-describedby="password-hint${weakness ? ' password-error' : ''}"${weakness && html` aria-invalid="true"`}>`
}

/** Whether tokens for scripts end with the old password; asked only of those who have some. */
export function tokensChoice(language: Language, tokens: number) {
  if (tokens === 0) return undefined
  const text = texts[language]
  return html`<label class="choice"><input type="checkbox" name="tokens" value="end">
<span>${text.tokens(tokens)} <small>${text.tokensHint}</small></span></label>`
}

const texts = {
  en: {
    label: 'New password',
    hint: 'At least 12 characters. A few words in a row are easy to remember and hard to guess.',
    too_short: 'This password is too short: it needs at least 12 characters.',
    too_long: 'This password is too long.',
    too_common: 'This password is easy to guess. Please choose another one.',
    tokens: (count: number) =>
      count === 1 ? 'Also end my personal access token' : `Also end my ${count} personal access tokens`,
    tokensHint: 'Do so if somebody else may have got in. Scripts that use them stop working.',
  },
  fr: {
    label: 'Nouveau mot de passe',
    hint: 'Au moins 12 caractères. Quelques mots à la suite se retiennent bien et se devinent mal.',
    too_short: 'Ce mot de passe est trop court : il faut au moins 12 caractères.',
    too_long: 'Ce mot de passe est trop long.',
    too_common: 'Ce mot de passe se devine facilement. Merci d’en choisir un autre.',
    tokens: (count: number) =>
      count === 1
        ? 'Révoquer aussi mon jeton d’accès personnel'
        : `Révoquer aussi mes ${count} jetons d’accès personnels`,
    tokensHint: 'À faire si quelqu’un d’autre a pu entrer. Les scripts qui s’en servent s’arrêtent.',
  },
}
