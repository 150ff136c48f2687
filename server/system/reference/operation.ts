import { type ProblemCode, problems } from '../../errors.ts'
import { html, type Markup } from '../../http/html.ts'
import {
  answerOf,
  bodyOf,
  type Content,
  type DescribedOperation,
  exampleIn,
  isEnvelope,
  type Json,
  recordOf,
} from './document.ts'
import { type Sample, samplesOf } from './samples.ts'
import { prose, shapeOf, typeOf } from './schema_markup.ts'
import { tryForm } from './try_form.ts'

/** One operation: what it takes and returns beside examples. */
export function operationMarkup(described: DescribedOperation, document: Json): Markup {
  const { name, operation, method } = described
  const body = bodyOf(operation)
  const answer = answerOf(operation)
  const parameters = operation['parameters'] as Json[]
  return html`<article>
<h2 id="${name}"><a href="#${name}">${methodMark(method)} <code>${described.path}</code></a></h2>
<div class="facts">
<p class="hint"><code>${name}</code></p>
<p>${operation['deprecated'] && html`<strong>Deprecated.</strong> `}${prose(operation['summary'])} ${prose(operation['description'])}</p>
<p class="hint">${accessOf(operation['x-access'], method)}${operation['x-unknown-parameters'] && ' Unknown query parameters are ignored.'}</p>
${parameters.length > 0 && html`<h3>Parameters</h3><dl>${parameters.map(parameterOf)}</dl>`}
${body && html`<h3>Body</h3>${fieldsOf(body, document)}`}
<h3>Response</h3>${fieldsOf(answer, document)}
<details><summary>Errors</summary><ul>${Object.entries<Json>(operation['responses'])
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { description }]) => html`<li>${status}: ${codesOf(description)}</li>`)}</ul></details>
</div>
<div class="examples">
<div class="samples">${samplesOf(described, document).map(sample => sampleMarkup(name, sample))}</div>
<h3>Response example</h3>${example(`Response: ${name}`, textOf(exampleIn(document, answer)))}
${tryForm(described, document)}
</div>
</article>`
}

const sampleMarkup = (name: string, { kind, text }: Sample) =>
  html`<section><h3>${kind}</h3>${example(`${kind}: ${name}`, text)}</section>`

export const methodMark = (method: string) => html`<span class="method ${method.toLowerCase()}">${method}</span>`

/** Long examples scroll, also by keyboard. */
const example = (label: string, text: string) =>
  html`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

function accessOf(access: 'anyone' | 'member' | { by: string; permission: string }, method: string) {
  if (access === 'anyone') return 'Needs no token.'
  if (access === 'member') return 'For every member of the space.'
  if (access.by === 'role') return html`Needs the permission <code>${access.permission}</code>.`
  return method === 'GET'
    ? html`For every member, limited to what they can see. A token with scopes needs <code>${access.permission}</code>.`
    : html`For users whom the record allows. A token with scopes needs <code>${access.permission}</code>.`
}

const parameterOf = ({ name, in: place, required, description, schema }: Json) =>
  html`<dt><code>${name}</code> <span class="hint">${place}, ${typeOf(schema)}${required ? '' : ', optional'}</span></dt><dd>${prose(description)}</dd>`

/** The fields of an envelope, or a link to a record. */
function fieldsOf({ schema }: Content, document: Json) {
  const named = document['components'].schemas[recordOf(schema)]
  return shapeOf(isEnvelope(named) || typeof named?.examples?.[0] === 'string' ? named : schema)
}

/** The errors of a status, each with a link to what it means. */
const codesOf = (description: string) =>
  [...description.matchAll(/`(\w+)`/g)].map(([, code = ''], index) => {
    const title = problems[code as ProblemCode][1]
    return html`${index > 0 && ', '}<a href="/docs#problem-${code}" title="${title}"><code>${code}</code></a>`
  })
