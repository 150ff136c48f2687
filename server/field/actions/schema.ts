import { type Static, Type } from 'typebox'
import { channels } from '../../contacts/core/consent_answers.ts'
import { askedFields } from '../../contacts/core/shape.ts'
import { Id, input, Line, Name, nullable, Prose, RecordReference, Timestamp } from '../../fields.ts'
import { User } from '../../organisation/users/schema.ts'
import { ActionAddress, SentActionAddress } from '../core/fields.ts'

/** A user of an action. It never has a validation code. */
export const ActionUser = Type.Object(
  {
    ...User.properties,
    CreatedAt: Timestamp,
    UpdatedAt: Timestamp,
    two_factor_enable: Type.Boolean({
      description: 'Whether they sign in with a second factor. False where the caller may not see it.',
    }),
    validationcode: Type.Null(),
    gdpr_accepted: Type.Boolean({
      description: 'Whether they accepted that the space sees their data. False where the caller may not see it.',
    }),
    active: Type.Boolean(),
    group_id: Type.Array(Id),
  },
  { title: 'ActionUser' },
)

const ActionTeam = Type.Object(
  {
    id: Id,
    name: Name,
    group_id: Id,
    CreatedAt: Timestamp,
    UpdatedAt: Timestamp,
    DeletedAt: nullable(Timestamp),
    userswithactive: Type.Array(ActionUser, { description: 'Empty when the team hides its users from the caller.' }),
  },
  { title: 'ActionTeam' },
)

const ActionForm = Type.Object(
  {
    id: Id,
    label: Type.String(),
    type: Type.String({ description: 'How the form is answered, such as radio.' }),
    kind: Type.String({ description: 'What the form is about, such as survey.' }),
    ...askedFields,
    channel: Type.Union([Type.Enum([...channels]), Type.Null()], {
      description: 'The channel that the label of a consent names; null if it names none, or several.',
    }),
    refvalues: Type.Array(
      Type.Object({
        id: Id,
        form_id: Id,
        label: Type.String(),
        value: Type.String(),
        agrees: Type.Boolean({ description: 'Whether the words of the answer agree.' }),
      }),
    ),
  },
  { title: 'ActionForm' },
)

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Fact = Type.Object({}, { additionalProperties: true })
const facts_max = 200
const Tag = Type.String({ maxLength: 200 })
const Shape = Type.String({ maxLength: 200_000, description: 'GeoJSON of polygons, as text; empty for none.' })
const Query = Type.String({
  maxLength: 50_000,
  description: 'A query as `POST /search` takes it, as text; empty for everyone.',
})
const List = Type.String({ maxLength: 50_000, description: 'A JSON list, as text; empty for none.' })

// In the order of the interface.
const details = {
  pitch: Prose,
  link: Line,
  goal: Count,
  goal_forms: Count,
  start: nullable(Timestamp),
  end: nullable(Timestamp),
  reminder_id: Line,
  gotv_voted_tag: Tag,
  gotv_not_voted_tag: Tag,
  gotv_abstention_tag: Tag,
  public: Type.Boolean({ description: 'Visible to every member of the space.' }),
  registration_link: Line,
  aggreg_without_location: Type.Boolean({
    description: 'With a polygon: include contacts whose address has no position.',
  }),
  fields: Type.String({ ...Prose, description: 'The details to ask for at the door, as free text.' }),
  polygon: Shape,
  filter: Query,
  advanced_search: Query,
  not_polygon: Shape,
  polling_station_included: List,
  polling_station_excluded: List,
  address_included: List,
  address_excluded: List,
  polling_station_included_missing: Type.Boolean(),
  polling_station_excluded_missing: Type.Boolean(),
  address_included_missing: Type.Boolean(),
  address_excluded_missing: Type.Boolean(),
  excluded_nevada: Type.Boolean({
    description: 'Leave out contacts whose last visit says that they refused, moved away or died.',
  }),
}

export const Action = Type.Object(
  {
    id: Id,
    group_id: Id,
    CreatedAt: Timestamp,
    UpdatedAt: Timestamp,
    archived_at: nullable(Timestamp),
    name: Name,
    ...details,
    facts: Type.Array(Fact),
    Users: Type.Array(ActionUser),
    Teams: Type.Array(ActionTeam),
    Forms: Type.Array(ActionForm),
    Addresses: Type.Array(ActionAddress, {
      description: 'The first addresses. `GET /actions/{id}/addresses` has all.',
    }),
    created_by: Id,
    created_by_detail: Type.Object({
      first_name: Type.String(),
      last_name: Type.String(),
      status: Type.Enum(['active', 'inactive'], { description: 'Whether the user is still in the space.' }),
      phone: Type.String(),
      email: Type.String(),
      avator: Type.String(),
    }),
  },
  { title: 'Action' },
)

export const ActionAggregate = Type.Object(
  {
    Action,
    NbAddresses: Type.Integer({ description: 'The number of addresses. `Addresses` has the first 25.' }),
    NbVisites: Type.Integer({ description: 'The number of recorded visits.' }),
    NbContacts: Type.Integer({ description: 'The number of visits with a contact made.' }),
    NbVisitesDeclared: Type.Integer({ description: 'The number of declared visits.' }),
  },
  { title: 'ActionAggregate' },
)

const Named = Type.Array(RecordReference, { maxItems: 2000 })

const changes = {
  ...Type.Partial(Type.Object(details)).properties,
  facts: Type.Optional(Type.Array(Fact, { maxItems: facts_max })),
  Users: Type.Optional(Named),
  Teams: Type.Optional(Type.Array(RecordReference, { maxItems: 200 })),
  Forms: Type.Optional(Type.Array(RecordReference, { maxItems: 100 })),
}

export const NewAction = input(
  { name: Name, ...changes, Addresses: Type.Optional(Type.Array(SentActionAddress, { maxItems: 1000 })) },
  'NewAction',
)

/** Only the fields that are sent change. Addresses have operations of their own, because an action has only the first ones. */
export const ActionChange = input({ name: Type.Optional(Name), ...changes }, 'ActionChange')

export const Duplicate = {
  name: Type.Optional(Name),
  start: Type.Optional(nullable(Timestamp)),
  end: Type.Optional(nullable(Timestamp)),
}

const DuplicateShape = Type.Object(Duplicate)
export type Action = Static<typeof Action>
export type ActionAggregate = Static<typeof ActionAggregate>
export type ActionUser = Static<typeof ActionUser>
export type NewAction = Static<typeof NewAction>
export type ActionChange = Static<typeof ActionChange>
export type Duplicate = Static<typeof DuplicateShape>

/** The defaults of a new action. */
export const emptyAction = {
  pitch: '',
  link: '',
  goal: 0,
  goal_forms: 0,
  start: null,
  end: null,
  reminder_id: '',
  gotv_voted_tag: '',
  gotv_not_voted_tag: '',
  gotv_abstention_tag: '',
  public: false,
  registration_link: '',
  aggreg_without_location: false,
  fields: '',
  polygon: '',
  filter: '',
  advanced_search: '',
  not_polygon: '',
  polling_station_included: '',
  polling_station_excluded: '',
  address_included: '',
  address_excluded: '',
  polling_station_included_missing: false,
  polling_station_excluded_missing: false,
  address_included_missing: false,
  address_excluded_missing: false,
  excluded_nevada: false,
} as const
