import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { Id, id_max, Line, nullable, Prose, Timestamp } from '../../fields.ts'
import { Amount, Currency, FreeObject, Reference } from './fields.ts'

// The fields of transactions, memberships, donations and reversals, in the order in which they are stored and sent. Schemas, defaults, documents, history,
// erasure and verification derive from these tables. ARCHITECTURE.md says how to add a field.

/** A field of an item of a bundle. */
export interface ItemField<Schema extends TSchema = TSchema> {
  schema: Schema
  /** The value where none is sent. A field without a default is required, or `items.ts` computes it. */
  default?: unknown
  /** Text about a person: erased with the person, and hashed apart from the other fields. */
  personal?: true
}

export type ItemFields = Record<string, ItemField>

type Schemas<Fields extends ItemFields> = { [Name in keyof Fields]: Fields[Name]['schema'] }
export type FieldValues<Fields extends ItemFields> = Static<TObject<Schemas<Fields>>>

const field = <Schema extends TSchema>(schema: Schema, options: Omit<ItemField, 'schema'> = {}): ItemField<Schema> => ({
  schema,
  ...options,
})

export const transactionFields = {
  amount: field(Amount),
  currency: field(Currency),
  payment_method_kind: field(Type.String({ ...Line, description: 'One of the kinds in the settings, or empty.' }), {
    default: '',
  }),
  payment_method: field(FreeObject, { default: {}, personal: true }),
  contact_id: field(Id),
  date: field(Timestamp),
  code_campaign: field(Line, { default: '' }),
  delivered_at: field(nullable(Timestamp), { default: null }),
  delivery_token: field(Line, { default: '', personal: true }),
  comment: field(Prose, { default: '', personal: true }),
  comment_date: field(nullable(Timestamp), { default: null }),
  reimbursed_amount: field(Amount, { default: 0 }),
  unpaid_amount: field(Amount, { default: 0 }),
  external_transaction_id: field(nullable(Type.Integer({ minimum: -id_max, maximum: id_max })), { default: null }),
  status_id: field(Reference),
  extra_json: field(FreeObject, { default: {}, personal: true }),
}

export const membershipFields = {
  contact_id: field(Id),
  start_date: field(Timestamp),
  end_date: field(nullable(Timestamp)),
  membership_price_id: field(Reference),
  amount: field(Amount),
  amount_initial: field(Amount),
  currency: field(Currency),
  comment: field(Prose, { default: '', personal: true }),
  rolling_year: field(Type.Boolean(), { default: false }),
}

export const donationFields = {
  contact_id: field(Id),
  date: field(Timestamp),
  amount: field(Amount),
  initial_amount: field(Amount),
  amount_initial: field(
    Type.Integer({ ...Amount, description: 'The same as initial_amount, under the name that newer clients use.' }),
  ),
  currency: field(Currency),
  donation_price_id: field(Reference),
  affectation: field(Line, { default: '' }),
  comment: field(Prose, { default: '', personal: true }),
}

/** A reversal takes money back from a transaction: a refund, or a return by the bank. A wrong one is cancelled by another. */
export const reversal_kinds = ['refund', 'return', 'refund_cancelled', 'return_cancelled'] as const

export const reversalFields = {
  contact_id: field(Id),
  transaction_id: field(Id),
  kind: field(
    Type.Enum(reversal_kinds, {
      description:
        'A refund counts in `reimbursed_amount` of the transaction, a return in `unpaid_amount`. A cancelled one is subtracted again.',
    }),
  ),
  amount: field(Amount),
  currency: field(Currency),
  date: field(Timestamp),
  payment_method_kind: field(Type.String({ ...Line, description: 'How the money went back.' }), { default: '' }),
  reference: field(Type.String({ ...Line, description: 'Its name at the bank, for example.' }), {
    default: '',
    personal: true,
  }),
  reason: field(Prose, { default: '', personal: true }),
  cancels: field(Type.Union([Id, Type.Null()], { description: 'The reversal that this one cancels.' }), {
    default: null,
  }),
}

/** The fields of each table of items. */
export const itemFields = {
  transactions: transactionFields,
  memberships: membershipFields,
  donations: donationFields,
  reversals: reversalFields,
} satisfies Record<string, ItemFields>

export type ItemTable = keyof typeof itemFields
export const itemTables = Object.keys(itemFields) as ItemTable[]

export const schemasOf = <Fields extends ItemFields>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])) as Schemas<Fields>

const isTimestamp = ({ schema }: ItemField) =>
  schema === Timestamp || ('anyOf' in schema && Array.isArray(schema.anyOf) && schema.anyOf.includes(Timestamp))

const allFields: ItemFields = { ...transactionFields, ...membershipFields, ...donationFields, ...reversalFields }

/** The names of the fields that hold a time. */
export const timestampFields: ReadonlySet<string> = new Set(
  Object.keys(allFields).filter(name => allFields[name] && isTimestamp(allFields[name])),
)

/** The fields of an item that hold any JSON object. */
export const itemFreeObjects = {
  properties: Object.fromEntries(
    Object.keys(allFields)
      .filter(name => allFields[name]?.schema === FreeObject)
      .map(name => [name, { 'x-raw-json': true }]),
  ),
}

/** The personal fields with the values that erasure leaves. */
export const personalDefaults = (fields: ItemFields = allFields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { personal }]) => personal)
      .map(([name, { default: value }]) => [name, value]),
  )
