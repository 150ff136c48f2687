import { type Static, type TNull, type TOptional, type TProperties, type TUnion, Type } from 'typebox'
import { AnyInteger, Id, IdFromZero, input, Name, nullable, Prose, Text, Timestamp } from '../../fields.ts'

// A contact on the wire: as it is answered, as it is sent whole, and as a patch of it is sent.

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000 })

const address = {
  addition: Text,
  building: Text,
  building_type: Text,
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

const AnswerText = { description: 'What was answered, as text; empty where a value was chosen.' }
const answer = {
  data: Type.String({ ...Prose, ...AnswerText }),
  form_id: Id,
  form_ref_id: Id,
}
const dated = {
  ...answer,
  date: nullable(Timestamp),
  survey_id: nullable(Id),
  source: Type.String({ maxLength: 500, description: 'How the answer came to us.' }),
}

const texts = {
  birth_city: Text,
  birth_country: Type.String({ pattern: '^([A-Za-z]{2,3})?$', description: 'A country code such as FR, or empty.' }),
  birth_dept: Text,
  firstname: Text,
  surname: Text,
  married_name: Text,
  gender: Type.Enum(['', 'M', 'F', 'O']),
  mail: Type.String({ maxLength: 254, format: 'email_or_empty' }),
  mobile: Text,
  phone: Text,
  nationality: Text,
  external_id: Text,
}

const marks = {
  age_category: Count,
  black_list: Type.Boolean({ description: 'Has opted out of being contacted.' }),
  mobile_invalid: Type.Boolean({ description: 'Not a telephone number, or marked by hand as one that does not work.' }),
  phone_invalid: Type.Boolean(),
}

const Score = Type.Number({ description: 'How sure a geocoder was of the address; 0 when not known.' })

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
    ...texts,
    ...marks,
    birthdate: nullable(Timestamp),
    nationbuilderid: nullable(Id),
    user_contact_id: Type.Union([Id, Type.Null()], {
      description: 'The user who is this contact, where that is known.',
    }),
    lastchangeuserid: Type.Union([Id, Type.Null()], { description: 'The user who changed the contact last.' }),
    action_ids: Type.Array(Id, { description: 'The actions this contact is part of, of those the caller sees.' }),
    membership_code: Type.String(),
    membership_number: Type.Integer(),
    restricted: Type.Boolean({ description: 'Asked that their data be kept and not used.' }),
    address: nullable(
      Type.Object({ id: Id, ...address, ...otherNames, score: Score, location: Text }, { title: 'ContactAddress' }),
    ),
    custom_fields: Type.Array(Type.Object({ ...stored, ...answer }, { title: 'CustomField' })),
    formdatas: Type.Array(Type.Object({ ...stored, ...dated }, { title: 'FormAnswer' })),
    tags: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  },
  { title: 'Contact' },
)

const list_max = 500

const SentTags = Type.Array(input({ name: Name }, 'SentTag'), {
  maxItems: list_max,
})
// To an answer that is chosen, programs send null for the text.
const sentAnswer = { ...answer, data: Type.Union([Prose, Type.Null()], AnswerText) }
const CustomFields = Type.Array(input(sentAnswer, 'SentCustomField'), { maxItems: list_max })

/** An answer as it is read and sent back. */
export const AnswerAsRead = input(
  {
    ...sentAnswer,
    date: Type.Optional(dated.date),
    survey_id: Type.Optional(dated.survey_id),
    source: Type.Optional(nullable(dated.source)),
  },
  'SentAnswer',
)
const FormDatas = Type.Array(AnswerAsRead, { maxItems: list_max })

/** Fields that may be left out, or be null, which empties them. */
const emptiable = <Fields extends TProperties>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(nullable(field))])) as {
    [Name in keyof Fields]: TOptional<TUnion<[Fields[Name], TNull]>>
  }

const numbered = <Fields extends TProperties>(fields: Fields) =>
  Object.fromEntries(Object.keys(fields).map(name => [name, TextOrNumber])) as {
    [Name in keyof Fields]: typeof TextOrNumber
  }
const TextOrNumber = Type.Union([Text, Type.Number()])

const sentAddress = emptiable({ ...numbered({ ...address, ...otherNames }), score: Score })

const sentTexts = {
  ...texts,
  birth_country: Type.String({ maxLength: 100, description: 'A country by its code, such as FR, or its name.' }),
  birthdate: Type.Union([Timestamp, Type.Literal('')]),
  nationbuilderid: IdFromZero,
}

/** The fields of a contact without its lists, each of them free to be left out. Null and an empty text both mean empty. */
export const sentDetails = {
  ...emptiable(sentTexts),
  ...Type.Partial(Type.Object(marks)).properties,
  address: Type.Optional(nullable(input(sentAddress, 'SentContactAddress'))),
}

/** A contact as it is sent whole. */
export const SentContact = input(
  {
    ...sentDetails,
    ...emptiable({ custom_fields: CustomFields, formdatas: FormDatas, tags: SentTags }),
  },
  'SentContact',
)

/** A patch of a contact: what is left out stays, null clears, a list is replaced as a whole. */
export const PatchedContact = input(
  {
    id: Type.Optional(AnyInteger),
    ...SentContact.properties,
    ...emptiable(marks),
  },
  'PatchedContact',
)

export type Contact = Static<typeof Contact>
export type SentContact = Static<typeof SentContact>
export type PatchedContact = Static<typeof PatchedContact>
export type SentAnswer = Static<typeof FormDatas>[number]
