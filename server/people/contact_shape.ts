import { type Static, type TSchema, Type } from 'typebox'
import { AnyInteger, Id, IdFromZero, input, Name, nullable, Prose, Text, Timestamp } from '../fields.ts'

// A contact on the wire: as it is answered, as it is sent whole, and as a patch of it is sent.

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

const answer = {
  data: Type.String({ ...Prose, description: 'What was answered, as text; empty where a value was chosen.' }),
  form_id: Id,
  form_ref_id: Id,
}
const dated = {
  ...answer,
  date: nullable(Timestamp),
  survey_id: nullable(Id),
  source: Type.String({ maxLength: 500, description: 'How the answer came to us.' }),
}

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
  mobile_invalid: Type.Boolean({ description: 'Not a telephone number, or marked by hand as one that does not work.' }),
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
    restricted: Type.Boolean({ description: 'Asked that their data be kept and not used.' }),
    address: nullable(Type.Object({ id: Id, ...address, ...otherNames, location: Text }, { title: 'ContactAddress' })),
    custom_fields: Type.Array(Type.Object({ ...stored, ...answer }, { title: 'CustomField' })),
    formdatas: Type.Array(Type.Object({ ...stored, ...dated }, { title: 'FormAnswer' })),
    tags: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  },
  { title: 'Contact' },
)

const list_max = 500

export const SentTags = Type.Array(input({ name: Name }, 'SentTag'), {
  maxItems: list_max,
})
const CustomFields = Type.Array(input(answer, 'SentCustomField'), { maxItems: list_max })
const FormDatas = Type.Array(
  input(
    {
      ...answer,
      date: Type.Optional(dated.date),
      survey_id: Type.Optional(dated.survey_id),
      source: Type.Optional(dated.source),
    },
    'SentAnswer',
  ),
  { maxItems: list_max },
)

/** The fields of a contact without its lists, each of them free to be left out. */
export const sentDetails = {
  ...Type.Partial(Type.Object(details)).properties,
  address: Type.Optional(
    nullable(input(Type.Partial(Type.Object({ ...address, ...otherNames })).properties, 'SentContactAddress')),
  ),
}

/** A contact as it is sent whole. */
export const SentContact = input(
  {
    ...sentDetails,
    custom_fields: Type.Optional(CustomFields),
    formdatas: Type.Optional(FormDatas),
    tags: Type.Optional(SentTags),
  },
  'SentContact',
)

type Emptied<Fields> = { [Name in keyof Fields]?: Fields[Name] | null | undefined }

export type PatchedContact = Emptied<Omit<SentContact, 'address'>> & {
  id?: number | undefined
  address?: Emptied<SentAddress> | null | undefined
}

const emptied = (fields: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(nullable(field))]))

/** A patch of a contact: what is left out stays, null clears, a list is replaced as a whole. */
export const PatchedContact = Type.Unsafe<PatchedContact>(
  input(
    {
      id: Type.Optional(AnyInteger),
      ...emptied({ ...details, custom_fields: CustomFields, formdatas: FormDatas, tags: SentTags }),
      address: Type.Optional(nullable(input(emptied({ ...address, ...otherNames }), 'PatchedContactAddress'))),
    },
    'PatchedContact',
  ),
)

export type Contact = Static<typeof Contact>
export type SentContact = Static<typeof SentContact>
export type SentAddress = NonNullable<SentContact['address']>
export type SentAnswer = NonNullable<SentContact['formdatas']>[number]
