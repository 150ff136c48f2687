import { problems } from '../errors.ts'
import { html, htmlDocument, type Markup } from '../http/html.ts'

/** A part of the OpenAPI document, which is written by our own code and not checked again here. */
// biome-ignore lint/suspicious/noExplicitAny: the page walks an OpenAPI document, which is valid by its own test
type Json = Record<string, any>

/** The OpenAPI document as an HTML page without scripts or external requests. */
export function referencePage(document: Json) {
  const content = html`<h1 id="top">Muster API</h1>
<p>Every request needs <code>Authorization: Bearer &lt;token&gt;</code>, except where “Needs no token” is stated. Bodies are JSON,
and the data to write goes under <code>data</code>. The same reference for programs: <a href="/openapi.json">openapi.json</a>.</p>
<nav aria-label="Resources"><ul class="inline">${document.tags.map(({ name }: Json) => html`<li><a href="#${name}">${name}</a></li>`)}
<li><a href="#events">events</a></li><li><a href="#schemas">records</a></li><li><a href="#problems">problems</a></li></ul></nav>
${document.tags.map((tag: Json) => sectionOf(tag, document))}
<section aria-labelledby="events"><h2 id="events">Events</h2>
<p>What <a href="#changes.list">the change feed</a> and <a href="#webhooks.create">webhooks</a> send, each as an
<a href="#schema-Event">Event</a>, to callers with the permission beside it.</p>
<dl>${Object.entries<Json>(document.webhooks).map(([type, { post }]) => eventOf(type, post))}</dl>
</section>
<section aria-labelledby="schemas"><h2 id="schemas">Records</h2>
${recordsIn(document).map(([name, schema]) => html`<article><h3 id="schema-${name}">${name}</h3>${shapeOf(schema)}</article>`)}
</section>
<section aria-labelledby="problems"><h2 id="problems">Problems</h2>
<p>Every error is a <a href="#schema-Problem">Problem</a>, sent as <code>application/problem+json</code>.</p>
<dl>${Object.entries(problems).map(([code, [status, title]]) => html`<dt id="problem-${code}"><code>${code}</code> ${status}</dt><dd>${title}.</dd>`)}</dl>
</section>`
  return htmlDocument({ title: 'API reference', language: 'en', wide: true }, content)
}

/** The records that operations refer to, without the envelopes, which are shown with each operation. */
function recordsIn({ components, paths }: Json): [string, Json][] {
  const operations = Object.values(paths as Json).flatMap(methods => Object.values(methods as Json))
  const whole = new Set(operations.flatMap(operation => [contentOf(operation), answerOf(operation)]).map(refOf))
  return Object.entries(components.schemas as Json).filter(([name, schema]) => !(whole.has(name) && isEnvelope(schema)))
}

const isEnvelope = ({ properties }: Json) => Boolean(properties?.data)
const contentOf = (operation: Json) => mediaOf(operation['requestBody']?.content)
const answerOf = ({ responses }: Json) => mediaOf((responses[200] ?? responses[202]).content)
const refOf = (schema: Json | undefined): string => schema?.['$ref']?.split('/').at(-1) ?? ''

const eventOf = (type: string, { summary, 'x-needs': needs }: Json) =>
  html`<dt><code>${type}</code> <span class="hint">${needs}</span></dt><dd>${summary}</dd>`

/** Text in which `backticks` mark code. */
const prose = (text = '') =>
  html`${text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`

function sectionOf({ name, description }: Json, document: Json) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Json)
      .filter(([, operation]) => operation.tags[0] === name)
      .map(([method, operation]) => ({ path, method, operation })),
  )
  const schemas = document.components.schemas as Json
  const articles = operations.map(each => articleOf(each, schemas))
  return html`<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2><p>${description}</p>${articles}</section>`
}

function articleOf({ path, method, operation }: { path: string; method: string; operation: Json }, schemas: Json) {
  const body = contentOf(operation)
  return html`<article>
<h3 id="${operation.operationId}"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p>${operation.deprecated && html`<strong>Deprecated.</strong> `}${prose(operation.summary)} ${prose(operation.description)}</p>
<p class="hint">${accessOf(operation['x-access'], method)}</p>
${operation.parameters.length > 0 && html`<h4>Parameters</h4><dl>${operation.parameters.map(parameterOf)}</dl>`}
${body && html`<h4>Body</h4>${bodyOf(body, schemas)}`}
<h4>Answer</h4>${bodyOf(answerOf(operation), schemas)}
<details><summary>Errors</summary><dl>${Object.entries<Json>(operation.responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => html`<dt>${status}</dt><dd>${prose(description)}</dd>`)}</dl></details>
<p class="hint"><a href="#top">Back to the top</a></p>
</article>`
}

function accessOf(access: 'anyone' | 'member' | { by: string; permission: string }, method: string) {
  if (access === 'anyone') return 'Needs no token.'
  if (access === 'member') return 'For every member of the space.'
  if (access.by === 'role') return `Needs the permission ${access.permission}.`
  return method === 'get'
    ? `For every member, limited to what they can see. A token with scopes needs ${access.permission}.`
    : `For users whom the record allows. A token with scopes needs ${access.permission}.`
}

const parameterOf = ({ name, in: place, required, description, schema }: Json) =>
  html`<dt><code>${name}</code> <span class="hint">${place}, ${typeOf(schema)}${required ? '' : ', optional'}</span></dt><dd>${prose(description)}</dd>`

const mediaOf = (content: Json | undefined) => (content ? (Object.values(content)[0] as Json).schema : undefined)

/** The body or answer of an operation: the fields of an envelope or a link to a record, and an example. */
function bodyOf(schema: Json, schemas: Json): Markup {
  const named = schemas[refOf(schema)]
  const [example] = named.examples ?? []
  return html`${shapeOf(isEnvelope(named) ? named : schema)}${
    typeof example === 'object' &&
    html`<details><summary>Example</summary><pre><code>${JSON.stringify(example, null, 2)}</code></pre></details>`
  }`
}

/** A schema as nested lists; named records are linked, not repeated. */
function shapeOf(schema: Json): Markup {
  if (schema.$ref) return linkOf(schema.$ref)
  if (schema.type === 'array') return html`<p>list of</p>${shapeOf(schema.items)}`
  if (schema.anyOf) return html`<ul>${schema.anyOf.map((choice: Json) => html`<li>${shapeOf(choice)}</li>`)}</ul>`
  if (schema.type !== 'object' || !schema.properties)
    return html`<p>${typeOf(schema)}${schema.description && html`. ${prose(schema.description)}`}</p>`
  return html`<dl>${Object.entries(schema.properties).map(([name, field]) => fieldOf(name, field as Json, schema.required?.includes(name)))}</dl>`
}

function fieldOf(name: string, field: Json, required: boolean): Markup {
  const inner =
    field.type === 'object' && field.properties
      ? field
      : field.type === 'array' && field.items?.properties
        ? field.items
        : undefined
  return html`<dt><code>${name}</code> <span class="hint">${typeOf(field)}${!required && ', optional'}</span></dt>
<dd>${prose(field.description)}${field.default !== undefined && ` Default: ${JSON.stringify(field.default)}.`}${inner && shapeOf(inner)}</dd>`
}

function typeOf(schema: Json): Markup {
  if (schema.$ref) return linkOf(schema.$ref)
  if (schema.anyOf)
    return html`${schema.anyOf.map((choice: Json, index: number) => html`${index > 0 && ' or '}${typeOf(choice)}`)}`
  if (schema.enum) return html`one of ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return html`"${schema.const}"`
  if (schema.type === 'array') return html`list of ${typeOf(schema.items)}`
  return html`${schema.format ?? schema.type ?? 'anything'}`
}

function linkOf(ref: string) {
  const name = ref.split('/').at(-1) ?? ref
  return html`<a href="#schema-${name}">${name}</a>`
}
