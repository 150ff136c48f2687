import { html, type Language, pageOf } from '../../http/html.ts'
import type { Page } from './page.ts'

/** The recovery codes, this once. They can be printed, kept as a file, or marked with one click and copied. */
export function recoveryCodesPage(language: Language, codes: string[], hiddenFields?: Record<string, string>): Page {
  const text = texts[language]
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text.file}\n\n${codes.join('\n')}\n`)}`
  const content = html`<h1>${text.title}</h1>
<p>${text.detail}</p>
<p><strong>${text.once}</strong></p>
<pre class="codes">${codes.join('\n')}</pre>
<p class="hint no-print">${text.keep} <a href="${file}" download="muster-recovery-codes.txt">${text.save}</a></p>
${
  hiddenFields
    ? html`<form method="post" class="no-print">
${Object.entries(hiddenFields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>${text.kept}</button></form>`
    : html`<p class="no-print"><a class="button" href="/account?done=factor_on">${text.kept}</a></p>`
}`
  return { status: 200, html: pageOf({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Your recovery codes',
    detail:
      'If you lose your phone, each of these codes lets you in once in its place. Keep them where your password is not.',
    once: 'They are shown only now.',
    keep: 'Print this page, copy the codes, or',
    save: 'save them as a file.',
    file: 'Muster recovery codes. Each works once.',
    kept: 'I have kept them',
  },
  fr: {
    title: 'Vos codes de secours',
    detail:
      'Si vous perdez votre téléphone, chacun de ces codes vous laisse entrer une fois à sa place. Gardez-les ailleurs que votre mot de passe.',
    once: 'Ils ne sont affichés que maintenant.',
    keep: 'Imprimez cette page, copiez les codes, ou',
    save: 'enregistrez-les dans un fichier.',
    file: 'Codes de secours Muster. Chacun sert une fois.',
    kept: 'Je les ai gardés',
  },
}
