import { type Static, type TNull, type TOptional, type TProperties, type TUnion, Type } from 'typebox'
import { AnyInteger, Id, IdFromZero, input, Name, nullable, Prose, Text, Timestamp } from '../../fields.ts'
import {
  type AddressColumn,
  addressColumns,
  contactFields,
  type FieldName,
  type FieldsOf,
  fieldNames,
  fieldsOf,
  type WireName,
  wireNames,
} from './fields.ts'

// A contact on the wire: as it is read, as it is sent whole, and as a patch of it is sent.

/** The schemas of these fields: as they are read, or as they are sent. */
const schemasOf = <Names extends FieldName, Which extends 'schema' | 'sent'>(names: Names[], which: Which) =>
  Object.fromEntries(names.map(name => [name, contactFields[name][which]])) as {
    [Name in Names]: (typeof contactFields)[Name][Which]
  }

/** Fields whose empty value is a value of their own, so that null is not needed to empty them. */
type Mark = FieldsOf<'count' | 'flag'>
const marks = fieldsOf('count', 'flag')
const isMark = (name: FieldName): name is Mark => (marks as FieldName[]).includes(name)
const emptiables = fieldNames.filter((name): name is Exclude<FieldName, Mark> => !isMark(name))

const Score = Type.Number({ description: 'The confidence of the geocoder in the address; 0 if unknown.' })
const TextOrNumber = Type.Union([Text, Type.Number()])

/** The parts of an address under all their names. */
const addressOf = <Part extends typeof Text | typeof TextOrNumber>(schema: Part) => {
  const columns = addressColumns.filter(column => column !== 'score')
  const parts = Object.fromEntries(columns.flatMap(wireNames).map(name => [name, schema]))
  return { ...(parts as Record<WireName<Exclude<AddressColumn, 'score'>>, Part>), score: Score }
}

const AnswerText = { description: 'What was answered, as text; empty where a value was chosen.' }
const answer = {
  data: Type.String({ ...Prose, ...AnswerText }),
  form_id: Id,
  form_ref_id: Id,
}
const FormVersion = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'The version of a consent’s text that was agreed to; 1 for other forms.',
})
const dated = {
  ...answer,
  date: nullable(Timestamp),
  survey_id: nullable(Id),
  source: Type.String({ maxLength: 500, description: 'The source of the answer.' }),
  form_version: FormVersion,
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
    ...schemasOf(fieldNames, 'schema'),
    user_contact_id: Type.Union([Id, Type.Null()], {
      description: 'The user who is this contact; null if unknown.',
    }),
    lastchangeuserid: Type.Union([Id, Type.Null()], { description: 'The user who changed the contact last.' }),
    action_ids: Type.Array(Id, { description: 'The actions of this contact that the caller sees.' }),
    membership_code: Type.String(),
    membership_number: Type.Integer(),
    restricted: Type.Boolean({ description: 'Whether the person asked that their data be stored and not used.' }),
    address: nullable(Type.Object({ id: Id, ...addressOf(Text), location: Text }, { title: 'ContactAddress' })),
    custom_fields: Type.Array(Type.Object({ ...stored, ...answer }, { title: 'CustomField' })),
    formdatas: Type.Array(Type.Object({ ...stored, ...dated }, { title: 'FormAnswer' })),
    tags: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  },
  { title: 'Contact' },
)

/** How a form is explained and when it is asked, wherever people answer it. */
export const askedFields = {
  help: Type.String({ maxLength: 2000, description: 'An explanation below the question.' }),
  text: Type.String({
    maxLength: 20_000,
    description: 'What people agree to; empty if the label says it. Only for consents.',
  }),
  version: Type.Integer({ description: 'The version of the text of a consent; 1 for other forms.' }),
  required_at_door: Type.Boolean({
    description: 'Whether apps for visits ask for an answer before they record a conversation.',
  }),
  condition: Type.Union(
    [
      Type.Object(
        {
          form_id: Id,
          form_ref_ids: Type.Array(Id, {
            maxItems: 500,
            description: 'Values of which one must be chosen; empty: any answer.',
          }),
        },
        { title: 'FormCondition' },
      ),
      Type.Null(),
    ],
    { description: 'The answer to another form on which this one depends; null: it is always asked.' },
  ),
}

const list_max = 500

const SentTags = Type.Array(input({ name: Name }, 'SentTag'), {
  maxItems: list_max,
})
// For a chosen value some clients send null as the text.
const sentAnswer = { ...answer, data: Type.Union([Prose, Type.Null()], AnswerText) }
const CustomFields = Type.Array(input(sentAnswer, 'SentCustomField'), { maxItems: list_max })

/** An answer as it is sent, with the fields it has when it is read. */
export const AnswerAsRead = input(
  {
    ...sentAnswer,
    date: Type.Optional(dated.date),
    survey_id: Type.Optional(dated.survey_id),
    source: Type.Optional(nullable(dated.source)),
    form_version: Type.Optional(
      Type.Union([FormVersion, Type.Null()], {
        description: 'The version of a consent’s text that was shown; the current one if it is left out.',
      }),
    ),
  },
  'SentAnswer',
)
const FormDatas = Type.Array(AnswerAsRead, { maxItems: list_max })

/** Fields that may be left out or null. */
const emptiable = <Fields extends TProperties>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, Type.Optional(nullable(field))])) as {
    [Name in keyof Fields]: TOptional<TUnion<[Fields[Name], TNull]>>
  }

/** The fields of a contact without its lists, all optional. Null and an empty text both empty a field. */
export const sentDetails = {
  ...emptiable(schemasOf(emptiables, 'sent')),
  ...Type.Partial(Type.Object(schemasOf(marks, 'sent'))).properties,
  address: Type.Optional(nullable(input(emptiable(addressOf(TextOrNumber)), 'SentContactAddress'))),
}

/** A whole contact as it is sent. */
export const SentContact = input(
  {
    ...sentDetails,
    ...emptiable({ custom_fields: CustomFields, formdatas: FormDatas, tags: SentTags }),
  },
  'SentContact',
)

/** A patch of a contact: a field that is left out stays, null empties it, a list is replaced as a whole. */
export const PatchedContact = input(
  {
    id: Type.Optional(AnyInteger),
    ...SentContact.properties,
    ...emptiable(schemasOf(marks, 'sent')),
  },
  'PatchedContact',
)

export type Contact = Static<typeof Contact>
export type SentContact = Static<typeof SentContact>
export type PatchedContact = Static<typeof PatchedContact>
export type SentAnswer = Static<typeof FormDatas>[number]
