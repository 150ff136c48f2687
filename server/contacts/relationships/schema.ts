import { type Static, Type } from 'typebox'
import { Id, input, Line, PersonName, Timestamp } from '../../fields.ts'

/** Each kind of relationship that is stored, and what it is called from the other side. */
export const oppositeKinds = {
  parent: 'child',
  employer: 'employee',
  caregiver: 'cared_for',
  partner: 'partner',
  sibling: 'sibling',
  friend: 'friend',
  colleague: 'colleague',
  other: 'other',
} as const

export type StoredKind = keyof typeof oppositeKinds

const kinds = [
  ...['parent', 'child', 'partner', 'sibling', 'friend', 'colleague'],
  ...['employer', 'employee', 'caregiver', 'cared_for', 'other'],
] as const

const about_kind =
  'What the other contact is to the one in the path: `child` means that the other contact is their child. `cared_for` is the opposite of `caregiver`.'

export const Relationship = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    created_by: Id,
    contact: PersonName,
    kind: Type.Enum(kinds, { description: about_kind }),
    label: Type.String({ description: 'What they are to each other, if `kind` is `other`.' }),
  },
  { title: 'Relationship' },
)

export const NewRelationship = {
  contact_id: Type.Integer({ ...Id, description: 'The other contact.' }),
  kind: Type.Enum(kinds, { description: about_kind }),
  label: Type.String({
    ...Line,
    maxLength: 100,
    default: '',
    description: 'What they are to each other. Required if `kind` is `other`, and empty otherwise.',
  }),
}

const NewShape = input(NewRelationship)
export type Relationship = Static<typeof Relationship>
export type NewRelationship = Static<typeof NewShape>
