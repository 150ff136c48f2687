import { problems } from '../../errors.ts'
import { html, type Markup } from '../../http/html.ts'
import { areasOf } from './areas.ts'
import { type DescribedOperation, type Json, operationsIn, recordsIn, recordsOf } from './document.ts'
import { referenceDocument } from './layout.ts'
import { methodMark, operationMarkup } from './operation.ts'
import { prose, shapeOf } from './schema_markup.ts'

/** The overview, the page of all records, or that of a resource. */
export function referencePage(name: string, document: Json): string {
  if (name === 'overview') return overviewPage(document)
  if (name === 'records') return recordsPage(document)
  const { description } = document['tags'].find((tag: Json) => tag['name'] === name)
  return resourcePage(name, description, document)
}

/**
 * An entry with an id for every operation, record, event and error code. A link to /docs#contacts.list therefore leads somewhere also without the script,
 * and the search of the other pages reads this page as its index.
 */
function overviewPage(document: Json) {
  const { tags, info } = document
  return referenceDocument(
    { title: 'API reference', tags, current: '/docs' },
    html`<h1 id="top">Muster API</h1>
<p class="jump"><a href="#resources">Resources</a> <a href="#events">Events</a> <a href="#problems">Errors</a> <a href="#schemas">Records</a></p>
<p>${prose(info.description)}</p>
<p>The data to write goes under <code>data</code>. The same reference for programs: <a href="/openapi.json">openapi.json</a>.</p>
<h2 id="start">Start</h2>
<p>Often needed: ${tasks.map(([text, page, id], index) => html`${index > 0 && ' · '}<a href="/docs/${page}#${id}">${text}</a>`)}.</p>
<p>Every request needs an access token, except where “Needs no token” is stated. Create one in the console, under Settings,
<a href="/console/settings/tokens">Access tokens</a>.
The examples for curl and the command line take the address and the token from the environment:</p>
<pre tabindex="0" role="group" aria-label="Environment"><code>export MUSTER_URL=<span data-origin>https://muster.example.org</span>
export MUSTER_TOKEN=…</code></pre>
<p>Those for the SDK begin with:</p>
<pre tabindex="0" role="group" aria-label="SDK"><code>import { connect } from 'muster-sdk'

const muster = connect({ url: '<span data-origin>https://muster.example.org</span>', token })</code></pre>
<h2 id="resources">Resources</h2>
${areasOf(tags).flatMap(area => area.tags.map(tag => resourceEntries(tag, document)))}
<h2 id="events">Events</h2>
<p>What <a href="/docs/changes#changes.list">the change feed</a> and <a href="/docs/webhooks#webhooks.create">webhooks</a> send, each as an
<a href="/docs/records#schema-Event">Event</a>, to callers with the permission beside it.</p>
<dl>${Object.entries<Json>(document['webhooks']).map(([type, { post }]) => eventEntry(type, post))}</dl>
<h2 id="problems">Errors</h2>
<p>Every error is a <a href="/docs/records#schema-Problem">Problem</a>, sent as <code>application/problem+json</code>. Decide by <code>code</code>,
not by texts. Quote <code>instance</code>, the request id, when you ask for support.</p>
<dl>${Object.entries(problems).map(([code, [status, title, advice]]) => problemEntry(code, status, title, advice))}</dl>
<h2 id="schemas">Records</h2>
<ul class="names">${recordsIn(document).map(([name]) => recordEntry(name))}</ul>`,
  )
}

/** What a first program usually does: text, page and operation. */
const tasks = [
  ['create a contact', 'contacts', 'contacts.create'],
  ['find contacts', 'search', 'search.search'],
  ['record a payment', 'transaction_bundles', 'transaction_bundles.create'],
  ['import a file', 'imports', 'imports.upload'],
  ['follow changes', 'changes', 'changes.list'],
  ['receive webhooks', 'webhooks', 'webhooks.create'],
] as const

function resourceEntries({ name, description }: Json, document: Json) {
  return html`<section aria-labelledby="${name}"><div data-entry="Resource"><h3 id="${name}"><a href="/docs/${name}">${name}</a></h3>
<p class="hint">${description}</p></div>
<ul class="operations">${operationsOf(name, document).map(
    ({ name: id, method, path, operation }) =>
      html`<li data-entry="Operation" data-words="${synonymsOf(id)}"><a id="${id}" href="/docs/${name}#${id}">${methodMark(method)} <code>${path}</code></a>
<span class="hint">${prose(operation['summary'])}</span></li>`,
  )}</ul></section>`
}

/** Other words that people search an operation by. */
const synonymsOf = (id: string) =>
  Object.entries(synonyms)
    .filter(([verb]) => id.split('.')[1]?.startsWith(verb))
    .map(([, words]) => words)
    .join(' ')

const synonyms = {
  create: 'add new make record',
  update: 'change edit',
  replace: 'change edit',
  remove: 'delete',
  read: 'get show',
}

const eventEntry = (type: string, { summary, 'x-needs': needs }: Json) =>
  html`<div data-entry="Event"><dt id="event-${type}"><a href="/docs#event-${type}"><code>${type}</code></a> <span class="hint">${needs}</span></dt>
<dd>${summary}</dd></div>`

const problemEntry = (code: string, status: number, title: string, advice: string) =>
  html`<div data-entry="Error"><dt id="problem-${code}"><a href="/docs#problem-${code}"><code>${code}</code></a> ${status}</dt>
<dd>${title}. ${prose(advice)}</dd></div>`

const recordEntry = (name: string) =>
  html`<li data-entry="Record"><a id="schema-${name}" href="/docs/records#schema-${name}">${name}</a></li>`

const operationsOf = (resource: string, document: Json): DescribedOperation[] =>
  operationsIn(document).filter(({ operation }) => operation['tags'][0] === resource)

function resourcePage(name: string, description: string, document: Json) {
  const operations = operationsOf(name, document)
  const records = recordsOf(operations, document)
  return referenceDocument(
    { title: `${name} · API reference`, tags: document['tags'], current: `/docs/${name}` },
    html`<h1 id="top">${name}</h1><p>${description}</p>
<ul class="operations">${operations.map(
      ({ name: id, method, path, operation }) =>
        html`<li><a href="#${id}">${methodMark(method)} <code>${path}</code></a> <span class="hint">${prose(operation['summary'])}</span></li>`,
    )}</ul>
${operations.map(each => operationMarkup(each, document))}
${records.length > 0 && html`<h2 id="schemas">Records</h2>${records.map(record => recordMarkup(record, html`h3`))}`}`,
  )
}

const recordsPage = (document: Json) =>
  referenceDocument(
    { title: 'Records · API reference', tags: document['tags'], current: '/docs/records' },
    html`<h1 id="top">Records</h1><p>What requests and responses consist of, besides their envelopes.</p>
${recordsIn(document).map(record => recordMarkup(record, html`h2`))}`,
  )

const recordMarkup = ([name, schema]: [string, Json], heading: Markup) =>
  html`<section class="record" aria-labelledby="schema-${name}">
<${heading} id="schema-${name}"><a href="#schema-${name}">${name}</a></${heading}>${shapeOf(schema)}</section>`
