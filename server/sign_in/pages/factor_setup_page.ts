import { encode } from 'uqr'
import { html, type Language, Markup, pageOf } from '../../http/html.ts'
import { alertBox, type Page } from './page.ts'

// Setting a second factor up: a picture for the phone to read, the same as letters, and the first code as a proof that it worked.

export interface Setup {
  secret: string
  uri: string
  /** Why it is asked for, where the person did not come for it themselves. */
  reason?: string
  wrong?: boolean
}

export function factorSetupPage(language: Language, { secret, uri, reason, wrong }: Setup): Page {
  const said = texts[language]
  const content = html`<h1>${said.title}</h1>
${reason && html`<p>${reason}</p>`}
<p>${said.how}</p>
${alertBox(wrong && said.wrong)}
<div class="qr">${qrOf(uri, said.picture)}</div>
<p class="hint">${said.letters}<br><code class="letters">${secret.replace(/(.{4})(?=.)/g, '$1 ')}</code></p>
<form method="post">
<label for="code">${said.code}</label>
<input id="code" name="setup_code" inputmode="numeric" autocomplete="one-time-code" required maxlength="10"${
    wrong && html` aria-invalid="true" aria-describedby="wrong"`
  }${wrong && html` autofocus`}>
<button>${said.go}</button>
</form>`
  return { status: wrong ? 422 : 200, html: pageOf({ title: said.title, language }, content) }
}

/** The recovery codes, this once. `onward` leads away from here. */
export function recoveryCodesPage(language: Language, codes: string[], onward: Markup): Page {
  const said = texts[language]
  const content = html`<h1>${said.codes}</h1>
<p>${said.keep}</p>
<ul class="codes">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>
${onward}`
  return { status: 200, html: pageOf({ title: said.codes, language }, content) }
}

/** A QR code as one path, light on dark or dark on light: telephones read both, and the frame around it keeps it apart. */
function qrOf(text: string, label: string) {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return new Markup(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" role="img" aria-label="${html`${label}`.text}" shape-rendering="crispEdges">` +
      `<rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${squares.join('')}"/></svg>`,
  )
}

const texts = {
  en: {
    title: 'Set up a second factor',
    how: 'Open an authenticator app on your phone, let it read this picture, and type the six digits that it then shows.',
    picture: 'QR code for your authenticator app',
    letters: 'The app cannot read pictures? Type this into it:',
    code: 'Six digits from the app',
    go: 'Turn it on',
    wrong: 'These digits are not right. Check that the clock of your phone is right, and type those shown now.',
    codes: 'Your recovery codes',
    keep: 'Print them or write them down, and keep them where you keep your papers. Each of them lets you in once when you do not have your phone. They will not be shown again.',
  },
  fr: {
    title: 'Activer un second facteur',
    how: 'Ouvrez une application d’authentification sur votre téléphone, faites-lui lire cette image, puis tapez les six chiffres qu’elle affiche.',
    picture: 'Code QR pour votre application d’authentification',
    letters: 'L’application ne lit pas les images ? Tapez-y ceci :',
    code: 'Les six chiffres de l’application',
    go: 'Activer',
    wrong: 'Ces chiffres ne sont pas les bons. Vérifiez l’heure de votre téléphone, et tapez ceux affichés maintenant.',
    codes: 'Vos codes de secours',
    keep: 'Imprimez-les ou notez-les, et gardez-les avec vos papiers. Chacun vous laisse entrer une fois quand vous n’avez pas votre téléphone. Ils ne seront plus affichés.',
  },
}
