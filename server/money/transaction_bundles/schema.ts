import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { Id, id_max, input, Line, Name, nullable, PersonName, Prose, Timestamp } from '../../fields.ts'
import { stamps } from '../core/fields.ts'
import { donationFields, membershipFields, reversalFields, schemasOf, transactionFields } from '../core/item_fields.ts'

export const items_max = 500

const transaction = schemasOf(transactionFields)
const membership = schemasOf(membershipFields)
const donation = schemasOf(donationFields)
const reversal = schemasOf(reversalFields)

// An item with an id is changed, one without is added. A field that is left out keeps its value, or takes its default.
const sent = <Fields extends TProperties>(fields: Fields, title: string) =>
  Type.Array(input({ ...Type.Partial(Type.Object(fields)).properties, id: Type.Optional(Id) }, title), {
    maxItems: items_max,
  })

// In a creation every item is new: an id is dropped like any unknown field, and there is no amount or contact to keep.
const created = <Fields extends TProperties & { amount: TSchema; contact_id: TSchema }>(
  fields: Fields,
  title: string,
  items_min = 0,
) => {
  const { amount, contact_id } = fields
  const optional = Type.Partial(Type.Object(fields)).properties
  return Type.Array(input({ ...optional, amount, contact_id }, title), {
    ...(items_min > 0 && { minItems: items_min }),
    maxItems: items_max,
  })
}

/** The name of a payment in the system it comes from. */
const Origin = Type.String({ ...Name, maxLength: 300 })

export const NewBundle = {
  origin: Type.Optional(
    Type.String({
      ...Origin,
      description:
        'The name of this payment in the system it comes from, such as `civicrm 812`. A second bundle with the same origin is refused (409). ' +
        'It is not part of the response; `?origin=` of the list finds the bundle.',
    }),
  ),
  transactions: created(transaction, 'NewTransaction', 1),
  memberships: Type.Optional(created(membership, 'NewMembership')),
  donations: Type.Optional(created(donation, 'NewDonation')),
}

export const SentBundle = {
  id: Type.Optional(Id),
  transactions: Type.Optional(sent(transaction, 'TransactionChange')),
  memberships: Type.Optional(sent(membership, 'MembershipChange')),
  donations: Type.Optional(sent(donation, 'DonationChange')),
  reason: Type.Optional(
    Type.String({
      ...Name,
      maxLength: 500,
      description:
        'Why it is changed, such as `The cheque says 64 €.` Not part of the bundle: the history shows it, as `source.reason`. ' +
        'It is never erased, so it must not contain personal data.',
    }),
  ),
}

const belonging = { id: Id, ...stamps, group_id: Id, transaction_bundle_id: Id }

const ContactSummary = Type.Object(
  {
    id: Id,
    firstname: Type.String(),
    surname: Type.String(),
    group_id: Id,
    membership_code: Type.String(),
    membership_number: Type.Integer(),
  },
  { title: 'Payer' },
)

export const Transaction = Type.Object({ ...belonging, ...transaction }, { title: 'Transaction' })
const Membership = Type.Object({ ...belonging, ...membership, contact: ContactSummary }, { title: 'Membership' })
const Donation = Type.Object({ ...belonging, ...donation, contact: ContactSummary }, { title: 'Donation' })
export const Reversal = Type.Object({ ...belonging, ...reversal }, { title: 'Reversal' })

export const TransactionBundle = Type.Object(
  {
    id: Id,
    ...stamps,
    group_id: Id,
    transactions: Type.Array(Transaction),
    memberships: Type.Array(Membership),
    donations: Type.Array(Donation),
    reversals: Type.Optional(
      Type.Array(Reversal, { description: 'Refunds and returns of its transactions. Left out if there are none.' }),
    ),
    summary: Type.Object({
      transactions_count: Type.Integer(),
      memberships_count: Type.Integer(),
      donations_count: Type.Integer(),
    }),
  },
  { title: 'TransactionBundle' },
)

const State = nullable(Type.Object({}, { additionalProperties: true }))

export const HistoryEntry = Type.Object(
  {
    id: Id,
    CreatedAt: Timestamp,
    created_at: Timestamp,
    transaction_bundle_id: Id,
    kind: Type.Enum(['transaction', 'transaction_status', 'donation', 'membership', 'reversal'], {
      description: 'The kind of item. A change of status is an entry of its own.',
    }),
    target_id: Id,
    old: State,
    new: State,
    user: PersonName,
    source: Type.Object(
      {
        token_id: Type.Integer(),
        request_id: Type.String(),
        merge_id: Type.Optional(
          Type.Integer({ description: 'The merge of contacts that caused the change, or whose undo did.' }),
        ),
        reason: Type.Optional(Type.String({ description: 'The reason that was sent with the change.' })),
      },
      { description: 'The token and the request that made the change, and its reason.' },
    ),
    erased: Type.Boolean({
      description: 'Texts about a person were erased from this entry. Everything else is unchanged.',
    }),
    hash: Type.String({ description: 'Covers this entry and, through its hash, the one before it.' }),
  },
  { title: 'BundleHistoryEntry' },
)

export const CurrencySum = Type.Object(
  {
    currency: Type.String({ description: 'In capitals. Sums never mix currencies.' }),
    amount: Type.Integer({ description: 'The sum in minor units, such as cents.' }),
    transactions: Type.Integer({ description: 'The number of transactions in the sum.' }),
  },
  { title: 'CurrencySum', description: 'The sum of matching transactions in one currency.' },
)
export type CurrencySum = Static<typeof CurrencySum>

export const PaymentSum = Type.Object(
  {
    ...CurrencySum.properties,
    collected: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'What came in, less what went back on the same days, as in the statistics. In minor units. Null for filters that statistics do not ' +
        'know: contact, batch, origin, state, time of change, and times of day.',
    }),
    unpaid: Type.Integer({
      description: 'What is unpaid of these transactions: it never came, or the bank returned it.',
    }),
  },
  { title: 'PaymentSum', description: 'The sums of matching transactions in one currency.' },
)
export type PaymentSum = Static<typeof PaymentSum>

export const Filters = {
  updated_since: Type.Optional(Timestamp),
  contact_id: Type.Optional(Id),
  status_id: Type.Optional(Id),
  state: Type.Optional(
    Type.Enum(['pending', 'unpaid'], {
      description:
        '`pending`: the money has not arrived yet. `unpaid`: something of it is owed, because it did not arrive or the bank returned it.',
    }),
  ),
  payment_method_kind: Type.Optional(Line),
  batch_id: Type.Optional(Id),
  code_campaign: Type.Optional(Line),
  date_from: Type.Optional(Timestamp),
  date_to: Type.Optional(Timestamp),
  origin: Type.Optional(Type.String({ ...Origin, description: 'The origin that the bundle was created with.' })),
}

/** A refund or return of a transaction. */
export const NewReversal = {
  amount: Type.Integer({
    minimum: 1,
    maximum: id_max,
    description: 'In minor units; at most what is left of the payment.',
  }),
  date: Type.Optional(
    Type.String({ ...Timestamp, description: 'Now by default. Not before the payment, and in an open period.' }),
  ),
  reason: Type.String({ ...Prose, minLength: 1, description: 'Why the money went back.' }),
  payment_method_kind: Type.Optional(
    Type.String({ ...Line, description: 'How the money went back; by default as it came.' }),
  ),
  reference: Type.Optional(Type.String({ ...Line, description: 'Its name at the bank, for example.' })),
}

export const ReversalCancellation = {
  reason: NewReversal.reason,
  date: Type.Optional(Type.String({ ...Timestamp, description: 'Now by default, and in an open period.' })),
}

const NewShape = Type.Object(NewBundle)
const SentShape = Type.Object(SentBundle)
const FilterShape = Type.Object(Filters)
export type NewBundle = Static<typeof NewShape>
export type SentBundle = Static<typeof SentShape>
export type SentTransaction = NonNullable<SentBundle['transactions']>[number]
export type SentMembership = NonNullable<SentBundle['memberships']>[number]
export type SentDonation = NonNullable<SentBundle['donations']>[number]
export type Filters = Static<typeof FilterShape>

const ReversalShape = Type.Object(NewReversal)
const CancellationShape = Type.Object(ReversalCancellation)
export type NewReversal = Static<typeof ReversalShape>
export type ReversalCancellation = Static<typeof CancellationShape>

export type Contact = Static<typeof ContactSummary>
export type Transaction = Static<typeof Transaction>
export type Membership = Omit<Static<typeof Membership>, 'contact'>
export type Donation = Omit<Static<typeof Donation>, 'contact'>
export type Reversal = Static<typeof Reversal>
export type Item = Transaction | Membership | Donation | Reversal
export type HistoryEntry = Static<typeof HistoryEntry>
export type HistoryKind = HistoryEntry['kind']
