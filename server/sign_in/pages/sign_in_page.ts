import { html, htmlDocument, type Language } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'
import { tooManyTries } from './too_many_tries.ts'

export type SignInError = 'wrong' | { wait_s: number }

/** The sign-in form. Its error does not reveal whether the account exists. */
export function signInPage(
  language: Language,
  { client, mail = '', error }: { client: string; mail?: string; error?: SignInError },
): Page {
  const text = texts[language]
  const again = error && (error === 'wrong' ? text.wrong : tooManyTries(language, error.wait_s))
  const marks = error === 'wrong' && html` aria-invalid="true" aria-describedby="wrong"`
  const content = html`<h1>${text.title}</h1>
<p>${text.goOn(client)}</p>
${alertBox(again)}
<form method="post">
<label for="mail">${text.mail}</label>
<input id="mail" name="mail" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required
 maxlength="254" value="${mail}"${!mail && html` autofocus`}${marks}>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${mail && html` autofocus`}${marks}>
<button>${text.go}</button>
</form>
<p class="aside"><a href="/password">${text.forgotten}</a></p>`
  const status = error === undefined ? 200 : error === 'wrong' ? 422 : 429
  return { status, html: htmlDocument({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Sign in',
    goOn: (client: string) => `to continue to ${client}`,
    mail: 'E-mail address',
    password: 'Password',
    go: 'Sign in',
    forgotten: 'Forgot your password?',
    wrong: 'Wrong e-mail address or password. Check both and try again.',
  },
  fr: {
    title: 'Connexion',
    goOn: (client: string) => `pour continuer vers ${client}`,
    mail: 'Adresse e-mail',
    password: 'Mot de passe',
    go: 'Se connecter',
    forgotten: 'Mot de passe oublié ?',
    wrong: 'Adresse e-mail ou mot de passe incorrect. Vérifiez les deux et réessayez.',
  },
}
