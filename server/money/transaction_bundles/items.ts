import { ApiError, type Fault } from '../../errors.ts'
import { instantOf } from '../../fields.ts'
import { recordJson } from '../../json.ts'
import { msg, type Text } from '../../messages/message.ts'
import type { CheckSettings } from '../core/checks/checks.ts'
import type { CheckedPrice } from '../core/checks/item_checks.ts'
import type { StoredRules } from '../core/contributions/rules.ts'
import {
  donationFields,
  type FieldValues,
  type ItemFields,
  membershipFields,
  timestampFields,
  transactionFields,
} from '../core/item_fields.ts'
import type { StoredLedgerSettings } from '../core/ledger/accounts.ts'
import { membershipTerm, type TermPrice } from '../core/membership_terms.ts'
import type { Settings } from '../core/settings.ts'
import type {
  Contact,
  Donation,
  Item,
  Membership,
  SentDonation,
  SentMembership,
  SentTransaction,
  Transaction,
} from './schema.ts'

export type ReferencedContact = Contact & {
  deleted: boolean
  restricted: boolean
  merged_into: number | null
  /** Changes with every change of the contact. */
  version: number
}

/** The settings that decide about payments. */
export type PaymentSettings = Pick<
  Settings,
  | 'currency'
  | 'default_status_id'
  | 'default_membership_price_id'
  | 'default_donation_price_id'
  | 'payment_method_kinds'
  | 'open_periods'
> & {
  time_zone: string
  ledger: StoredLedgerSettings
  ledger_validated_until: string | null
  payment_checks: Partial<CheckSettings>
  contribution_rules: StoredRules | null
}

/** The records that items may refer to, looked up before a bundle is written. */
export interface References {
  settings: PaymentSettings
  /** The contacts that were sent, and those the bundle has already, deleted ones included. */
  contacts: Map<number, ReferencedContact>
  /** Whether the caller may read restricted contacts, and gets the reason why they cannot be used. */
  sees_restricted: boolean
  statuses: Map<number, { archived: boolean; kind: string }>
  membership_prices: Map<number, CheckedPrice & TermPrice>
  donation_prices: Map<number, CheckedPrice>
  /** The kinds that were sent and are in the settings, whatever their case. */
  payment_method_kinds: Set<string>
}

/** The ids and the time of a new item. */
export interface NewItemIds {
  id: number
  bundle_id: number
  group_id: number
  now: string
}

/** Collects the faults of a bundle, to report all of them in one error. */
export class Faults {
  readonly list: Fault[] = []

  add(location: string, message: Text, value: unknown) {
    this.list.push({ location: `body.data.${location}`, message, value })
  }

  check() {
    const [first] = this.list
    if (first)
      throw new ApiError('invalid_request', msg`${first.location} ${first.message}.`, {
        faults: this.list.slice(0, 20),
      })
  }
}

const base = ({ id, now, group_id, bundle_id }: NewItemIds) => ({
  id,
  CreatedAt: now,
  UpdatedAt: now,
  group_id,
  transaction_bundle_id: bundle_id,
})

export function newTransaction(
  sent: SentTransaction,
  ids: NewItemIds,
  { settings: { currency, default_status_id }, statuses }: References,
): Transaction {
  const isUsable = default_status_id !== null && statuses.get(default_status_id)?.archived === false
  const status_id = isUsable ? default_status_id : null
  return newItem(transactionFields, { currency, date: ids.now, status_id, ...definedIn(sent) }, ids)
}

/** A membership has the term that is sent, and else that of its price. */
export function newMembership(
  sent: SentMembership,
  ids: NewItemIds,
  { settings: { currency, default_membership_price_id, time_zone }, membership_prices }: References,
  paid_at: string,
): Membership {
  const item = newItem(
    membershipFields,
    {
      start_date: paid_at,
      membership_price_id: default_membership_price_id,
      amount_initial: sent.amount,
      currency,
      ...definedIn(sent),
    },
    ids,
  )
  const { rolling_year, membership_price_id } = item
  const price = membership_price_id === null ? undefined : membership_prices.get(membership_price_id)
  const chosen = {
    start_date: sent.start_date === undefined ? undefined : item.start_date,
    end_date: sent.end_date === undefined ? undefined : item.end_date,
  }
  return { ...item, ...membershipTerm(item.start_date, chosen, { rolling_year, price, time_zone }) }
}

export function newDonation(
  sent: SentDonation,
  ids: NewItemIds,
  { settings: { currency, default_donation_price_id } }: References,
  paid_at: string,
): Donation {
  const initial = sent.initial_amount ?? sent.amount_initial ?? sent.amount
  const computed = { date: paid_at, currency, donation_price_id: default_donation_price_id }
  const amounts = { initial_amount: initial, amount_initial: initial }
  return newItem(donationFields, { ...computed, ...definedIn(sent), ...amounts }, ids)
}

/** A new item with its fields in their order. A field without a value has its default. */
export function newItem<Fields extends ItemFields>(fields: Fields, sent: object, ids: NewItemIds) {
  const values: Record<string, unknown> = withInstants(sent)
  // `checkComplete` has checked that the required fields are sent; the others have a value here.
  const own = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, values[name] === undefined ? field.default : values[name]]),
  ) as FieldValues<Fields>
  return { ...base(ids), ...own }
}

const definedIn = (sent: object) => Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))

/** What was sent, with times in the one format in which they are stored. */
const withInstants = (sent: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sent)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        timestampFields.has(name) && typeof value === 'string' ? instantOf(value) : value,
      ]),
  )

/** The item with the fields that were sent. Where nothing changes it is the same object, with its old `UpdatedAt`. */
export function changedItem<Kind extends Item>(before: Kind, sent: object, now: string): Kind {
  const { id: _, ...changes } = withInstants(sent)
  // Two fields for one amount: the one that differs from the stored amount counts.
  if ('initial_amount' in before) {
    const amounts = [changes['initial_amount'], changes['amount_initial']]
    const initial =
      amounts.find(amount => amount !== undefined && amount !== before.initial_amount) ?? before.initial_amount
    Object.assign(changes, { initial_amount: initial, amount_initial: initial })
  }
  const after = { ...before, ...changes }
  return recordJson(after) === recordJson(before) ? before : { ...after, UpdatedAt: now }
}

export function checkTransaction(
  item: Transaction,
  at: string,
  known: References,
  faults: Faults,
  before?: Transaction,
) {
  const { settings, statuses, payment_method_kinds } = known
  checkContact(item, at, known, faults, before)
  const status = item.status_id === null ? undefined : statuses.get(item.status_id)
  if (item.status_id !== null && item.status_id !== before?.status_id) {
    if (!status) faults.add(`${at}.status_id`, 'is not a transaction status of your space', item.status_id)
    else if (status.archived) faults.add(`${at}.status_id`, 'is archived; choose another status', item.status_id)
  }
  const { payment_method_kind: kind } = item
  if (kind && kind !== before?.payment_method_kind && !payment_method_kinds.has(kind))
    faults.add(`${at}.payment_method_kind`, msg`must be one of ${settings.payment_method_kinds}`, kind)
  checkParts(item, at, faults, before)
}

/** The reimbursed and the unpaid amount together are at most the amount. The fault is reported at the amount that changed. */
function checkParts(item: Transaction, at: string, faults: Faults, before?: Transaction) {
  const { amount, reimbursed_amount, unpaid_amount } = item
  const changed = (['reimbursed_amount', 'unpaid_amount', 'amount'] as const).filter(
    part => item[part] !== before?.[part],
  )
  const [first] = changed
  if (!first) return
  const alone = (['reimbursed_amount', 'unpaid_amount'] as const).filter(part => item[part] > amount)
  for (const part of alone) faults.add(`${at}.${part}`, msg`must not be more than the amount, ${amount}`, item[part])
  // Subtracted, because the sum of the parts can exceed the safe integers.
  if (alone.length > 0 || unpaid_amount <= amount - reimbursed_amount) return
  const messages = {
    reimbursed_amount: msg`must not be more than ${amount - unpaid_amount}, the amount without its unpaid part of ${unpaid_amount}`,
    unpaid_amount: msg`must not be more than ${amount - reimbursed_amount}, the amount without the ${reimbursed_amount} that were reimbursed`,
    amount: msg`must not be less than its reimbursed and unpaid parts together, ${reimbursed_amount} and ${unpaid_amount}`,
  }
  faults.add(`${at}.${first}`, messages[first], item[first])
}

const no_price = 'is not a price of your space'

export function checkMembership(item: Membership, at: string, known: References, faults: Faults, before?: Membership) {
  checkContact(item, at, known, faults, before)
  const { membership_price_id: price } = item
  if (price !== null && price !== before?.membership_price_id && !known.membership_prices.has(price))
    faults.add(`${at}.membership_price_id`, no_price, price)
  if (item.end_date !== null && item.end_date < item.start_date) {
    faults.add(`${at}.end_date`, msg`must not be before the start, ${item.start_date}`, item.end_date)
  }
}

export function checkDonation(item: Donation, at: string, known: References, faults: Faults, before?: Donation) {
  checkContact(item, at, known, faults, before)
  const { donation_price_id: price } = item
  if (price !== null && price !== before?.donation_price_id && !known.donation_prices.has(price))
    faults.add(`${at}.donation_price_id`, no_price, price)
}

function checkContact(
  { contact_id }: { contact_id: number },
  at: string,
  { contacts, sees_restricted }: References,
  faults: Faults,
  before?: { contact_id: number },
) {
  if (contact_id === before?.contact_id) return
  const contact = contacts.get(contact_id)
  if (contact?.deleted === false && !contact.restricted) return
  const fault =
    contact?.restricted && sees_restricted
      ? 'is a contact whose data is restricted; lift the restriction first'
      : contact?.merged_into
        ? msg`was merged into contact ${contact.merged_into}`
        : 'is not a contact of your space'
  faults.add(`${at}.contact_id`, fault, contact_id)
}

/** The fields that a new item must have. */
export function checkComplete(sent: { amount?: number; contact_id?: number }, at: string, faults: Faults) {
  for (const field of ['amount', 'contact_id'] as const) {
    if (sent[field] === undefined) faults.add(`${at}.${field}`, 'is required', null)
  }
}
