import { html, htmlDocument, type Language } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'
import { tooManyTries } from './too_many_tries.ts'

export type SignInError = 'wrong' | 'mail_missing' | 'no_provider' | 'provider_required' | { wait_s: number }

export interface SignInForm {
  client: string
  /** The interaction, for links. */
  uid: string
  mail?: string
  /** Identity providers that can be used in place of the password. */
  offers: { key: string; name: string; required?: boolean }[]
  /** The person asked for the provider of their address: the first offer is it. */
  asked?: boolean
  /** The identity provider that will be connected to the account. */
  connects?: string
  error?: SignInError
}

/** The sign-in form. Its error does not reveal whether the account exists. */
export function signInPage(
  language: Language,
  { client, uid, mail = '', offers, asked = false, connects, error }: SignInForm,
): Page {
  const text = texts[language]
  const again = error && (typeof error === 'string' ? text[error] : tooManyTries(language, error.wait_s))
  const required = !error && offers.find(offer => offer.required)
  const marks = error === 'wrong' && html` aria-invalid="true" aria-describedby="wrong"`
  const links = offers.map(({ key, name }, index) => {
    const first = asked && index === 0
    const address = `/sign-in/${uid}/provider/${key}?${new URLSearchParams({ mail })}`
    return html`<a class="button${!first && ' quiet'}" href="${address}"${first && html` autofocus`}>${text.through(name)}</a>
`
  })
  const content = html`<h1>${connects ? text.connect(connects) : text.title}</h1>
<p>${connects ? text.once(connects) : text.goOn(client)}</p>
${alertBox(again)}
${required && html`<p>${text.required(required.name)}</p>`}
${links}
<form method="post">
<label for="mail">${text.mail}</label>
<input id="mail" name="mail" type="email" inputmode="email" autocomplete="username" autocapitalize="none" spellcheck="false" required
 maxlength="254" value="${mail}"${!mail && html` autofocus`}${marks}>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${mail && !asked && html` autofocus`}${marks}>
<button>${text.go}</button>
<p class="aside"><a href="/password">${text.forgotten}</a></p>
${!connects && html`<p class="or">${text.or}</p><button class="quiet" name="organisation" value="find" formnovalidate>${text.organisation}</button>`}
</form>`
  const status = error === undefined ? 200 : typeof error === 'string' ? 422 : 429
  return { status, html: htmlDocument({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Sign in',
    goOn: (client: string) => `to continue to ${client}`,
    mail: 'Email address',
    password: 'Password',
    go: 'Sign in',
    forgotten: 'Forgot your password?',
    wrong: 'Wrong email address or password. Check both and try again.',
    mail_missing: 'Enter your email address, so that we can find the sign-in of your organisation.',
    no_provider: 'No organisation here signs in this email address. Check it, or sign in with your password.',
    provider_required:
      'Your organisation requires its own sign-in, so your password does not open its space. Continue with the button below.',
    required: (provider: string) => `Your organisation asks you to sign in with ${provider}.`,
    or: 'or',
    organisation: 'Use your organisation’s sign-in',
    through: (provider: string) => `Continue with ${provider}`,
    connect: (provider: string) => `Connect ${provider}`,
    once: (provider: string) =>
      `You already have a Muster account. Enter its password once; after that, ${provider} signs you in.`,
  },
  fr: {
    title: 'Connexion',
    goOn: (client: string) => `pour continuer vers ${client}`,
    mail: 'Adresse e-mail',
    password: 'Mot de passe',
    go: 'Se connecter',
    forgotten: 'Mot de passe oublié ?',
    wrong: 'Adresse e-mail ou mot de passe incorrect. Vérifiez les deux et réessayez.',
    mail_missing: 'Saisissez votre adresse e-mail pour retrouver la connexion de votre organisation.',
    no_provider: 'Aucune organisation ne connecte cette adresse ici. Vérifiez-la, ou utilisez votre mot de passe.',
    provider_required:
      'Votre organisation exige de passer par sa propre connexion : votre mot de passe n’ouvre pas son espace. Continuez avec le bouton ci-dessous.',
    required: (provider: string) => `Votre organisation vous demande de vous connecter avec ${provider}.`,
    or: 'ou',
    organisation: 'Passer par mon organisation',
    through: (provider: string) => `Continuer avec ${provider}`,
    connect: (provider: string) => `Relier ${provider}`,
    once: (provider: string) =>
      `Vous avez déjà un compte Muster. Saisissez son mot de passe une seule fois ; ensuite, ${provider} vous connectera.`,
  },
}
