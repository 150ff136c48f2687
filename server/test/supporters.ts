import type { TestApp } from './harness.ts'
import type { Person } from './people.ts'

// What stories about supporters need: forms, and contacts with all that can be known of somebody.

export interface FormWish {
  kind?: string
  type?: string
  values?: string[]
}

/** A form of the space, straight in the database. Answers its id and those of its values. */
export async function aForm(app: TestApp, space: number, wish: FormWish = {}) {
  const { kind = 'survey', type = 'radio', values = ['yes', 'no'] } = wish
  const [form] = await app.owner<{ id: number }[]>`
    insert into forms (group_id, label, type, kind) values (${space}, ${`${kind} ${type}`}, ${type}, ${kind}) returning id`
  const rows = values.map((value, position) => ({ group_id: space, form_id: form!.id, position, label: value, value }))
  const refs = await app.owner<{ id: number }[]>`insert into form_refvalues ${app.owner(rows)} returning id`
  return { id: form!.id, refs: refs.map(({ id }) => id) }
}

/** The contact as this person reads it; undefined when there is none. */
export async function contactAt(app: TestApp, who: Person, id: number): Promise<any> {
  const { status, body } = await app.as(who).get(`/v1/contacts/${id}`)
  return status === 200 ? body : undefined
}

const stamps = ['updated_at', 'UpdatedAt', 'lastchange']

/** The same without the stamps of its last change, wherever they stand. */
export const withoutStamps = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, part) => (stamps.includes(key) ? undefined : part)))
