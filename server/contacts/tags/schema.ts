import { type Static, Type } from 'typebox'
import { Id, input, Name, nullable, PersonName, Timestamp } from '../../fields.ts'
import { jobStates } from '../../integrations/jobs/schema.ts'

export const Tag = Type.Object(
  { id: Id, name: Type.String(), contacts: Type.Integer({ description: 'How many contacts have the tag.' }) },
  { title: 'Tag' },
)

/** How many contacts one request tags; a job tags more. */
export const contacts_at_once_max = 1000
const tag_names_max = 20

export const NewTagChange = {
  add: Type.Array(Name, { maxItems: tag_names_max, default: [], description: 'Tags to add; new tags are created.' }),
  remove: Type.Array(Name, { maxItems: tag_names_max, default: [], description: 'Tags to remove.' }),
  contact_ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: contacts_at_once_max,
      description: 'The contacts; either these or `query`.',
    }),
  ),
  query: Type.Optional(Type.Unknown({ description: 'The contacts, as in `POST /search`.' })),
}

export const TagChange = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    user: PersonName,
    add: Type.Array(Type.String()),
    remove: Type.Array(Type.String()),
    state: Type.Enum([...jobStates], { description: '`done` if no job was needed.' }),
    job_id: nullable(Id),
    matched: Type.Integer({ description: 'How many contacts have been processed so far.' }),
    changed: Type.Integer({ description: 'How many of them have changed.' }),
  },
  { title: 'TagChange' },
)

const SentShape = input(NewTagChange)
export type Tag = Static<typeof Tag>
export type NewTagChange = Static<typeof SentShape>
export type TagChange = Static<typeof TagChange>
