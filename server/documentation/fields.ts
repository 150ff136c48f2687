import { bank } from './bank.ts'
import { contacts } from './contacts.ts'
import { field_work } from './field.ts'
import { money } from './money.ts'
import { organisation } from './organisation.ts'
import { shared } from './shared.ts'

/**
 * A description and an example for fields of the interface, by name. A field that means the same everywhere is described here once. Where a schema gives
 * the name another meaning, it is described as `Schema.field`, or in the schema itself; an empty description here leaves it to the schemas.
 */
export type FieldNotes = Record<string, readonly [about: string, example?: unknown]>

export const chapters: FieldNotes[] = [shared, organisation, contacts, money, bank, field_work]

const notes: FieldNotes = Object.assign({}, ...chapters)

export const fieldDescription = (name: string, schema = ''): string | undefined =>
  (noteOf(`${schema}.${name}`) ?? noteOf(name))?.[0] || undefined

export const fieldExample = (name: string): unknown => noteOf(name)?.[1]

const noteOf = (name: string) => (Object.hasOwn(notes, name) ? notes[name] : undefined)
