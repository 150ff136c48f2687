import { allPermissions } from '../../access/permissions.ts'
import { html, type Language, type Markup, pageOf } from '../../http/html.ts'
import type { AccountSpace } from '../spaces.ts'
import { messagePage, type Page } from './page.ts'
import { permissionSentences } from './permission_texts.ts'

export interface ConsentRequest {
  client: string
  /** Ours: what it may do needs no leave, only the space is asked for. */
  own: boolean
  scopes: string[]
  spaces: AccountSpace[]
  person: string
  /** Where the person is sent back to, for them to recognise. */
  host: string
}

/** In which space, and what the application may do there. */
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
  return { status: 200, html: pageOf({ title, language }, content) }
}

/** Whether it asks for more than to know who the person is. */
const asksForPermissions = (scopes: string[]) => allPermissions.some(permission => scopes.includes(permission))

function spaceField(language: Language, spaces: AccountSpace[]): Markup {
  const text = texts[language]
  const [only, ...others] = spaces
  if (others.length === 0)
    return html`<input type="hidden" name="space" value="${only!.id}"><p>${text.inSpace} <strong>${only!.name}</strong></p>
${only!.pending && html`<p class="hint">${text.pending}</p>`}`
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

/** Nothing to enter: the person has left every space, or is suspended. */
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
    title: (client: string) => `Let ${client} act for you?`,
    signIn: (client: string) => `Sign in to ${client}?`,
    signedIn: (person: string) => `You are signed in as ${person}.`,
    inSpace: 'In the space',
    where: 'In which space?',
    needs_factor: 'asks for a second factor, which you can set up now',
    suspended: 'your access is suspended',
    pending: 'You were added to this space. If you go on with it, you accept, and it sees your name.',
    open: '',
    may: (client: string) => `${client} may`,
    away: 'It stays connected when you are away, until you disconnect it on your account page.',
    limits: 'It can never do more than you may do yourself.',
    back: 'You will go back to',
    allow: 'Allow',
    go: 'Go on',
    refuse: 'Refuse',
    another: 'Sign in as somebody else',
    noSpace: 'There is no space you could enter',
    closed: (space: string) => `Your access to ${space} is suspended. Ask an administrator of the space.`,
    nowhere:
      'You do not belong to the space of this application, or to any space at all. Ask somebody there to invite you.',
  },
  fr: {
    choose: 'Choisir un espace',
    title: (client: string) => `Autoriser ${client} à agir pour vous ?`,
    signIn: (client: string) => `Se connecter à ${client} ?`,
    signedIn: (person: string) => `Vous êtes connecté·e : ${person}.`,
    inSpace: 'Dans l’espace',
    where: 'Dans quel espace ?',
    needs_factor: 'demande un second facteur, que vous pouvez activer maintenant',
    suspended: 'votre accès est suspendu',
    pending: 'On vous a ajouté·e à cet espace. Si vous continuez avec lui, vous acceptez, et il verra votre nom.',
    open: '',
    may: (client: string) => `${client} pourra`,
    away: 'L’application reste connectée en votre absence, jusqu’à ce que vous la retiriez sur la page de votre compte.',
    limits: 'Elle ne pourra jamais faire plus que vous.',
    back: 'Vous reviendrez à',
    allow: 'Autoriser',
    go: 'Continuer',
    refuse: 'Refuser',
    another: 'Se connecter avec un autre compte',
    noSpace: 'Il n’y a aucun espace où entrer',
    closed: (space: string) => `Votre accès à ${space} est suspendu. Adressez-vous à un·e responsable de l’espace.`,
    nowhere:
      'Vous ne faites pas partie de l’espace de cette application, ou d’aucun espace. Demandez à quelqu’un de vous inviter.',
  },
}
