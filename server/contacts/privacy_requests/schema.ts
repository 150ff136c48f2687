import { type Static, Type } from 'typebox'
import { Email, Id, nullable, Prose, Timestamp } from '../../fields.ts'

const Kind = Type.Enum(['access', 'erasure', 'restriction', 'rectification'], {
  description: 'Articles 15 and 20, 17, 18 and 16 of the General Data Protection Regulation.',
})
const State = Type.Enum(['open', 'done', 'refused', 'lifted'], { description: 'The state of the request.' })

export const PrivacyRequest = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    contact_id: Id,
    contact_name: Type.String({ description: 'Empty where the contact has no name or is erased.' }),
    kind: Kind,
    state: State,
    received_at: Timestamp,
    due_at: Type.String({ ...Timestamp, description: 'One month after receipt, unless extended.' }),
    overdue: Type.Boolean(),
    answered_at: nullable(Timestamp),
    created_by: Id,
    answered_by: nullable(Id),
    notes: Prose,
  },
  { title: 'PrivacyRequest' },
)

export const CompletedRequest = Type.Object(
  {
    ...PrivacyRequest.properties,
    still_known_as: Type.Array(Type.Enum(['user', 'invitation']), {
      description:
        'After an erasure: where the same mail address is still in use. An erasure does not change users and invitations.',
    }),
  },
  { title: 'CompletedPrivacyRequest' },
)

export const NewPrivacyRequest = {
  contact_id: Id,
  kind: Kind,
  received_at: Type.Optional(Type.String({ ...Timestamp, description: 'Now when left out.' })),
  notes: Type.String({ ...Prose, default: '' }),
}

export const PrivacyRequestChange = {
  notes: Type.Optional(Prose),
  due_at: Type.Optional(
    Type.String({
      ...Timestamp,
      description: 'At most three months after receipt. Tell the person why it is extended.',
    }),
  ),
}

export const RequestCompletion = {
  confirm_contact_id: Type.Optional(
    Type.Integer({ ...Id, description: 'Required for an erasure: the id of the contact, as a confirmation.' }),
  ),
}

export const RequestRefusal = {
  notes: Type.String({
    ...Prose,
    minLength: 1,
    pattern: '\\S',
    expects: 'not be blank',
    description: 'Why the request is refused.',
  }),
}

export const PrivacyRequestFilters = {
  kind: Type.Optional(Kind),
  state: Type.Optional(State),
  contact_id: Type.Optional(Id),
}

export const MailAddresses = { mails: Type.Array(Email, { maxItems: 1000 }) }

const Record = Type.Object({}, { additionalProperties: true })

export const PersonalData = Type.Object(
  {
    made_at: Timestamp,
    space: Type.Object({ id: Id, name: Type.String() }),
    contact_id: Id,
    contacts: Type.Array(Record, { description: 'The contact, and the contacts merged into it.' }),
    forms: Type.Array(Record, { description: 'The forms that the answers refer to.' }),
    records: Type.Record(Type.String(), Type.Array(Record), {
      description: 'All other records about the person, by table.',
    }),
    changes: Type.Array(Record),
    audit: Type.Array(Record, { description: 'Who read or changed their data.' }),
  },
  { title: 'PersonalData' },
)

const NewShape = Type.Object(NewPrivacyRequest)
const ChangeShape = Type.Object(PrivacyRequestChange)
const FilterShape = Type.Object(PrivacyRequestFilters)
export type PrivacyRequest = Static<typeof PrivacyRequest>
export type CompletedRequest = Static<typeof CompletedRequest>
export type NewPrivacyRequest = Static<typeof NewShape>
export type PrivacyRequestChange = Static<typeof ChangeShape>
export type PrivacyRequestFilters = Static<typeof FilterShape>
export type PersonalData = Static<typeof PersonalData>
