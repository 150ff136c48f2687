import { ApiError, type Fault } from '../../errors.ts'
import { instantOf } from '../../fields.ts'
import { textOf } from '../../json.ts'
import type { Settings } from '../core/settings.ts'
import { membershipEnd } from './membership_terms.ts'
import type {
  Contact,
  Donation,
  Membership,
  SentDonation,
  SentMembership,
  SentTransaction,
  Transaction,
} from './schema.ts'

export type ReferencedContact = Contact & { deleted: boolean; restricted: boolean; merged_into: number | null }

/** What items may refer to, looked up beforehand. */
export interface References {
  settings: Settings
  /** Those that may be named, and those that were named before, also if they have been deleted since. */
  contacts: Map<number, ReferencedContact>
  /** Whether the caller may read restricted contacts. To others they are no contacts; they are given no payments by anyone. */
  sees_restricted: boolean
  statuses: Map<number, { archived: boolean }>
  membership_prices: Map<number, { kind: string; duration: string }>
  donation_prices: Map<number, object>
  /** Those that were sent and are in the settings, in upper or lower case. */
  payment_method_kinds: Set<string>
}

/** Where a new item belongs. */
export interface NewItemIds {
  id: number
  bundle_id: number
  group_id: number
  now: string
}

/** Collects what is wrong with a bundle, so that all of it is told at once. */
export class Faults {
  readonly list: Fault[] = []

  add(location: string, message: string, value: unknown) {
    this.list.push({ location: `body.data.${location}`, message, value })
  }

  check() {
    const [first] = this.list
    if (first)
      throw new ApiError('invalid_request', `${first.location} ${first.message}.`, { faults: this.list.slice(0, 20) })
  }
}

const base = ({ id, now, group_id, bundle_id }: NewItemIds) => ({
  id,
  CreatedAt: now,
  UpdatedAt: now,
  group_id,
  transaction_bundle_id: bundle_id,
})

// An unset field takes its default; sent and default alike go through the same checks afterwards.
export function newTransaction(
  sent: SentTransaction,
  place: NewItemIds,
  { settings, statuses }: References,
): Transaction {
  const usual = settings.default_status_id
  const status = usual !== null && statuses.get(usual)?.archived === false ? usual : null
  return {
    ...base(place),
    amount: sent.amount!,
    currency: sent.currency ?? settings.currency,
    payment_method_kind: sent.payment_method_kind ?? '',
    payment_method: sent.payment_method ?? {},
    contact_id: sent.contact_id!,
    date: instant(sent.date) ?? place.now,
    code_campaign: sent.code_campaign ?? '',
    delivered_at: instant(sent.delivered_at) ?? null,
    delivery_token: sent.delivery_token ?? '',
    comment: sent.comment ?? '',
    comment_date: instant(sent.comment_date) ?? null,
    reimbursed_amount: sent.reimbursed_amount ?? 0,
    unpaid_amount: sent.unpaid_amount ?? 0,
    external_transaction_id: sent.external_transaction_id ?? null,
    status_id: sent.status_id === undefined ? status : sent.status_id,
    extra_json: sent.extra_json ?? {},
  }
}

/** `paid_at` is when the payment was made: a membership starts then, unless it says otherwise. */
export function newMembership(
  sent: SentMembership,
  place: NewItemIds,
  { settings, membership_prices }: References,
  paid_at: string,
): Membership {
  const price_id =
    sent.membership_price_id === undefined ? settings.default_membership_price_id : sent.membership_price_id
  const start_date = instant(sent.start_date) ?? paid_at
  const rolling_year = sent.rolling_year ?? false
  const price = price_id === null ? undefined : membership_prices.get(price_id)
  return {
    ...base(place),
    contact_id: sent.contact_id!,
    start_date,
    end_date:
      sent.end_date === undefined
        ? membershipEnd(start_date, { rolling_year, price })
        : (instant(sent.end_date) ?? null),
    membership_price_id: price_id,
    amount: sent.amount!,
    amount_initial: sent.amount_initial ?? sent.amount!,
    currency: sent.currency ?? settings.currency,
    comment: sent.comment ?? '',
    rolling_year,
  }
}

export function newDonation(
  sent: SentDonation,
  place: NewItemIds,
  { settings }: References,
  paid_at: string,
): Donation {
  const initial = sent.initial_amount ?? sent.amount_initial ?? sent.amount!
  return {
    ...base(place),
    contact_id: sent.contact_id!,
    date: instant(sent.date) ?? paid_at,
    amount: sent.amount!,
    initial_amount: initial,
    amount_initial: initial,
    currency: sent.currency ?? settings.currency,
    donation_price_id:
      sent.donation_price_id === undefined ? settings.default_donation_price_id : sent.donation_price_id,
    affectation: sent.affectation ?? '',
    comment: sent.comment ?? '',
  }
}

const instants = ['date', 'delivered_at', 'comment_date', 'start_date', 'end_date']

/** The item with what was sent put over it. It keeps its stamp when that changes nothing. */
export function changedItem<Kind extends Transaction | Membership | Donation>(
  before: Kind,
  sent: object,
  now: string,
): Kind {
  const { id: _, ...changes } = Object.fromEntries(
    Object.entries(sent).map(([field, value]) => [
      field,
      instants.includes(field) && typeof value === 'string' ? instantOf(value) : value,
    ]),
  )
  // The two names of one amount stay one amount: the one that was changed counts.
  if ('initial_amount' in before) {
    const sentAs = [changes['initial_amount'], changes['amount_initial']]
    const initial =
      sentAs.find(amount => amount !== undefined && amount !== before.initial_amount) ?? before.initial_amount
    Object.assign(changes, { initial_amount: initial, amount_initial: initial })
  }
  const after = { ...before, ...changes }
  return textOf(after) === textOf(before) ? before : { ...after, UpdatedAt: now }
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
    if (!status) faults.add(`${at}.status_id`, 'is no transaction status of your space', item.status_id)
    else if (status.archived) faults.add(`${at}.status_id`, 'is archived and can no longer be given', item.status_id)
  }
  const { payment_method_kind: kind } = item
  if (kind && kind !== before?.payment_method_kind && !payment_method_kinds.has(kind))
    faults.add(`${at}.payment_method_kind`, `must be one of ${settings.payment_method_kinds.join(', ')}`, kind)
  checkParts(item, at, faults, before)
}

/**
 * What went back and what never came are parts of the amount, and no part is counted twice. The fault names what was changed. A payment
 * written before this rule keeps its parts until one of the three amounts changes.
 */
function checkParts(item: Transaction, at: string, faults: Faults, before?: Transaction) {
  const { amount, reimbursed_amount, unpaid_amount } = item
  const changed = (['reimbursed_amount', 'unpaid_amount', 'amount'] as const).filter(
    part => item[part] !== before?.[part],
  )
  if (changed.length === 0) return
  const alone = (['reimbursed_amount', 'unpaid_amount'] as const).filter(part => item[part] > amount)
  for (const part of alone) faults.add(`${at}.${part}`, `must not be more than the amount, ${amount}`, item[part])
  // Never added up: the sum may be more than a number can hold.
  if (alone.length > 0 || unpaid_amount <= amount - reimbursed_amount) return
  const messages = {
    reimbursed_amount: `must not be more than ${amount - unpaid_amount}, the amount without its unpaid part of ${unpaid_amount}`,
    unpaid_amount: `must not be more than ${amount - reimbursed_amount}, the amount without the ${reimbursed_amount} that were reimbursed`,
    amount: `must not be less than its reimbursed and unpaid parts together, ${reimbursed_amount} and ${unpaid_amount}`,
  }
  const [part] = changed
  faults.add(`${at}.${part!}`, messages[part!], item[part!])
}

const no_price = 'is no price of your space'

export function checkMembership(item: Membership, at: string, known: References, faults: Faults, before?: Membership) {
  checkContact(item, at, known, faults, before)
  const { membership_price_id: price } = item
  if (price !== null && price !== before?.membership_price_id && !known.membership_prices.has(price))
    faults.add(`${at}.membership_price_id`, no_price, price)
  if (item.end_date !== null && item.end_date < item.start_date) {
    faults.add(`${at}.end_date`, `must not be before the start, ${item.start_date}`, item.end_date)
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
      ? 'is a contact that asked that nothing be done with their data; lift the restriction first'
      : contact?.merged_into
        ? `was merged into contact ${contact.merged_into}`
        : 'is no contact of your space'
  faults.add(`${at}.contact_id`, fault, contact_id)
}

/** What a new item cannot do without. */
export function checkComplete(sent: { amount?: number; contact_id?: number }, at: string, faults: Faults) {
  for (const field of ['amount', 'contact_id'] as const) {
    if (sent[field] === undefined) faults.add(`${at}.${field}`, 'is required', null)
  }
}

const instant = (text: string | null | undefined) => (typeof text === 'string' ? instantOf(text) : undefined)
