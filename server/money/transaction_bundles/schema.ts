import { type Static, Type } from 'typebox'
import { Id, id_max, input, Line, Name, nullable, PersonName, Prose, Timestamp } from '../../fields.ts'
import { Amount, Currency, FreeObject, Reference, stamps } from '../core/fields.ts'

export const items_max = 500

const transaction = {
  amount: Amount,
  currency: Currency,
  payment_method_kind: Type.String({ ...Line, description: 'One of the kinds in the settings, or empty.' }),
  payment_method: FreeObject,
  contact_id: Id,
  date: Timestamp,
  code_campaign: Line,
  delivered_at: nullable(Timestamp),
  delivery_token: Line,
  comment: Prose,
  comment_date: nullable(Timestamp),
  reimbursed_amount: Amount,
  unpaid_amount: Amount,
  external_transaction_id: nullable(Type.Integer({ minimum: -id_max, maximum: id_max })),
  status_id: Reference,
  extra_json: FreeObject,
}

const membership = {
  contact_id: Id,
  start_date: Timestamp,
  end_date: nullable(Timestamp),
  membership_price_id: Reference,
  amount: Amount,
  amount_initial: Amount,
  currency: Currency,
  comment: Prose,
  rolling_year: Type.Boolean(),
}

const donation = {
  contact_id: Id,
  date: Timestamp,
  amount: Amount,
  initial_amount: Amount,
  amount_initial: Type.Integer({ ...Amount, description: 'The same as initial_amount, as newer programs call it.' }),
  currency: Currency,
  donation_price_id: Reference,
  affectation: Line,
  comment: Prose,
}

// Sent with an id to change an item, without one to add it; what is left out keeps its value or takes its default.
const sent = <Fields extends Record<string, any>>(fields: Fields, title: string) =>
  Type.Array(input({ ...Type.Partial(Type.Object(fields)).properties, id: Type.Optional(Id) }, title), {
    maxItems: items_max,
  })

// In a creation every item is new, and whatever it has for an id is dropped like any field that we do not know.
const created = <Fields extends Record<string, any>>(fields: Fields, title: string) =>
  Type.Array(input(Type.Partial(Type.Object(fields)).properties, title), { maxItems: items_max })

/** What a payment is called in the books it came from. */
const Origin = Type.String({ ...Name, maxLength: 300 })

export const NewBundle = {
  origin: Type.Optional(
    Type.String({
      ...Origin,
      description:
        'A name that this payment has where it comes from, such as `civicrm 812`. While a bundle has it, a second one with the same is refused ' +
        '(409), whoever sends it and however much later. It is not part of the answer; `?origin=` of the list finds the bundle.',
    }),
  ),
  transactions: Type.Optional(created(transaction, 'NewTransaction')),
  memberships: Type.Optional(created(membership, 'NewMembership')),
  donations: Type.Optional(created(donation, 'NewDonation')),
}

export const SentBundle = {
  id: Type.Optional(Id),
  transactions: Type.Optional(sent(transaction, 'TransactionChange')),
  memberships: Type.Optional(sent(membership, 'MembershipChange')),
  donations: Type.Optional(sent(donation, 'DonationChange')),
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

export const TransactionBundle = Type.Object(
  {
    id: Id,
    ...stamps,
    group_id: Id,
    transactions: Type.Array(Transaction),
    memberships: Type.Array(Membership),
    donations: Type.Array(Donation),
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
    kind: Type.Enum(['transaction', 'transaction_status', 'donation', 'membership'], {
      description: 'What changed; a change of status is an entry of its own.',
    }),
    target_id: Id,
    old: State,
    new: State,
    user: PersonName,
    source: Type.Object(
      {
        token_id: Type.Integer(),
        request_id: Type.String(),
        merge_id: Type.Optional(Type.Integer({ description: 'Two contacts were merged, or a merge was undone.' })),
      },
      { description: 'With which token and request it was done.' },
    ),
    erased: Type.Boolean({ description: 'Texts about a person were erased from it; all else is as it was written.' }),
    hash: Type.String({ description: 'Chains this entry to the one before it.' }),
  },
  { title: 'BundleHistoryEntry' },
)

export const Filters = {
  updated_since: Type.Optional(Timestamp),
  contact_id: Type.Optional(Id),
  status_id: Type.Optional(Id),
  state: Type.Optional(
    Type.Enum(['pending', 'unpaid'], {
      description: '`pending`: the money has not come yet. `unpaid`: it never came, or the bank sent it back.',
    }),
  ),
  payment_method_kind: Type.Optional(Line),
  batch_id: Type.Optional(Id),
  code_campaign: Type.Optional(Line),
  date_from: Type.Optional(Timestamp),
  date_to: Type.Optional(Timestamp),
  origin: Type.Optional(Type.String({ ...Origin, description: 'A name that it has in the books it came from.' })),
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

export type Contact = Static<typeof ContactSummary>
export type Transaction = Static<typeof Transaction>
export type Membership = Omit<Static<typeof Membership>, 'contact'>
export type Donation = Omit<Static<typeof Donation>, 'contact'>
export type Item = Transaction | Membership | Donation
export type HistoryEntry = Static<typeof HistoryEntry>
export type HistoryKind = HistoryEntry['kind']
