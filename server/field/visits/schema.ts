import { type Static, Type } from 'typebox'
import { sentDetails } from '../../contacts/core/shape.ts'
import { Id, input, nullable, PersonName, Prose, Timestamp } from '../../fields.ts'
import { ActionAddress, ClientKey, sentAddress, VisitResult } from '../core/fields.ts'

export const visits_max = 500

const Data = Type.String({ ...Prose, description: 'The answer as text. Empty where a value was chosen.' })
const form_version = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'The version of a consent’s text that was shown; the current one if it is left out.',
  }),
)
const Answers = Type.Array(
  Type.Object({ form_id: Id, form_ref_id: Id, data: Data, form_version }, { title: 'VisitAnswer' }),
)
const SentAnswers = Type.Array(
  input({ form_id: Id, form_ref_id: Id, data: Type.String({ ...Data, default: '' }), form_version }, 'SentVisitAnswer'),
  {
    maxItems: 100,
  },
)

export const Visit = Type.Object(
  {
    id: Id,
    action_id: Id,
    group_id: Id,
    key: Type.String({ description: 'The key that the client sent.' }),
    CreatedAt: Timestamp,
    UpdatedAt: Timestamp,
    withdrawn_at: nullable(Timestamp),
    recorded_by: Id,
    user: PersonName,
    team_id: nullable(Id),
    date: Timestamp,
    result: VisitResult,
    address: nullable(ActionAddress),
    contact_id: nullable(Id),
    contact_made: Type.Boolean({ description: 'Whether the visit counts as a contact made.' }),
    comment: Type.String(),
    formdatas: Type.Array(Answers.items, {
      description: 'For the user who recorded the visit and users with contacts:sensitive. Empty for others.',
    }),
  },
  { title: 'Visit' },
)

const { firstname, surname, gender, birthdate, mail, mobile, phone } = sentDetails

/** A new contact met at the door. The address of the visit becomes theirs. */
const ContactAtTheDoor = input({ firstname, surname, gender, birthdate, mail, mobile, phone }, 'ContactAtTheDoor')

const DoorVisited = input({ id: Type.Optional(Id), ...sentAddress }, 'VisitedAddress')

const details = {
  result: VisitResult,
  date: Type.Optional(Timestamp),
  comment: Type.Optional(Type.String({ maxLength: 5000 })),
  address: Type.Optional(
    Type.Union([DoorVisited, Type.Null()], {
      description: 'The `id` of an address of the action, or a new address, which is added to the action.',
    }),
  ),
  contact_id: Type.Optional(nullable(Id)),
  formdatas: Type.Optional(SentAnswers),
}

export const NewVisit = input(
  { key: ClientKey, ...details, contact: Type.Optional(nullable(ContactAtTheDoor)) },
  'NewVisit',
)

export const VisitChange = {
  visit: input({ ...details, result: Type.Optional(VisitResult) }, 'VisitChange'),
}

const state = Type.Object(
  {
    date: Timestamp,
    result: VisitResult,
    address_id: nullable(Id),
    contact_id: nullable(Id),
    comment: Type.String(),
    formdatas: Answers,
  },
  { title: 'VisitState' },
)

export const VisitHistoryEntry = Type.Object(
  { id: Id, CreatedAt: Timestamp, visit_id: Id, user: PersonName, old: state, new: nullable(state) },
  { title: 'VisitHistoryEntry' },
)

export const filters = {
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  result: Type.Optional(VisitResult),
  recorded_by: Type.Optional(Id),
  address_id: Type.Optional(Id),
  withdrawn: Type.Boolean({ default: false, description: 'List withdrawn visits instead.' }),
}

const Filters = Type.Object(filters)
export type Visit = Static<typeof Visit>
export type NewVisit = Static<typeof NewVisit>
export type VisitChange = Static<typeof VisitChange.visit>
export type VisitState = Static<typeof state>
export type VisitHistoryEntry = Static<typeof VisitHistoryEntry>
export type Filters = Static<typeof Filters>
