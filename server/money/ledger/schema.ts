import { type Static, Type } from 'typebox'
import { Id, Name, nullable, Timestamp } from '../../fields.ts'
import { Amount } from '../core/fields.ts'
import { account_pattern } from '../core/ledger/accounts.ts'
import { presets } from '../core/ledger/presets.ts'

const day_pattern = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
const Day = Type.String({ pattern: day_pattern, examples: ['2026-05-31'] })
const SentDay = Type.String({ ...Day, expects: 'be a day, such as 2026-12-31' })
const Account = Type.String({
  examples: ['512000'],
  pattern: account_pattern,
  expects: 'be the number of an account: three digits, then at most 17 digits or letters',
})
const AnyAccount = Type.String({ maxLength: 20 })
const Year = Type.Integer({
  minimum: 1900,
  maximum: 9998,
  description: 'The calendar year in which it ends.',
  examples: [2026],
})
const Sum = Type.Integer({ description: 'In minor units, such as cents.' })

export const journals = ['income', 'money', 'opening', 'bank'] as const
export const states = ['provisional', 'validated'] as const
export const entryKinds = [
  ...['membership', 'donation', 'payment', 'refund', 'refund_cancelled', 'refund_undated', 'return'],
  ...['return_cancelled', 'opening', 'carried_forward', 'result', 'bank_line'],
] as const

const JournalName = Type.Enum([...journals], {
  description:
    '`income`: memberships and donations, `money`: payments, refunds and returns, `opening`: opening balances and what is carried ' +
    'forward from the year before, `bank`: lines of bank statements.',
})
const State = Type.Enum([...states], {
  description:
    'A validated entry never changes. A provisional one follows its payment, and has neither number nor frozen names.',
})

export const EntryFilters = {
  from: Type.Optional(Type.String({ ...Timestamp, description: 'Only entries of this day or later.' })),
  to: Type.Optional(Type.String({ ...Timestamp, description: 'Only entries of this day or before.' })),
  account: Type.Optional(Type.String({ ...AnyAccount, description: 'Only entries that debit or credit it.' })),
  journal: Type.Optional(JournalName),
  state: Type.Optional(State),
  bundle_id: Type.Optional(Type.Integer({ ...Id, description: 'Only entries of this bundle.' })),
}

export const BalanceFilters = { from: EntryFilters.from, to: EntryFilters.to, state: EntryFilters.state }

const LedgerLine = Type.Object(
  {
    account: AnyAccount,
    account_label: Type.String(),
    contact_id: nullable(Id),
    contact_name: Type.String({ description: 'Empty where there is no contact, or you may not see the name.' }),
    debit: Amount,
    credit: Amount,
  },
  { title: 'LedgerLine' },
)

export const LedgerEntry = Type.Object(
  {
    id: Type.String({ description: 'Stays the same once the entry is validated.' }),
    journal: JournalName,
    journal_code: Type.String(),
    journal_label: Type.String(),
    number: nullable(
      Type.Integer({ description: 'Without gaps in its journal and year; null until it is validated.' }),
    ),
    year: nullable(Year),
    date: Type.String({ ...Day, description: 'The day on which it is booked, in the time zone of the space.' }),
    event_date: Type.String({
      ...Day,
      description: 'The day of the event. It is earlier than `date` if that day was validated already.',
    }),
    validated_on: nullable(Day),
    state: State,
    kind: Type.Enum([...entryKinds], { description: 'What happened.' }),
    item_id: Type.Integer({
      description:
        'The membership, donation, transaction, reversal or bank line; the year of an opening balance or of a result.',
    }),
    reversed: Type.Boolean({ description: 'Whether it takes back what an earlier entry of the same event has.' }),
    transaction_bundle_id: nullable(Id),
    bank_line_id: nullable(Type.Integer({ ...Id, description: 'The bank line that it is of.' })),
    reference: Type.String({ description: 'The name of the document, such as B1204.' }),
    label: Type.String(),
    amount: Amount,
    currency: Type.String(),
    lines: Type.Array(LedgerLine, { description: 'One debit and one credit.' }),
  },
  { title: 'LedgerEntry' },
)

export const Balance = Type.Object(
  {
    account: AnyAccount,
    account_label: Type.String(),
    currency: Type.String(),
    debit: Sum,
    credit: Sum,
    balance: Type.Integer({ description: 'Debit less credit.' }),
    opening: Type.Integer({ description: 'What of the balance the span opens with; the rest are its movements.' }),
  },
  { title: 'LedgerBalance' },
)

export const Validation = {
  until: Type.String({ ...SentDay, description: 'The last day to validate; before today. It cannot be taken back.' }),
}

export const ValidationResult = {
  validated_until: Day,
  entries: Type.Integer({ description: 'How many entries were validated.' }),
}

const accounts = {
  people: Type.String({ ...Account, description: 'What people owe: memberships and donations, less what they paid.' }),
  money: Type.String({ ...Account, description: 'Money, where `methods` names no account for the payment method.' }),
  memberships: Type.String({ ...Account, description: 'Memberships, where `membership_prices` names no account.' }),
  donations: Type.String({ ...Account, description: 'Donations, where `donation_prices` names no account.' }),
  refunds: Type.String({
    ...Account,
    description: 'What was refunded, except what was paid too much. The income stays as it was booked.',
  }),
  waiting: Type.String({
    ...Account,
    description:
      'Money that was received, and that no bank line has yet. Used in place of the accounts of bank accounts.',
  }),
  fees: Type.String({ ...Account, description: 'What banks and payment providers charge.' }),
  opening: Type.String({
    ...Account,
    description: 'The counterpart of opening balances and of what is carried forward.',
  }),
  surplus: Type.String({
    ...Account,
    description: 'Where the result of a year goes in the next one if income was more than expenses.',
  }),
  deficit: Type.String({ ...Account, description: 'The same if expenses were more. It can be the same account.' }),
}

const byName = (description: string, value = Account) =>
  Type.Record(Type.String(), value, { maxProperties: 200, description })

const settings = {
  preset: Type.Enum([...presets], {
    description:
      'The accounts to begin with. `fr_association`: French associations (règlement ANC 2018-06). `fr_party`: the same accounts with the words of ' +
      'parties; an accountant assigns them to the headings of the règlement ANC 2018-03. `generic`: a plain chart. A new preset replaces all accounts.',
  }),
  siren: Type.String({
    examples: ['732829320'],
    pattern: '^([0-9]{9})?$',
    expects: 'be nine digits, or empty',
    description: 'The number that the French tax file is named after; empty: that of the space.',
  }),
  year_end: Type.String({
    examples: ['12-31'],
    pattern: '^[0-9]{2}-[0-9]{2}$',
    expects: 'be a month and a day, such as 12-31',
    description: 'The last day of the accounting year. It cannot change once entries are validated.',
  }),
  methods: byName('The accounts of payment methods.'),
  membership_prices: byName('The accounts of membership prices, by id.'),
  donation_prices: byName('The accounts of donation prices, by id.'),
  labels: byName('The names of accounts.', Type.String({ ...Name, maxLength: 200 })),
}

export const LedgerSettings = Type.Object(
  {
    ...settings,
    accounts: Type.Object(accounts, { title: 'LedgerAccounts' }),
    validated_until: nullable(Type.String({ ...Day, description: 'All entries up to this day are validated.' })),
    opening_year: nullable(
      Type.Integer({
        ...Year,
        description:
          'The year whose opening balances were entered by hand. Later ones open with what is carried forward.',
      }),
    ),
    posted: Type.Boolean({
      description:
        'Whether all payments are in the ledger. After an upgrade or a change of accounts it can take some minutes.',
    }),
  },
  { title: 'LedgerSettings' },
)

export const LedgerSettingsChange = {
  ...Type.Partial(Type.Object(settings)).properties,
  accounts: Type.Optional(Type.Partial(Type.Object(accounts, { title: 'LedgerAccountsChange' }))),
}

const OpeningBalance = Type.Object(
  {
    account: Account,
    debit: Type.Integer({ ...Amount, default: 0 }),
    credit: Type.Integer({ ...Amount, default: 0 }),
  },
  { title: 'OpeningBalance', additionalProperties: false },
)

export const OpeningBalances = {
  year: Year,
  balances: Type.Array(OpeningBalance, {
    maxItems: 500,
    description: 'A debit or a credit for each account. Debits and credits have the same sum.',
  }),
}

export const OpeningBalancesResult = {
  year: Year,
  date: Day,
  entries: Type.Integer({ description: 'How many entries were posted.' }),
}

export const FecParams = {
  year: Year,
  encoding: Type.Enum(['utf-8', 'iso-8859-15'], { default: 'utf-8', description: 'The character set.' }),
  separator: Type.Enum(['tab', 'pipe'], { default: 'tab', description: 'The separator of columns.' }),
}

export const CsvParams = {
  ...EntryFilters,
  separator: Type.Enum(['tab', '|', ';', ','], { default: 'tab', description: 'The separator of columns.' }),
}

export const LedgerSum = Type.Object(
  {
    currency: Type.String({ description: 'In capitals. Sums never mix currencies.' }),
    amount: Type.Integer({ description: 'The sum in minor units, such as cents.' }),
    entries: Type.Integer({ description: 'The number of entries in the sum.' }),
  },
  {
    title: 'LedgerSum',
    description: 'The sum of matching entries in one currency. Each debits and credits its amount.',
  },
)

const FilterShape = Type.Object(EntryFilters)
const ChangeShape = Type.Object(LedgerSettingsChange)
const OpeningShape = Type.Object(OpeningBalances)
const FecShape = Type.Object(FecParams)
export type EntryFilters = Static<typeof FilterShape>
export type LedgerEntry = Static<typeof LedgerEntry>
export type LedgerSum = Static<typeof LedgerSum>
export type LedgerSettings = Static<typeof LedgerSettings>
export type LedgerSettingsChange = Static<typeof ChangeShape>
export type OpeningBalances = Static<typeof OpeningShape>
export type FecParams = Static<typeof FecShape>
