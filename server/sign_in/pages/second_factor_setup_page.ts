import { encode } from 'uqr'
import { html, type Language, type Markup, pageOf } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'

export interface SecondFactorSetup {
  secret: string
  uri: string
  /** The space that asks for it, where it is not the person's own wish. */
  space?: string
  /** What the form sends along, where it is a step on the way to something else. */
  hiddenFields?: Record<string, string>
  wrong?: boolean
}

/** How to set up a second factor: scan a picture, or type what stands beside it; then show that it works. */
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
  return { status: wrong ? 422 : 200, html: pageOf({ title: text.title, language }, content) }
}

// Black on white whatever the colours of the page: cameras do not read it the other way round.
function qrCode(text: string, label: string): Markup {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) =>
    // One stroke for each run of dark squares.
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
    why: 'With a second factor nobody gets in with your password alone: they would need your phone, too.',
    asked: (space: string) => `${space} asks everybody for a second factor. It takes a minute.`,
    app: 'Open the app for codes on your phone: Aegis, FreeOTP, Google Authenticator or any other. Install one if you have none.',
    scan: 'Scan this picture with it.',
    picture: 'Picture to scan with the app on your phone; its text stands below.',
    type: 'If you cannot scan, type this key into the app:',
    phone: 'Are you reading this on that phone? Open the app from here.',
    code: 'Type the six digits that the app shows',
    on: 'Turn it on',
    wrong: 'These digits are not right. Check that the clock of your phone is, and type those that it shows now.',
    back: 'Not now',
  },
  fr: {
    title: 'Activer un second facteur',
    why: 'Avec un second facteur, personne n’entre avec votre seul mot de passe : il faudrait aussi votre téléphone.',
    asked: (space: string) => `${space} demande à tout le monde un second facteur. Cela prend une minute.`,
    app: 'Ouvrez sur votre téléphone l’application qui donne des codes : Aegis, FreeOTP, Google Authenticator ou une autre. Installez-en une au besoin.',
    scan: 'Scannez cette image avec elle.',
    picture: 'Image à scanner avec l’application de votre téléphone ; son texte est écrit dessous.',
    type: 'Si vous ne pouvez pas scanner, saisissez cette clé dans l’application :',
    phone: 'Vous lisez ceci sur ce téléphone ? Ouvrez l’application d’ici.',
    code: 'Saisissez les six chiffres affichés',
    on: 'Activer',
    wrong:
      'Ces chiffres ne sont pas les bons. Vérifiez l’heure de votre téléphone et saisissez ceux qu’il affiche maintenant.',
    back: 'Pas maintenant',
  },
}
