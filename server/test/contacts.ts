import { defined } from './defined.ts'
import type { TestApp } from './harness.ts'
import type { Person } from './people.ts'
import type { ReplyBody } from './reply_body.ts'

// Creates contacts and forms over HTTP.

export interface FormFields {
  label?: string
  type?: string
  kind?: string
  /** Labels of the values. */
  values?: string[]
}

export interface MadeForm {
  id: number
  label: string
  type: string
  kind: string
  archived: boolean
  refvalues: { id: number; form_id: number; label: string; value: string; archived: boolean }[]
}

let made = 0

/** A form; one to choose from unless said otherwise. */
export async function aForm(app: TestApp, who: Person, wish: FormFields = {}): Promise<MadeForm> {
  const { label = `Form ${++made}`, type = 'radio', kind = 'survey' } = wish
  const values = wish.values ?? (['text', 'numeric', 'date'].includes(type) ? [] : ['yes', 'no'])
  const form = { label, type, kind, refvalues: values.map(label => ({ label })) }
  const { status, body, text } = await app.as(who).post('/forms', { form })
  if (status !== 200) throw new Error(`no form was made: ${text}`)
  return body.data.form
}

/** An answer to this form: its first value, or the one with this label. */
export const answerTo = ({ id, refvalues }: MadeForm, label?: string, data = '') => ({
  form_id: id,
  form_ref_id: defined(
    refvalues.find(value => label === undefined || value.label === label),
    `the value ${label}`,
  ).id,
  data,
})

/** Creates a contact and returns it. */
export async function aContact(app: TestApp, who: Person, contact: object = {}) {
  const { status, body, text } = await app.as(who).post('/contacts', { contact })
  if (status !== 200) throw new Error(`no contact was made: ${text}`)
  return body.data.contact
}

/** Sends a merge patch. */
export const patchContact = (
  app: TestApp,
  who: Person,
  id: number,
  contact: unknown,
  headers: Record<string, string> = {},
) =>
  app.as(who).send('PATCH', `/contacts/${id}`, {
    body: JSON.stringify({ data: { contact } }),
    headers: { 'content-type': 'application/merge-patch+json', ...headers },
  })

/** A form and the ids of its values, in order. */
export async function aFormWithValueIds(app: TestApp, who: Person, wish: FormFields = {}) {
  const { id, refvalues } = await aForm(app, who, wish)
  return { id, refs: refvalues.map(value => value.id) }
}

/** The contact as this person reads it; undefined when there is none. */
export async function readContact(app: TestApp, who: Person, id: number): Promise<ReplyBody> {
  const { status, body } = await app.as(who).get(`/v1/contacts/${id}`)
  return status === 200 ? body : undefined
}

const stamps = ['updated_at', 'UpdatedAt', 'lastchange']

/** The same without the stamps of its last change, wherever they stand. */
export const withoutUpdateTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (stamps.includes(key) ? undefined : part)))
