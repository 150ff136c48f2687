import { contacts } from './contacts.ts'
import { field_work } from './field.ts'
import { money } from './money.ts'
import { organisation } from './organisation.ts'
import { shared } from './shared.ts'

/**
 * What a field of the interface is, in a sentence, and a value that it may have. A field that means the same wherever it stands is described here, once;
 * one whose name has several meanings has an empty sentence here, and is described in the schema it belongs to.
 */
export type FieldNotes = Record<string, readonly [about: string, example?: unknown]>

export const chapters: FieldNotes[] = [shared, organisation, contacts, money, field_work]

const notes: FieldNotes = Object.assign({}, ...chapters)

export const fieldDescription = (name: string): string | undefined =>
  Object.hasOwn(notes, name) ? notes[name]![0] || undefined : undefined

export const fieldExample = (name: string): unknown => (Object.hasOwn(notes, name) ? notes[name]![1] : undefined)
