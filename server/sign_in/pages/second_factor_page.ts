import { html, htmlDocument, type Language } from '../../http/html.ts'
import type { Page } from './page.ts'

/** Second factor that is on: renew recovery codes, or turn it off. */
export function secondFactorPage(language: Language, { left, spaces }: { left: number; spaces: string[] }): Page {
  const text = texts[language]
  const content = html`<h1>${text.title}</h1>
<p>${text.on}</p>
<h2>${text.codes}</h2>
<p>${text.left(left)} ${text.renewHint}</p>
<form method="post" action="/account/recovery-codes"><button>${text.renew}</button></form>
<h2>${text.off}</h2>
<p>${text.offHint}</p>
${spaces.length > 0 && html`<p class="error">${text.demanded(spaces)}</p>`}
<form method="post" action="/account/second-factor/off"><button class="danger">${text.turnOff}</button></form>
<p class="aside"><a href="/account">${text.back}</a></p>`
  return { status: 200, html: htmlDocument({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Second factor',
    on: 'Your second factor is on. To sign in you need your phone or a recovery code.',
    codes: 'Recovery codes',
    left: (left: number) => `You have ${left} ${left === 1 ? 'code' : 'codes'} left.`,
    renewHint: 'New codes replace all existing ones.',
    renew: 'Create 10 new codes',
    off: 'Change phone or turn off',
    offHint: 'To change phones, turn the second factor off, then set it up again with the new phone.',
    demanded: (spaces: string[]) =>
      `${spaces.join(', ')} requires a second factor. You will have no access until you set one up again.`,
    turnOff: 'Turn off',
    back: 'Back to your account',
  },
  fr: {
    title: 'Second facteur',
    on: 'Votre second facteur est activé. Pour vous connecter, il vous faut votre téléphone ou un code de secours.',
    codes: 'Codes de secours',
    left: (left: number) => `Il vous reste ${left} ${left <= 1 ? 'code' : 'codes'}.`,
    renewHint: 'Les nouveaux codes remplacent tous les anciens.',
    renew: 'Créer 10 nouveaux codes',
    off: 'Changer de téléphone ou désactiver',
    offHint:
      'Pour changer de téléphone, désactivez le second facteur, puis configurez-le de nouveau avec le nouveau téléphone.',
    demanded: (spaces: string[]) =>
      `${spaces.join(', ')} exige un second facteur. Vous n’y aurez plus accès tant que vous n’en aurez pas configuré un.`,
    turnOff: 'Désactiver',
    back: 'Retour à votre compte',
  },
}
