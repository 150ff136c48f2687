import { html, htmlDocument, type Language } from '../../http/html.ts'
import type { Page } from './page.ts'

/** Shows the recovery codes once, to print, download or copy. */
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
  return { status: 200, html: htmlDocument({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Your recovery codes',
    detail:
      'If you lose your phone, you can sign in with one of these codes instead. Each code works once. Do not keep them with your password.',
    once: 'You will not see these codes again.',
    keep: 'Print this page, copy the codes, or',
    save: 'download them as a file.',
    file: 'Muster recovery codes. Each works once.',
    kept: 'I have saved the codes',
  },
  fr: {
    title: 'Vos codes de secours',
    detail:
      'Sans votre téléphone, vous pourrez vous connecter avec l’un de ces codes, une seule fois chacun. Ne les gardez pas avec votre mot de passe.',
    once: 'Ces codes ne seront plus affichés.',
    keep: 'Imprimez cette page, copiez les codes, ou',
    save: 'téléchargez-les.',
    file: 'Codes de secours Muster. Chacun sert une fois.',
    kept: 'J’ai enregistré les codes',
  },
}
