import { html, type Language, pageOf } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'

export type SignInError = 'wrong' | { wait_s: number }

/** The sign-in form. What was wrong is never text more exactly: a stranger would learn who has an account. */
export function signInPage(
  language: Language,
  { client, mail = '', error }: { client: string; mail?: string; error?: SignInError },
): Page {
  const text = texts[language]
  const again = error && (error === 'wrong' ? text.wrong : text.wait(error.wait_s))
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
  return { status, html: pageOf({ title: text.title, language }, content) }
}

const minutes = (wait_s: number) => Math.ceil(wait_s / 60)

const texts = {
  en: {
    title: 'Sign in',
    goOn: (client: string) => `to go on to ${client}`,
    mail: 'Mail address',
    password: 'Password',
    go: 'Sign in',
    forgotten: 'Forgotten your password?',
    wrong: 'This address and this password do not belong together. Check both and try again.',
    wait: (wait_s: number) =>
      wait_s < 90
        ? `There were many tries. Please wait ${wait_s} seconds before the next one.`
        : `There were many tries. Please wait ${minutes(wait_s)} minutes before the next one.`,
  },
  fr: {
    title: 'Connexion',
    goOn: (client: string) => `pour continuer vers ${client}`,
    mail: 'Adresse e-mail',
    password: 'Mot de passe',
    go: 'Se connecter',
    forgotten: 'Mot de passe oublié ?',
    wrong: 'Cette adresse et ce mot de passe ne vont pas ensemble. Vérifiez les deux et recommencez.',
    wait: (wait_s: number) =>
      wait_s < 90
        ? `Il y a eu beaucoup d’essais. Attendez ${wait_s} secondes avant le prochain.`
        : `Il y a eu beaucoup d’essais. Attendez ${minutes(wait_s)} minutes avant le prochain.`,
  },
}
