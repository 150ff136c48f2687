import { invalid } from '../../../errors.ts'
import { type Preset, presetsOf } from './presets.ts'

// Which account an event is booked to. The settings of a space name a preset and what differs from it.

/** The settings of the ledger as they are stored: a preset, and what differs from it. */
export interface StoredLedgerSettings {
  preset: Preset
  siren?: string
  year_end?: string
  accounts?: Partial<LedgerAccounts>
  methods?: Record<string, string>
  membership_prices?: Record<string, string>
  donation_prices?: Record<string, string>
  labels?: Record<string, string>
  /** The ledger accounts of the bank accounts of the space. */
  bank_accounts?: string[]
}

/** The accounts by kind of event. */
export interface LedgerAccounts {
  /** Of people: what they promised, less what they paid. */
  people: string
  /** Of money, where a payment method has no account of its own. */
  money: string
  /** Of memberships and of donations, where their price has no account of its own. */
  memberships: string
  donations: string
  refunds: string
  /** Of money that was received, and that no bank line has yet. */
  waiting: string
  /** What banks and providers charge. */
  fees: string
  /** The counterpart of opening balances, by hand and carried forward. */
  opening: string
  /** What a year brought more than it cost, and what it cost more than it brought. */
  surplus: string
  deficit: string
}

/** The settings of the ledger with everything that the preset adds. */
export interface LedgerRules {
  preset: Preset
  siren: string
  /** The last day of the accounting year, as 12-31. */
  year_end: string
  accounts: LedgerAccounts
  /** The accounts of payment methods, in lower case. */
  methods: Record<string, string>
  /** The accounts of prices, by id. */
  membership_prices: Record<string, string>
  donation_prices: Record<string, string>
  labels: Record<string, string>
  /** The ledger accounts of the bank accounts of the space. Only bank lines are booked to them. */
  bank_accounts: string[]
}

export const default_year_end = '12-31'

export function ledgerRules(stored: StoredLedgerSettings): LedgerRules {
  const { accounts, methods, labels } = presetsOf(stored.preset)
  return {
    preset: stored.preset,
    siren: stored.siren ?? '',
    year_end: stored.year_end ?? default_year_end,
    accounts: { ...accounts, ...stored.accounts },
    methods: stored.methods ?? methods,
    membership_prices: stored.membership_prices ?? {},
    donation_prices: stored.donation_prices ?? {},
    labels: { ...labels, ...stored.labels },
    bank_accounts: stored.bank_accounts ?? [],
  }
}

/** The preset of a new space. */
export const presetOfLocale = (locale: string): Preset =>
  locale === 'fr' || locale === 'fr-FR' ? 'fr_association' : 'generic'

/** Where the money of a payment stands. What goes to a bank account waits for its bank line. */
export function moneyAccount({ methods, accounts, bank_accounts }: LedgerRules, method: string) {
  const name = method.toLowerCase()
  // Any word is a method, also the name of a property that all objects have.
  const account = (Object.hasOwn(methods, name) ? methods[name] : undefined) ?? accounts.money
  return bank_accounts.includes(account) ? accounts.waiting : account
}

export const membershipAccount = ({ membership_prices, accounts }: LedgerRules, price_id: number | null) =>
  membership_prices[String(price_id)] ?? accounts.memberships

export const donationAccount = ({ donation_prices, accounts }: LedgerRules, price_id: number | null) =>
  donation_prices[String(price_id)] ?? accounts.donations

/** An account without a label is called by its number. */
export const accountLabel = ({ labels }: LedgerRules, account: string) => labels[account] || account

/** The number of an account and its name, if it has one. */
export const accountTitle = (rules: LedgerRules, account: string) =>
  [...new Set([account, accountLabel(rules, account)])].join(' ')

/** The first three digits are those of the French chart of accounts, which its tax file requires. */
export const account_pattern = '^[0-9]{3}[0-9A-Za-z]{0,17}$'
const is_account = new RegExp(account_pattern)
const is_french_account = /^[1-8]/

/** Throws unless an entry can be booked to an account of this number. */
export function checkAccountNumber({ preset, labels }: LedgerRules, account: string, location: string) {
  if (!is_account.test(account))
    throw invalid(
      location,
      'must be the number of an account: three digits, then at most 17 digits or letters',
      account,
    )
  if (preset !== 'generic' && !is_french_account.test(account) && !Object.hasOwn(labels, account))
    throw invalid(location, 'must begin with a class of the French chart of accounts, 1 to 8', account)
}

/** The accounting year of a day: the calendar year in which it ends. */
export const accountingYear = (year_end: string, day: string) =>
  Number(day.slice(0, 4)) + (day.slice('YYYY-'.length) <= year_end ? 0 : 1)

/** The last day of an accounting year. A year that ends in February ends on its last day. */
export function lastDayOf(year_end: string, year: number) {
  const text = String(year).padStart(4, '0')
  if (year_end !== '02-29') return `${text}-${year_end}`
  return new Date(Date.UTC(year, 2, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** The first day of an accounting year. */
export const firstDayOf = (year_end: string, year: number) => dayAfter(lastDayOf(year_end, year - 1))

const day_ms = 86_400_000

export const dayAfter = (day: string) => new Date(Date.parse(day) + day_ms).toISOString().slice(0, 'YYYY-MM-DD'.length)

export const dayBefore = (day: string) => new Date(Date.parse(day) - day_ms).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Whether entries of this day can still change. */
export const isOpenDay = (day: string, validated_until: string | null) =>
  validated_until === null || day > validated_until
