import { html, htmlDocument, type Language } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'
import { tooManyTries } from './too_many_tries.ts'

export type ReauthenticationError = 'password' | 'code' | { wait_s: number }

export interface ReauthenticationForm {
  mail: string
  factor: boolean
  next: string
  error?: ReauthenticationError
}

/** Asks for the password, and the second factor, before a sensitive change. */
export function reauthenticationPage(language: Language, { mail, factor, next, error }: ReauthenticationForm): Page {
  const text = texts[language]
  const wrong = error && (typeof error === 'string' ? text.wrong[error] : tooManyTries(language, error.wait_s))
  const marks = (field: string) => error === field && html` aria-invalid="true" aria-describedby="wrong"`
  const content = html`<h1>${text.title}</h1>
<p>${text.detail}</p>
${alertBox(wrong)}
<form method="post" action="/account/prove">
<input type="hidden" name="next" value="${next}">
<input type="email" value="${mail}" autocomplete="username" readonly hidden>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${marks('password')}>
${
  factor &&
  html`<label for="code">${text.code}</label>
<p class="hint" id="code-hint">${text.hint}</p>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40"
 aria-describedby="code-hint${error === 'code' ? ' wrong' : ''}"${error === 'code' && html` aria-invalid="true"`}>`
}
<button>${text.go}</button>
</form>
<p class="aside"><a href="/account">${text.back}</a></p>`
  const status = error === undefined ? 200 : typeof error === 'string' ? 422 : 429
  return { status, html: htmlDocument({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Confirm your password',
    detail: 'You are about to change how you sign in. Enter your password again.',
    password: 'Password',
    code: 'Code',
    hint: 'The 6 digits in your authenticator app, or one of your recovery codes.',
    go: 'Continue',
    back: 'Back to your account',
    wrong: {
      password: 'Wrong password. Check it and try again.',
      code: 'This code is wrong or was already used. Wait for the next code and try again.',
    },
  },
  fr: {
    title: 'Confirmez votre mot de passe',
    detail: 'Vous allez modifier votre façon de vous connecter. Saisissez de nouveau votre mot de passe.',
    password: 'Mot de passe',
    code: 'Code',
    hint: 'Les 6 chiffres de votre application d’authentification, ou l’un de vos codes de secours.',
    go: 'Continuer',
    back: 'Retour à votre compte',
    wrong: {
      password: 'Mot de passe incorrect. Vérifiez-le et réessayez.',
      code: 'Ce code est incorrect ou a déjà servi. Attendez le suivant et réessayez.',
    },
  },
}
