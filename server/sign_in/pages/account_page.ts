import { html, type Language, type Markup, pageOf } from '../../http/html.ts'
import type { Belongings, OwnApplication, OwnMembership, OwnSession, OwnToken } from '../account/account_overview.ts'
import type { Owner } from '../account/owner.ts'
import { accountTexts, dayOf, momentOf } from './account_texts.ts'
import { browserName } from './browser_name.ts'
import type { Page } from './page.ts'

export type Done = keyof (typeof accountTexts)['en']['done']

/** All that a person has of their own, and the ways to change it. */
export function accountPage(language: Language, owner: Owner, own: Belongings, done: string | undefined): Page {
  const said = accountTexts[language]
  const changed = owner.password_changed_at
  const told = done && Object.hasOwn(said.done, done) ? said.done[done as Done] : undefined
  const content = html`<h1>${said.title}</h1>
${told && html`<p class="done" role="status">${told}</p>`}
<p>${owner.firstname} ${owner.surname}<br><strong>${owner.login_mail}</strong></p>
<nav><ul class="ways">
${way('/account/password', said.password, changed ? said.changed(dayOf(language, changed)) : '')}
${way('/account/second-factor', said.factor, own.factor.on ? said.factorOn(own.factor.codes_left) : said.factorOff)}
${way('/account/address', said.address, owner.login_mail)}
</ul></nav>
${spaces(language, own.spaces)}
${sessions(language, own.sessions)}
${applications(language, own.applications)}
${tokens(language, own.tokens)}
${languages(language)}
<form method="post" action="/account/sign-out"><button class="quiet">${said.signOut}</button></form>
<p class="aside"><a href="/console/">${said.back}</a></p>`
  return { status: 200, html: pageOf({ title: said.title, language }, content) }
}

const way = (href: string, name: string, state: string) =>
  html`<li><a href="${href}">${name}</a>${state && html`<span class="hint">${state}</span>`}</li>`

function spaces(language: Language, all: OwnMembership[]): Markup {
  const said = accountTexts[language]
  const button = (name: 'accept' | 'leave', word: string, { id, name: space }: OwnMembership) =>
    html`<button class="small" name="${name}" value="${id}" aria-label="${word}: ${space}">${word}</button>`
  return html`<h2>${said.spaces}</h2>
${all.length === 0 && html`<p class="hint">${said.noSpaces}</p>`}
<ul class="things">
${all.map(
  space => html`<li><div><strong>${space.name}</strong>${space.pending && html`<span class="hint">${said.pending}</span>`}</div>
<form method="post" action="/account/spaces" class="row">
${
  space.pending
    ? html`${button('accept', said.accept, space)}${button('leave', said.decline, space)}`
    : html`<details><summary aria-label="${said.leave}: ${space.name}">${said.leave}</summary>
<p class="hint">${said.leaving}</p>${button('leave', said.leaveIndeed, space)}</details>`
}</form></li>`,
)}
</ul>`
}

function sessions(language: Language, all: OwnSession[]): Markup {
  const said = accountTexts[language]
  const others = all.filter(({ current }) => !current).length
  return html`<h2>${said.sessions}</h2>
<ul class="things">
${all.map(session => {
  const name = browserName(language, session.agent)
  return html`<li><div><strong>${name}</strong>
<span class="hint">${session.current ? said.here : said.lastUsed(momentOf(language, session.updated_at))}</span></div>
${!session.current && end('/account/sessions', session.id, said.end, name)}</li>`
})}
</ul>
${others > 1 && html`<form method="post" action="/account/sessions"><button class="quiet" name="id" value="others">${said.endOthers}</button></form>`}`
}

function applications(language: Language, all: OwnApplication[]): Markup {
  const said = accountTexts[language]
  return html`<h2>${said.applications}</h2>
${all.length === 0 && html`<p class="hint">${said.noApplications}</p>`}
<ul class="things">
${all.map(({ id, client_id, name: given, space, created_at }) => {
  const name = given ?? (client_id === 'muster-cli' ? said.commandLine : 'Muster')
  return html`<li><div><strong>${name}</strong>
<span class="hint">${space} · ${said.since(dayOf(language, created_at))}</span></div>
${end('/account/applications', id, said.withdraw, `${name}, ${space}`)}</li>`
})}
</ul>`
}

function tokens(language: Language, all: OwnToken[]): Markup | undefined {
  const said = accountTexts[language]
  if (all.length === 0) return undefined
  return html`<h2>${said.tokens}</h2>
<ul class="things">
${all.map(
  ({ id, name, space, expires_at }) => html`<li><div><strong>${name}</strong>
<span class="hint">${space} · ${said.until(dayOf(language, expires_at))}</span></div>
${end('/account/tokens', id, said.revoke, `${name}, ${space}`)}</li>`,
)}
</ul>`
}

const end = (action: string, id: number, word: string, what: string) =>
  html`<form method="post" action="${action}"><button class="small" name="id" value="${id}" aria-label="${word}: ${what}">${word}</button></form>`

function languages(language: Language): Markup {
  const said = accountTexts[language]
  const choice = (value: Language, name: string) =>
    html`<button class="small" name="language" value="${value}" lang="${value}"${
      value === language && html` aria-pressed="true"`
    }>${name}</button>`
  return html`<h2>${said.language}</h2>
<form method="post" action="/account/language" class="row">${choice('fr', 'Français')}${choice('en', 'English')}</form>`
}
