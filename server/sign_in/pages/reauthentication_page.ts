import { html, type Language, pageOf } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'
import { tooManyTries } from './too_many_tries.ts'

export type ReauthenticationError = 'password' | 'code' | { wait_s: number }

export interface ReauthenticationForm {
  mail: string
  factor: boolean
  next: string
  error?: ReauthenticationError
}

/** Before something sensitive: are you still you? */
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
  return { status, html: pageOf({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Is it you?',
    detail: 'What you are about to do concerns how you sign in. Please type your password again.',
    password: 'Password',
    code: 'Code',
    hint: 'The six digits that your app shows now, or one of your recovery codes.',
    go: 'Go on',
    back: 'Back to your account',
    wrong: {
      password: 'This is not your password. Check it and try again.',
      code: 'This code is not right, or was already used. Wait for the next one.',
    },
  },
  fr: {
    title: 'Est-ce bien vous ?',
    detail: 'Ce que vous allez faire touche à votre manière de vous connecter. Merci de redonner votre mot de passe.',
    password: 'Mot de passe',
    code: 'Code',
    hint: 'Les six chiffres affichés par votre application, ou l’un de vos codes de secours.',
    go: 'Continuer',
    back: 'Retour à votre compte',
    wrong: {
      password: 'Ce n’est pas votre mot de passe. Vérifiez-le et recommencez.',
      code: 'Ce code n’est pas le bon, ou a déjà servi. Attendez le suivant.',
    },
  },
}
