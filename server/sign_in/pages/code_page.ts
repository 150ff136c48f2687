import { html, type Language, pageOf } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'
import type { SignInError } from './sign_in_page.ts'

/** The second step: what the person's phone shows, or a recovery code. */
export function codePage(language: Language, { error }: { error?: SignInError } = {}): Page {
  const text = texts[language]
  const again = error && (error === 'wrong' ? text.wrong : text.wait(error.wait_s))
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
  return { status, html: pageOf({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Second step',
    detail: 'Your account is protected by a second factor.',
    code: 'Code',
    hint: 'The six digits that your app shows now, or one of your recovery codes.',
    go: 'Go on',
    another: 'Sign in as somebody else',
    wrong: 'This code is not right, or was already used. Wait for the next one.',
    wait: (wait_s: number) => `There were many tries. Please wait ${wait_s} seconds before the next one.`,
  },
  fr: {
    title: 'Deuxième étape',
    detail: 'Votre compte est protégé par un second facteur.',
    code: 'Code',
    hint: 'Les six chiffres affichés par votre application, ou l’un de vos codes de secours.',
    go: 'Continuer',
    another: 'Se connecter avec un autre compte',
    wrong: 'Ce code n’est pas le bon, ou a déjà servi. Attendez le suivant.',
    wait: (wait_s: number) => `Il y a eu beaucoup d’essais. Attendez ${wait_s} secondes avant le prochain.`,
  },
}
