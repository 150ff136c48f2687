import { type Static, Type } from 'typebox'
import { Id, input, nullable, PersonName, Timestamp } from '../../fields.ts'
import { mergeFields } from './columns.ts'

const Side = Type.Enum(['survivor', 'gone'], { description: 'Whose value the survivor has after the merge.' })
const choices = Object.fromEntries(Object.keys(mergeFields).map(field => [field, Type.Optional(Side)]))

export const MergeRequest = {
  contact_id: Type.Integer({ ...Id, description: 'The contact that is merged into this one.' }),
  fields: Type.Optional(
    Type.Object(
      { ...choices },
      {
        additionalProperties: false,
        description:
          'Whose value to take, field by field. By default the survivor keeps its values and gets those it lacks.',
      },
    ),
  ),
}

const Ids = Type.Array(Id)
const items = { transactions: Ids, memberships: Ids, donations: Ids }

export const Merge = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    user: PersonName,
    survivor_id: Id,
    gone_id: Id,
    survivor: PersonName,
    gone: PersonName,
    fields: Type.Array(Type.String(), { description: 'What the survivor took from the other.' }),
    answers: Type.Integer({ description: 'How many answers the survivor took.' }),
    tags: Type.Integer({ description: 'How many tags the survivor took.' }),
    ...items,
    can_undo: Type.Boolean(),
    undone_at: nullable(Timestamp),
    stayed: nullable(
      Type.Object(
        {
          fields: Type.Array(Type.String(), { description: 'Fields of the contact.' }),
          answers: Type.Array(Id, { description: 'Identifiers of answers.' }),
          ...items,
        },
        { description: 'After an undo: what had changed since the merge, and therefore stayed with the survivor.' },
      ),
    ),
  },
  { title: 'Merge' },
)

const SentShape = input(MergeRequest)
export type MergeRequest = Static<typeof SentShape>
export type Merge = Static<typeof Merge>
