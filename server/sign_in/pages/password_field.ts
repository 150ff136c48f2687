import { html, type Language } from '../../http/html.ts'

export type Weakness = 'too_short' | 'too_long' | 'too_common'

/** The hidden address tells password managers which account it is. */
export function newPasswordField(language: Language, mail: string, weakness: Weakness | undefined) {
  const text = texts[language]
  return html`<input type="email" value="${mail}" autocomplete="username" readonly hidden>
<label for="password">${text.label}</label>
<p class="hint" id="password-hint">${text.hint}</p>
${weakness && html`<p class="error" id="password-error" role="alert">${text[weakness]}</p>`}
<input id="password" name="password" type="password" autocomplete="new-password" required autofocus
 aria-describedby="password-hint${weakness ? ' password-error' : ''}"${weakness && html` aria-invalid="true"`}>`
}

/** Asks whether to revoke personal access tokens too, if there are any. */
export function tokensChoice(language: Language, tokens: number) {
  if (tokens === 0) return undefined
  const text = texts[language]
  return html`<label class="choice"><input type="checkbox" name="tokens" value="end">
<span>${text.tokens(tokens)} <small>${text.tokensHint}</small></span></label>`
}

const texts = {
  en: {
    label: 'New password',
    hint: 'At least 12 characters. Several random words are easy to remember and hard to guess.',
    too_short: 'Password must have at least 12 characters.',
    too_long: 'Password is too long.',
    too_common: 'This password is easy to guess. Choose another one.',
    tokens: (count: number) =>
      count === 1 ? 'Also revoke my personal access token' : `Also revoke my ${count} personal access tokens`,
    tokensHint: 'Recommended if someone else may have had access. Scripts that use them will stop working.',
  },
  fr: {
    label: 'Nouveau mot de passe',
    hint: 'Au moins 12 caractères. Plusieurs mots au hasard se retiennent bien et se devinent mal.',
    too_short: 'Le mot de passe doit compter au moins 12 caractères.',
    too_long: 'Le mot de passe est trop long.',
    too_common: 'Ce mot de passe est facile à deviner. Choisissez-en un autre.',
    tokens: (count: number) =>
      count === 1
        ? 'Révoquer aussi mon jeton d’accès personnel'
        : `Révoquer aussi mes ${count} jetons d’accès personnels`,
    tokensHint:
      'Recommandé si quelqu’un d’autre a pu accéder à votre compte. Les scripts qui les utilisent ne fonctionneront plus.',
  },
}
