import type { PatchedContact } from '../core/shape.ts'
import type { ImportField } from './schema.ts'

/** Columns that say yes or no, and mark the contact with a tag. */
export type MarkField = Extract<ImportField, 'organisation' | 'deceased'>

const tags: Record<MarkField, { en: string; fr: string }> = {
  organisation: { en: 'organisation', fr: 'organisation' },
  deceased: { en: 'deceased', fr: 'décédé' },
}

export const isMark = (field: ImportField): field is MarkField => Object.hasOwn(tags, field)

/** The tag of a mark, in the language of the space. */
export const tagOfMark = (mark: MarkField, locale: string) => tags[mark][locale.startsWith('fr') ? 'fr' : 'en']

/**
 * What marks mean besides the tag. An organisation has its name in `surname`, and nothing that only people have: other programs give the day of its
 * foundation as the date of birth. A person who died is not contacted.
 */
export function applyMarks(patch: PatchedContact, marks: ReadonlySet<MarkField>): PatchedContact {
  const marked: PatchedContact = marks.has('deceased') ? { ...patch, black_list: true } : patch
  if (!marks.has('organisation')) return marked
  const { firstname: _first, married_name: _married, gender: _gender, birthdate: _birth, ...organisation } = marked
  return organisation
}
