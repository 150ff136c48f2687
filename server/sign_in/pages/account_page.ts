import { html, htmlDocument, type Language, type Markup } from '../../http/html.ts'
import type {
  AccountOverview,
  ApplicationEntry,
  ConnectionEntry,
  SessionEntry,
  SpaceEntry,
  TokenEntry,
} from '../account/account_overview.ts'
import type { Owner } from '../account/owner.ts'
import { accountTexts, type Times, timesIn } from './account_texts.ts'
import { browserName } from './browser_name.ts'
import type { Page } from './page.ts'

export type DoneMessage = keyof (typeof accountTexts)['en']['done']

/** The account page: settings, spaces, sessions, applications and tokens of a user. */
export function accountPage(language: Language, owner: Owner, own: AccountOverview, done: string | undefined): Page {
  const text = accountTexts[language]
  const changed = owner.password_changed_at
  const times = timesIn(language, own.spaces)
  const notice = done && Object.hasOwn(text.done, done) ? text.done[done as DoneMessage] : undefined
  const content = html`<p class="back"><a href="/console/">${text.back}</a></p>
<h1>${text.title}</h1>
${notice && html`<p class="done" role="status">${notice}</p>`}
<p>${owner.firstname} ${owner.surname}<br><strong>${owner.login_mail}</strong></p>
<nav><ul class="ways">
${menuItem('/account/password', text.password, changed ? text.changed(times.day(changed)) : '')}
${menuItem('/account/second-factor', text.factor, own.factor.on ? text.factorOn(own.factor.codes_left) : text.factorOff)}
${menuItem('/account/address', text.address, owner.login_mail)}
</ul></nav>
${spaces(language, own.spaces)}
${connections(language, own.connections, times)}
${sessions(language, own.sessions, times)}
${applications(language, own.applications, times)}
${tokens(language, own.tokens, times)}
${languages(language)}
<form method="post" action="/account/sign-out"><button class="quiet">${text.signOut}</button></form>`
  return { status: 200, html: htmlDocument({ title: text.title, language }, content) }
}

const menuItem = (href: string, name: string, state: string) =>
  html`<li><a href="${href}">${name}</a>${state && html`<span class="hint">${state}</span>`}</li>`

function spaces(language: Language, all: SpaceEntry[]): Markup {
  const text = accountTexts[language]
  const button = (name: 'accept' | 'leave', word: string, { id, name: space }: SpaceEntry) =>
    html`<button class="small" name="${name}" value="${id}" aria-label="${word}: ${space}">${word}</button>`
  return html`<h2>${text.spaces}</h2>
${all.length === 0 && html`<p class="hint">${text.noSpaces}</p>`}
<ul class="things">
${all.map(
  space => html`<li><div><strong>${space.name}</strong>${space.pending && html`<span class="hint">${text.pending}</span>`}</div>
<form method="post" action="/account/spaces" class="row">
${
  space.pending
    ? html`${button('accept', text.accept, space)}${button('leave', text.decline, space)}`
    : html`<details><summary aria-label="${text.leave}: ${space.name}">${text.leave}</summary>
<p class="hint">${text.leaving}</p>${button('leave', text.leaveConfirm, space)}</details>`
}</form></li>`,
)}
</ul>`
}

function connections(language: Language, all: ConnectionEntry[], times: Times): Markup | undefined {
  const text = accountTexts[language]
  if (all.length === 0) return undefined
  return html`<h2>${text.connections}</h2>
<ul class="things">
${all.map(({ group_id, provider_id, name, space, created_at, required }) => {
  const since = text.since(times.day(created_at))
  return html`<li><div><strong>${name}</strong>
<span class="hint">${space ? `${space} · ` : ''}${since}${required && html`<br>${text.connectionRequired}`}</span></div>
${!required && endButton('/account/connections', `${group_id}-${provider_id}`, text.disconnect, name)}</li>`
})}
</ul>`
}

function sessions(language: Language, all: SessionEntry[], times: Times): Markup {
  const text = accountTexts[language]
  const others = all.filter(({ current }) => !current).length
  return html`<h2>${text.sessions}</h2>
<ul class="things">
${all.map(session => {
  const name = browserName(language, session.agent)
  const signedIn = text.signedIn(times.time(session.created_at))
  return html`<li><div><strong>${name}</strong>
<span class="hint">${session.current ? text.here : text.lastUsed(times.time(session.updated_at))}<br>${signedIn}</span></div>
${!session.current && endButton('/account/sessions', session.id, text.end, `${name}, ${signedIn}`)}</li>`
})}
</ul>
${others > 1 && html`<form method="post" action="/account/sessions"><button class="quiet" name="id" value="others">${text.endOthers}</button></form>`}`
}

function applications(language: Language, all: ApplicationEntry[], times: Times): Markup {
  const text = accountTexts[language]
  return html`<h2>${text.applications}</h2>
${all.length === 0 && html`<p class="hint">${text.noApplications}</p>`}
<ul class="things">
${all.map(({ id, client_id, name: given, agent, space, created_at }) => {
  const known = given ?? (client_id === 'muster-cli' ? text.commandLine : 'Muster')
  const name = agent === undefined ? known : `${known}, ${browserName(language, agent)}`
  const since = text.since(times.time(created_at))
  return html`<li><div><strong>${name}</strong>
<span class="hint">${space} · ${since}</span></div>
${endButton('/account/applications', id, text.withdraw, `${name}, ${space}, ${since}`)}</li>`
})}
</ul>`
}

function tokens(language: Language, all: TokenEntry[], times: Times): Markup | undefined {
  const text = accountTexts[language]
  if (all.length === 0) return undefined
  return html`<h2>${text.tokens}</h2>
<ul class="things">
${all.map(
  ({ id, name, space, expires_at }) => html`<li><div><strong>${name}</strong>
<span class="hint">${space} · ${text.until(times.day(expires_at))}</span></div>
${endButton('/account/tokens', id, text.revoke, `${name}, ${space}`)}</li>`,
)}
</ul>`
}

const endButton = (action: string, id: number | string, word: string, what: string) =>
  html`<form method="post" action="${action}"><button class="small" name="id" value="${id}" aria-label="${word}: ${what}">${word}</button></form>`

function languages(language: Language): Markup {
  const text = accountTexts[language]
  const choice = (value: Language, name: string) =>
    html`<button class="small" name="language" value="${value}" lang="${value}"${
      value === language && html` aria-pressed="true"`
    }>${name}</button>`
  return html`<h2>${text.language}</h2>
<form method="post" action="/account/language" class="row">${choice('fr', 'Français')}${choice('en', 'English')}</form>`
}
