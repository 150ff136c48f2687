import { html, type Language, pageOf } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'

export type Trouble = 'wrong' | { wait_s: number }

/** The sign-in form. What was wrong is never said more exactly: a stranger would learn who has an account. */
export function passwordPage(
  language: Language,
  { client, mail = '', trouble }: { client: string; mail?: string; trouble?: Trouble },
): Page {
  const said = texts[language]
  const again = trouble && (trouble === 'wrong' ? said.wrong : said.wait(trouble.wait_s))
  const marks = trouble === 'wrong' && html` aria-invalid="true" aria-describedby="wrong"`
  const content = html`<h1>${said.title}</h1>
<p>${said.goOn(client)}</p>
${alertBox(again)}
<form method="post">
<label for="mail">${said.mail}</label>
<input id="mail" name="mail" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required
 maxlength="254" value="${mail}"${!mail && html` autofocus`}${marks}>
<label for="password">${said.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${mail && html` autofocus`}${marks}>
<button>${said.go}</button>
</form>
<p class="aside"><a href="/password">${said.forgotten}</a></p>`
  const status = trouble === undefined ? 200 : trouble === 'wrong' ? 422 : 429
  return { status, html: pageOf({ title: said.title, language }, content) }
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
