import { type Static, Type } from 'typebox'
import { Id, IdFromZero, input, Name, nullable, Prose, Text, Timestamp } from '../../fields.ts'

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 })

const address = {
  addition: Text,
  building: Text,
  city: Text,
  country: Text,
  county: Text,
  door: Text,
  floor: Text,
  house_number: Text,
  infos: Text,
  latitude: Text,
  longitude: Text,
  postal_code: Text,
  state: Text,
  street: Text,
}

// The same parts under the names that newer programs use, and two that only they have.
const otherNames = { housenumber: Text, postalcode: Text, lattitude: Text, citycode: Text, pollingstation: Text }

const answer = { data: Prose, form_id: Id, form_ref_id: Id }
const dated = { ...answer, date: nullable(Timestamp), survey_id: nullable(Id) }

const details = {
  age_category: Count,
  birth_city: Text,
  birth_country: Type.String({ pattern: '^([A-Za-z]{2,3})?$', description: 'A country code such as FR, or empty.' }),
  birthdate: nullable(Timestamp),
  black_list: Type.Boolean({ description: 'Has opted out of being contacted.' }),
  firstname: Text,
  surname: Text,
  married_name: Text,
  gender: Type.Enum(['', 'M', 'F', 'O']),
  mail: Type.String({ maxLength: 254, format: 'email_or_empty' }),
  mobile: Text,
  mobile_invalid: Type.Boolean(),
  phone: Text,
  phone_invalid: Type.Boolean(),
  nationality: Text,
  external_id: Text,
}

const stored = { id: Id, contact_id: Id, group_id: Id, CreatedAt: Timestamp, UpdatedAt: Timestamp }

export const Contact = Type.Object(
  {
    id: IdFromZero,
    created_at: Timestamp,
    updated_at: Timestamp,
    CreatedAt: Timestamp,
    UpdatedAt: Timestamp,
    lastchange: Timestamp,
    group_id: Id,
    ...details,
    membership_code: Type.String(),
    membership_number: Type.Integer(),
    address: nullable(Type.Object({ id: Id, ...address, ...otherNames, location: Text }, { title: 'ContactAddress' })),
    custom_fields: Type.Array(Type.Object({ ...stored, ...answer })),
    formdatas: Type.Array(Type.Object({ ...stored, ...dated })),
    tags: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  },
  { title: 'Contact' },
)

const SentAddress = input(Type.Partial(Type.Object({ ...address, ...otherNames })).properties)
const list_max = 500

export const SentContact = input({
  ...Type.Partial(Type.Object(details)).properties,
  address: Type.Optional(nullable(SentAddress)),
  custom_fields: Type.Optional(Type.Array(input(answer), { maxItems: list_max })),
  formdatas: Type.Optional(
    Type.Array(input({ ...answer, date: Type.Optional(dated.date), survey_id: Type.Optional(dated.survey_id) }), {
      maxItems: list_max,
    }),
  ),
  tags: Type.Optional(Type.Array(input({ name: Name }), { maxItems: list_max })),
})

export type Contact = Static<typeof Contact>
export type SentContact = Static<typeof SentContact>
