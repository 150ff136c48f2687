import { html, type Markup } from '../../http/html.ts'
import { answerOf, bodyOf, type DescribedOperation, exampleIn, isForPrograms, isWrite, type Json } from './document.ts'

/** A form that sends the request from the page. The script of the page shows it and handles it. */
export function tryForm(described: DescribedOperation, document: Json): Markup | undefined {
  const { operation, method, path, name } = described
  // A stream of events never ends.
  if (!isForPrograms(described) || answerOf(operation).media === 'text/event-stream') return undefined
  const body = bodyOf(operation)
  const writes = isWrite(described)
  return html`<form class="try" hidden data-method="${method}" data-path="${path}" data-media="${body?.media}"${writes && html` data-write`}>
<details><summary>Try it<span class="unseen">: ${name}</span></summary>
${writes && html`<p class="warning">This changes data in the space of your token.</p>`}
${operation['x-access'] !== 'anyone' && tokenField}
${(operation['parameters'] as Json[]).map(parameterField)}
${body && bodyField(exampleIn(document, body))}
<button class="${writes && 'danger'}">Send ${method}</button>
<p role="status"></p><div class="outcome"></div>
</details></form>`
}

const tokenField = html`<label>Access token <span class="hint">kept in this tab only</span>
<input type="password" data-in="token" autocomplete="off" spellcheck="false" required></label>`

function parameterField({ name, in: place, required, schema, example }: Json) {
  const attributes = html` name="${name}" data-in="${place}"${required && html` required`}`
  const choices: unknown[] | undefined = schema.type === 'boolean' ? [true, false] : schema.enum
  const control = choices
    ? html`<select${attributes}>${!required && html`<option></option>`}${choices.map(choice => html`<option>${String(choice)}</option>`)}</select>`
    : html`<input${attributes} value="${required ? String(example) : ''}" autocomplete="off">`
  return html`<label>${name} <span class="hint">${place}${!required && ', optional'}</span>${control}</label>`
}

const bodyField = (example: unknown) =>
  typeof example === 'string'
    ? html`<label>File<input type="file" data-in="file" required></label>`
    : html`<label>Body<textarea data-in="body" rows="12" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea></label>`
