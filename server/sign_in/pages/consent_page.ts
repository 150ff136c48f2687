import { allPermissions } from '../../access/permissions.ts'
import { html, htmlDocument, type Language, type Markup } from '../../http/html.ts'
import type { AccountSpace } from '../spaces.ts'
import { messagePage, type Page } from './page.ts'
import { permissionSentences } from './permission_texts.ts'

export interface ConsentRequest {
  client: string
  /** Our own application: asks only for the space, not for consent. */
  own: boolean
  scopes: string[]
  spaces: AccountSpace[]
  person: string
  /** Host of the redirect URI. */
  host: string
}

/** Asks for the space, and for consent to the requested scopes. */
export function consentPage(language: Language, { client, own, scopes, spaces, person, host }: ConsentRequest): Page {
  const text = texts[language]
  const open = spaces.filter(({ state }) => state !== 'suspended')
  if (open.length === 0) return noSpacePage(language, spaces)
  const title = own ? text.choose : asksForPermissions(scopes) ? text.title(client) : text.signIn(client)
  const content = html`<h1>${title}</h1>
<p>${text.signedIn(person)}</p>
<form method="post">
${spaceField(language, spaces)}
${!own && permissionList(language, client, scopes, host)}
<button name="decision" value="allow">${own ? text.go : text.allow}</button>
${!own && html`<button class="quiet" name="decision" value="refuse" formnovalidate>${text.refuse}</button>`}
</form>
<form method="post"><button class="plain" name="again" value="yes">${text.another}</button></form>`
  return { status: 200, html: htmlDocument({ title, language }, content) }
}

const asksForPermissions = (scopes: string[]) => allPermissions.some(permission => scopes.includes(permission))

function spaceField(language: Language, spaces: AccountSpace[]): Markup {
  const text = texts[language]
  const [only, ...others] = spaces
  if (only && others.length === 0)
    return html`<input type="hidden" name="space" value="${only.id}"><p>${text.inSpace} <strong>${only.name}</strong></p>
${only.pending && html`<p class="hint">${text.pending}</p>`}`
  const first = spaces.find(({ state }) => state !== 'suspended')
  return html`<fieldset><legend>${text.where}</legend>
${spaces.map(space => {
  const { id, name, state, pending } = space
  return html`<label class="choice"><input type="radio" name="space" value="${id}" required${space === first && html` checked`}${
    state === 'suspended' && html` disabled`
  }>
<span>${name}${state !== 'open' && html` <small>${text[state]}</small>`}${
    pending && state !== 'suspended' && html` <small>${text.pending}</small>`
  }</span></label>`
})}
</fieldset>`
}

function permissionList(language: Language, client: string, scopes: string[], host: string): Markup {
  const text = texts[language]
  const sentences = permissionSentences(language, scopes)
  return html`<h2>${text.may(client)}</h2>
<ul>${sentences.map(sentence => html`<li>${sentence}</li>`)}</ul>
${scopes.includes('offline_access') && html`<p>${text.away}</p>`}
${asksForPermissions(scopes) && html`<p class="hint">${text.limits}</p>`}
<p class="hint">${text.back} <strong>${host}</strong></p>`
}

/** Shown if the user has no space, or is suspended in all of them. */
function noSpacePage(language: Language, spaces: AccountSpace[]): Page {
  const text = texts[language]
  const [first] = spaces
  const detail = first ? text.closed(first.name) : text.nowhere
  const leave = html`<form method="post"><button class="quiet" name="again" value="yes">${text.another}</button></form>`
  return messagePage(language, text.noSpace, [detail, leave], 403)
}

const texts = {
  en: {
    choose: 'Choose a space',
    title: (client: string) => `Allow ${client} to act for you?`,
    signIn: (client: string) => `Sign in to ${client}?`,
    signedIn: (person: string) => `You are signed in as ${person}.`,
    inSpace: 'In the space',
    where: 'Choose a space',
    needs_factor: 'requires a second factor, which you can set up now',
    needs_provider: 'requires that you sign in through your organisation',
    suspended: 'your access is suspended',
    pending: 'You were added to this space. If you continue, you accept, and its members see your name.',
    open: '',
    may: (client: string) => `${client} will be able to`,
    away: 'It keeps access when you are not using it, until you remove it on your account page.',
    limits: 'It can never do more than you can.',
    back: 'You will return to',
    allow: 'Allow',
    go: 'Continue',
    refuse: 'Deny',
    another: 'Use another account',
    noSpace: 'You have no access to a space',
    closed: (space: string) => `Your access to ${space} is suspended. Contact an administrator of the space.`,
    nowhere:
      'You are not a member of the space of this application, or of any space. Ask an administrator to invite you.',
  },
  fr: {
    choose: 'Choisir un espace',
    title: (client: string) => `Autoriser ${client} à agir en votre nom ?`,
    signIn: (client: string) => `Se connecter à ${client} ?`,
    signedIn: (person: string) => `Vous êtes connecté·e avec ${person}.`,
    inSpace: 'Dans l’espace',
    where: 'Choisissez un espace',
    needs_factor: 'exige un second facteur, que vous pouvez configurer maintenant',
    needs_provider: 'exige de se connecter par votre organisation',
    suspended: 'votre accès est suspendu',
    pending: 'Vous avez été ajouté·e à cet espace. En continuant, vous acceptez, et ses membres verront votre nom.',
    open: '',
    may: (client: string) => `${client} pourra`,
    away: 'Elle garde cet accès même quand vous ne l’utilisez pas, jusqu’à ce que vous la retiriez sur la page de votre compte.',
    limits: 'Elle ne pourra jamais faire plus que vous.',
    back: 'Vous retournerez sur',
    allow: 'Autoriser',
    go: 'Continuer',
    refuse: 'Refuser',
    another: 'Utiliser un autre compte',
    noSpace: 'Vous n’avez accès à aucun espace',
    closed: (space: string) => `Votre accès à ${space} est suspendu. Contactez un·e responsable de l’espace.`,
    nowhere:
      'Vous n’êtes pas membre de l’espace de cette application, ou d’aucun espace. Demandez une invitation à un·e responsable.',
  },
}
