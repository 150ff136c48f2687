import { aForm, type FormFields } from './contacts.ts'
import type { TestApp } from './harness.ts'
import type { Person } from './people.ts'

// For tests about merging and erasing.

/** A form and the ids of its values, in order. */
export async function aFormWithRefs(app: TestApp, who: Person, wish: FormFields = {}) {
  const { id, refvalues } = await aForm(app, who, wish)
  return { id, refs: refvalues.map(value => value.id) }
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
