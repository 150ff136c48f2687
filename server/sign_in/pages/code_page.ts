import { html, htmlDocument, type Language } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'
import type { SignInError } from './sign_in_page.ts'
import { tooManyTries } from './too_many_tries.ts'

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function codePage(language: Language, { error }: { error?: Extract<SignInError, 'wrong' | object> } = {}): Page {
  const text = texts[language]
  const again = error && (error === 'wrong' ? text.wrong : tooManyTries(language, error.wait_s))
  const marks = error === 'wrong' && html` aria-invalid="true"`
  const content = html`<h1>${text.title}</h1>
<p>${text.detail}</p>
${alertBox(again)}
<form method="post">
<label for="code">${text.code}</label>
<p class="hint" id="code-hint">${text.hint}</p>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40"
 aria-describedby="code-hint${error === 'wrong' ? ' wrong' : ''}" autofocus${marks}>
<button>${text.go}</button>
</form>
<form method="post"><button class="quiet" name="again" value="yes">${text.another}</button></form>`
  const status = error === undefined ? 200 : error === 'wrong' ? 422 : 429
  return { status, html: htmlDocument({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Enter your code',
    detail: 'Your account is protected by a second factor.',
    code: 'Code',
    hint: 'The 6 digits in your authenticator app, or one of your recovery codes.',
    go: 'Continue',
    another: 'Use another account',
    wrong: 'This code is wrong or was already used. Wait for the next code and try again.',
  },
  fr: {
    title: 'Saisissez votre code',
    detail: 'Votre compte est protégé par un second facteur.',
    code: 'Code',
    hint: 'Les 6 chiffres de votre application d’authentification, ou l’un de vos codes de secours.',
    go: 'Continuer',
    another: 'Utiliser un autre compte',
    wrong: 'Ce code est incorrect ou a déjà servi. Attendez le suivant et réessayez.',
  },
}
