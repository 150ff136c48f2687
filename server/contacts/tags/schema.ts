import { type Static, Type } from 'typebox'
import { Id, input, Name, nullable, PersonName, Timestamp } from '../../fields.ts'
import { jobStates } from '../../integrations/jobs/schema.ts'

export const Tag = Type.Object(
  { id: Id, name: Type.String(), contacts: Type.Integer({ description: 'How many contacts have it.' }) },
  { title: 'Tag' },
)

/** As many contacts are tagged at once; more take a job. */
export const contacts_at_once_max = 1000
const tag_names_max = 20

export const NewTagChange = {
  add: Type.Array(Name, { maxItems: tag_names_max, default: [], description: 'Tags to put on; new ones are made.' }),
  remove: Type.Array(Name, { maxItems: tag_names_max, default: [], description: 'Tags to take off.' }),
  contact_ids: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: contacts_at_once_max,
      description: 'Whom, one by one; either these or `query`.',
    }),
  ),
  query: Type.Optional(Type.Unknown({ description: 'Whom, as in `POST /search`.' })),
}

export const TagChange = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    user: PersonName,
    add: Type.Array(Type.String()),
    remove: Type.Array(Type.String()),
    state: Type.Enum([...jobStates], { description: '`done` when it was done at once.' }),
    job_id: nullable(Id),
    matched: Type.Integer({ description: 'How many contacts it has come to so far.' }),
    changed: Type.Integer({ description: 'How many of them had not been as they are now.' }),
  },
  { title: 'TagChange' },
)

const SentShape = input(NewTagChange)
export type Tag = Static<typeof Tag>
export type NewTagChange = Static<typeof SentShape>
export type TagChange = Static<typeof TagChange>
