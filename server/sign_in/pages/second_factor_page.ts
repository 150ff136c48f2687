import { html, type Language, pageOf } from '../../http/html.ts'
import type { Page } from './page.ts'

/** For whoever has a second factor: new recovery codes, another phone, or none. */
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
  return { status: 200, html: pageOf({ title: text.title, language }, content) }
}

const texts = {
  en: {
    title: 'Second factor',
    on: 'It is on: whoever signs in as you needs your phone, or a recovery code.',
    codes: 'Recovery codes',
    left: (left: number) => (left === 1 ? 'One is left.' : `${left} are left.`),
    renewHint: 'New ones take the place of all those you have.',
    renew: 'Make ten new ones',
    off: 'Another phone, or none',
    offHint: 'To move to another phone, turn the second factor off, and set it up again there.',
    demanded: (spaces: string[]) =>
      `Without a second factor you cannot work in ${spaces.join(', ')}, until you set one up again.`,
    turnOff: 'Turn it off',
    back: 'Back to your account',
  },
  fr: {
    title: 'Second facteur',
    on: 'Il est activé : pour se connecter comme vous, il faut votre téléphone ou un code de secours.',
    codes: 'Codes de secours',
    left: (left: number) => `Il en reste ${left}.`,
    renewHint: 'De nouveaux codes remplacent tous ceux que vous avez.',
    renew: 'En créer dix nouveaux',
    off: 'Un autre téléphone, ou aucun',
    offHint: 'Pour changer de téléphone, désactivez le second facteur, puis activez-le de nouveau avec l’autre.',
    demanded: (spaces: string[]) =>
      `Sans second facteur, vous ne pourrez plus travailler dans ${spaces.join(', ')}, jusqu’à ce que vous en activiez un.`,
    turnOff: 'Désactiver',
    back: 'Retour à votre compte',
  },
}
