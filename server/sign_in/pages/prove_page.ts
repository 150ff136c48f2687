import { html, type Language, pageOf } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'
import { waiting } from './waiting.ts'

export type ProofTrouble = 'password' | 'code' | { wait_s: number }

export interface ProofAsked {
  mail: string
  factor: boolean
  next: string
  trouble?: ProofTrouble
}

/** Before something sensitive: are you still you? */
export function provePage(language: Language, { mail, factor, next, trouble }: ProofAsked): Page {
  const said = texts[language]
  const wrong = trouble && (typeof trouble === 'string' ? said.wrong[trouble] : waiting(language, trouble.wait_s))
  const marks = (field: string) => trouble === field && html` aria-invalid="true" aria-describedby="wrong"`
  const content = html`<h1>${said.title}</h1>
<p>${said.detail}</p>
${alertBox(wrong)}
<form method="post" action="/account/prove">
<input type="hidden" name="next" value="${next}">
<input type="email" value="${mail}" autocomplete="username" readonly hidden>
<label for="password">${said.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${marks('password')}>
${
  factor &&
  html`<label for="code">${said.code}</label>
<p class="hint" id="code-hint">${said.hint}</p>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40"
 aria-describedby="code-hint${trouble === 'code' ? ' wrong' : ''}"${trouble === 'code' && html` aria-invalid="true"`}>`
}
<button>${said.go}</button>
</form>
<p class="aside"><a href="/account">${said.back}</a></p>`
  const status = trouble === undefined ? 200 : typeof trouble === 'string' ? 422 : 429
  return { status, html: pageOf({ title: said.title, language }, content) }
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
