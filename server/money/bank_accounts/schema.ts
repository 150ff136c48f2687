import { type Static, Type } from 'typebox'
import { Id, input, Line, Name, nullable } from '../../fields.ts'
import { Day, LedgerAccount, SignedAmount } from '../core/bank/fields.ts'
import { Currency, stamps } from '../core/fields.ts'

const Column = Type.Integer({ minimum: 0, maximum: 199, description: 'The index of a column, from 0.' })

/** How CSV files of a bank are read. */
const mapping = {
  encoding: Type.Enum(['auto', 'utf-8', 'windows-1252', 'iso-8859-15'], {
    default: 'auto',
    description: 'The character set. `auto` finds it out.',
  }),
  separator: Type.Enum(['auto', ',', ';', '\t', '|'], { default: 'auto', description: 'What separates columns.' }),
  skip_rows: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 0,
    description: 'Rows before the column names or, in a file without them, before the first line.',
  }),
  has_headings: Type.Optional(
    Type.Boolean({
      description:
        'Whether the first row has the column names. Without it, each file is looked at: a first row with a day or an amount is a line.',
    }),
  ),
  date_format: Type.Enum(
    ['YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY', 'DD/MM/YY', 'YYYYMMDD', 'DD MMM YYYY'],
    {
      description:
        'How days are written. `DD MMM YYYY` has the month in English or French: 5 Mar 2026, 05-Mar-26, 5 mars 2026.',
    },
  ),
  decimal: Type.Enum([',', '.'], { description: 'What separates cents.' }),
  date: Column,
  value_date: Type.Optional(Column),
  amount: Type.Optional(
    Type.Integer({ ...Column, description: 'The column of signed amounts, if debits and credits share one.' }),
  ),
  debit: Type.Optional(Type.Integer({ ...Column, description: 'The column of money that left the account.' })),
  credit: Type.Optional(Type.Integer({ ...Column, description: 'The column of money that came in.' })),
  text: Type.Array(Column, { minItems: 1, maxItems: 5, description: 'The columns of the text, which are joined.' }),
  counterparty: Type.Optional(Column),
  counterparty_iban: Type.Optional(Column),
  reference: Type.Optional(
    Type.Integer({ ...Column, description: 'The column with a reference unique in the account.' }),
  ),
  balance: Type.Optional(Type.Integer({ ...Column, description: 'The column with the balance after the line.' })),
  currency: Type.Optional(
    Type.Integer({
      ...Column,
      description: 'The column with the currency. Rows in another one than the account are left out.',
    }),
  ),
  only: Type.Optional(
    Type.Object(
      {
        column: Column,
        values: Type.Array(Line, {
          minItems: 1,
          maxItems: 5,
          description: 'What it says in rows that are lines, such as Completed.',
        }),
      },
      {
        description:
          'The column that says which rows are lines. Others are left out: payments that were refused, for example.',
      },
    ),
  ),
}

export const CsvMapping = Type.Object(mapping, { title: 'BankCsvMapping' })
const SentCsvMapping = input(
  {
    ...mapping,
    encoding: Type.Optional(mapping.encoding),
    separator: Type.Optional(mapping.separator),
    skip_rows: Type.Optional(mapping.skip_rows),
  },
  'BankCsvMappingChange',
)

const details = {
  name: Name,
  iban: Type.String({
    maxLength: 42,
    description: 'Spaces and lower case are accepted. Empty for an account without one.',
  }),
  number: Type.String({
    ...Line,
    maxLength: 100,
    description: 'The number that files without an IBAN have, such as OFX; empty if unknown.',
  }),
  currency: Currency,
  ledger_account: LedgerAccount,
  csv_mapping: nullable(SentCsvMapping),
  archived: Type.Boolean({ description: 'Whether it is no longer used.' }),
}

export const BankAccount = Type.Object(
  {
    id: Id,
    ...stamps,
    ...details,
    csv_mapping: nullable(CsvMapping),
    balance: Type.Integer({ ...SignedAmount, description: 'The balance after the last line.' }),
    balance_date: nullable(Type.String({ ...Day, description: 'The day of the last line or statement.' })),
    open_count: Type.Integer({ description: 'The number of open lines.' }),
  },
  { title: 'BankAccount' },
)

export const NewBankAccount = {
  name: Name,
  iban: Type.String({ ...details.iban, default: '' }),
  number: Type.String({ ...details.number, default: '' }),
  currency: Type.Optional(Currency),
  ledger_account: Type.Optional(
    Type.String({
      ...LedgerAccount,
      description: 'By default the account for money in the settings of the ledger, if no other bank account has it.',
    }),
  ),
  csv_mapping: Type.Optional(details.csv_mapping),
}

const Change = Type.Partial(
  Type.Object({
    name: details.name,
    iban: details.iban,
    number: details.number,
    ledger_account: details.ledger_account,
    csv_mapping: details.csv_mapping,
    archived: details.archived,
  }),
)
export const BankAccountChange = Change.properties

const NewShape = Type.Object(NewBankAccount)
export type CsvMapping = Static<typeof CsvMapping>
export type SentCsvMapping = Static<typeof SentCsvMapping>
export type BankAccount = Static<typeof BankAccount>
export type NewBankAccount = Static<typeof NewShape>
export type BankAccountChange = Static<typeof Change>
