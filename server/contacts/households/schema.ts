import { type Static, Type } from 'typebox'
import { Id, input, Line, Name, PersonName, Timestamp } from '../../fields.ts'

export const members_max = 50

const address = {
  house_number: Line,
  street: Line,
  addition: Line,
  postal_code: Line,
  city: Line,
  country: Line,
}

export const addressFields = Object.keys(address) as (keyof typeof address)[]

const SentIds = Type.Array(Id, {
  maxItems: members_max,
  description: 'Its members. A contact is in at most one household.',
})

export const Household = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    created_by: Id,
    name: Type.String({ description: 'Name, on one line. Empty if it named a person who was erased.' }),
    ...address,
    contact_ids: Type.Array(Id, { description: 'Its members that the caller sees.' }),
    members: Type.Array(PersonName, { description: 'The same members, with their names.' }),
  },
  { title: 'Household' },
)

const withDefault = Type.String({ ...Line, default: '' })

export const NewHousehold = {
  name: Name,
  house_number: withDefault,
  street: withDefault,
  addition: withDefault,
  postal_code: withDefault,
  city: withDefault,
  country: withDefault,
  contact_ids: Type.Array(Id, { ...SentIds, default: [] }),
}

export const HouseholdChange = Type.Partial(
  Type.Object({ name: Type.String({ ...Line, maxLength: 200 }), ...address, contact_ids: SentIds }),
).properties

const NewShape = input(NewHousehold)
const ChangedShape = input(HouseholdChange)
export type Household = Static<typeof Household>
export type NewHousehold = Static<typeof NewShape>
export type HouseholdChange = Static<typeof ChangedShape>
