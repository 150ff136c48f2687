import { html, type Markup } from '../../http/html.ts'
import type { Json } from './document.ts'

/** Text in which `backticks` mark code. */
export const prose = (text = '') =>
  html`${text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))}`

/** A schema as nested lists; named records are linked, not repeated. */
export function shapeOf(schema: Json): Markup {
  if (schema.$ref) return html`<p>${linkOf(schema.$ref)}</p>`
  if (schema.type === 'array') return html`<p>list of</p>${shapeOf(schema.items)}`
  if (schema.anyOf) return html`<ul>${schema.anyOf.map((choice: Json) => html`<li>${shapeOf(choice)}</li>`)}</ul>`
  if (schema.type !== 'object' || !schema.properties)
    return html`<p>${typeOf(schema)}${schema.description && html`. ${prose(schema.description)}`}</p>`
  return html`<dl>${Object.entries<Json>(schema.properties).map(([name, field]) => fieldOf(name, field, schema.required?.includes(name)))}</dl>`
}

function fieldOf(name: string, field: Json, required: boolean): Markup {
  const inner = [field, field.items].find(part => part?.properties)
  const usual = field.default === undefined ? '' : ` Default: ${JSON.stringify(field.default)}.`
  return html`<dt><code>${name}</code> <span class="hint">${typeOf(field)}${!required && ', optional'}</span></dt>
<dd>${prose(field.description)}${usual}${inner && shapeOf(inner)}</dd>`
}

export function typeOf(schema: Json): Markup {
  if (schema.$ref) return linkOf(schema.$ref)
  if (schema.anyOf)
    return html`${schema.anyOf.map((choice: Json, index: number) => html`${index > 0 && ' or '}${typeOf(choice)}`)}`
  if (schema.enum) return html`one of ${schema.enum.join(', ')}`
  if (schema.const !== undefined) return html`"${schema.const}"`
  if (schema.type === 'array') return html`list of ${typeOf(schema.items)}`
  return html`${schema.format ?? schema.type ?? 'anything'}`
}

// Every page has the records that it refers to.
function linkOf(ref: string) {
  const name = ref.split('/').at(-1) ?? ref
  return html`<a href="#schema-${name}">${name}</a>`
}
