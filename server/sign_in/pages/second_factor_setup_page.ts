import { encode } from 'uqr'
import { html, htmlDocument, type Language, type Markup } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'

export interface SecondFactorSetup {
  secret: string
  uri: string
  /** The space that requires it, if it is set up at sign-in. */
  space?: string
  /** Fields of the interrupted form, sent along. */
  hiddenFields?: Record<string, string>
  wrong?: boolean
}

/** Sets up a second factor: scan the QR code or type the key, then enter a code. */
export function secondFactorSetupPage(
  language: Language,
  { secret, uri, space, hiddenFields = {}, wrong = false }: SecondFactorSetup,
): Page {
  const text = texts[language]
  const content = html`<h1>${text.title}</h1>
<p>${space ? text.asked(space) : text.why}</p>
<ol class="steps">
<li><p>${text.app}</p></li>
<li><p>${text.scan}</p>
<div class="qr">${qrCode(uri, text.picture)}</div>
<p class="hint">${text.type}</p>
<p class="secret"><code>${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
<p class="hint"><a href="${uri}">${text.phone}</a></p></li>
<li><form method="post">
${Object.entries(hiddenFields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="code">${text.code}</label>
${alertBox(wrong && text.wrong)}
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"${
    wrong && html` aria-invalid="true" aria-describedby="wrong" autofocus`
  }>
<button>${text.on}</button>
</form></li>
</ol>
${!space && html`<p class="aside"><a href="/account">${text.back}</a></p>`}`
  return { status: wrong ? 422 : 200, html: htmlDocument({ title: text.title, language }, content) }
}

// Always black on white: many cameras do not read inverted QR codes.
function qrCode(text: string, label: string): Markup {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    [
      ...row
        .map(dark => (dark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return html`<svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${label}" shape-rendering="crispEdges">
<rect width="${size}" height="${size}" fill="#fff"/><path d="${squares.join('')}" fill="#000"/></svg>`
}

const texts = {
  en: {
    title: 'Set up a second factor',
    why: 'With a second factor, your password alone is not enough to sign in. Your phone is needed too.',
    asked: (space: string) => `${space} requires a second factor. Setting it up takes a minute.`,
    app: 'Open an authenticator app on your phone, such as Aegis, FreeOTP or Google Authenticator. Install one if needed.',
    scan: 'Scan this QR code with the app.',
    picture: 'QR code for your authenticator app. The key is shown below.',
    type: 'If you cannot scan it, enter this key in the app:',
    phone: 'On this phone? Open the app.',
    code: 'Enter the 6 digits shown in the app',
    on: 'Turn on',
    wrong: 'This code is wrong. Check the clock of your phone and enter the code shown now.',
    back: 'Not now',
  },
  fr: {
    title: 'Configurer un second facteur',
    why: 'Avec un second facteur, votre mot de passe ne suffit plus pour se connecter : il faut aussi votre téléphone.',
    asked: (space: string) => `${space} exige un second facteur. La configuration prend une minute.`,
    app: 'Ouvrez une application d’authentification sur votre téléphone, par exemple Aegis, FreeOTP ou Google Authenticator. Installez-en une si besoin.',
    scan: 'Scannez ce QR code avec l’application.',
    picture: 'QR code pour votre application d’authentification. La clé est affichée dessous.',
    type: 'Si vous ne pouvez pas le scanner, saisissez cette clé dans l’application :',
    phone: 'Vous êtes sur ce téléphone ? Ouvrez l’application.',
    code: 'Saisissez les 6 chiffres affichés par l’application',
    on: 'Activer',
    wrong: 'Ce code est incorrect. Vérifiez l’heure de votre téléphone et saisissez le code affiché maintenant.',
    back: 'Pas maintenant',
  },
}
