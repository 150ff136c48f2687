import { type Static, Type } from 'typebox'
import { Id, Name, nullable, Timestamp } from '../../fields.ts'
import { CsvMapping } from '../bank_accounts/schema.ts'
import { Day, SignedAmount } from '../core/bank/fields.ts'

const Format = Type.Enum(['camt.053', 'camt.054', 'mt940', 'ofx', 'csv'], { description: 'The format of the file.' })

export const BankStatement = Type.Object(
  {
    id: Id,
    CreatedAt: Timestamp,
    bank_account_id: Type.Integer({ ...Id, description: 'The bank account that it belongs to.' }),
    file_name: Type.String({ ...Name, description: 'The name of the file.' }),
    format: Format,
    reference: Type.String({ description: 'The name that the bank gave it; empty if it has none.' }),
    from_date: Day,
    to_date: Day,
    opening_balance: nullable(SignedAmount),
    closing_balance: nullable(SignedAmount),
    lines_count: Type.Integer({ description: 'The number of lines in the file.' }),
    added_count: Type.Integer({ description: 'How many of them were not known from an earlier file.' }),
  },
  { title: 'BankStatement' },
)

export const UploadParams = {
  name: Type.String({ ...Name, description: 'The name of the file.', examples: ['releve-octobre.xml'] }),
  bank_account_id: Type.Optional(
    Type.Integer({
      ...Id,
      description: 'The account. Needed for CSV; other files name their account, which must then be this one.',
    }),
  ),
}

export const BankFile = Type.String({
  title: 'BankFile',
  description: 'A file of a bank: camt.053, camt.054, MT940, OFX or CSV, or a zip archive of such files.',
})

const LeftOutCount = Type.Integer({
  description:
    'The number of rows of a CSV file that are no lines: without a date or an amount, in another currency, or not `only`.',
})

/** What a file that was not imported yet looks like. */
export const BankFilePreview = Type.Object(
  {
    format: Format,
    iban: Type.String({ description: 'The account that the file names; empty if it names none.' }),
    bank_account_id: nullable(Type.Integer({ ...Id, description: 'The bank account that it belongs to, if known.' })),
    lines_count: Type.Integer({ description: 'The number of lines; 0 for a CSV file that cannot be read yet.' }),
    left_out_count: LeftOutCount,
    layout: nullable(
      Type.String({
        description: 'The bank whose layout a CSV file has, such as Monzo; null if it is none that is known.',
      }),
    ),
    has_headings: Type.Boolean({
      description: 'Whether the first row of a CSV file, after those that are skipped, is taken for column names.',
    }),
    headings_doubtful: Type.Boolean({
      description:
        'Whether the first row could be the other: it has a date and an amount. Ask, and save the answer as `has_headings` in `csv_mapping`.',
    }),
    columns: Type.Array(Type.String(), { description: 'The column names of a CSV file; empty where it has none.' }),
    rows: Type.Array(Type.Array(Type.String()), {
      description: 'The first rows of a CSV file, without the column names.',
    }),
    csv_mapping: Type.Union([CsvMapping, Type.Null()], {
      description:
        'What the columns of a CSV file mean: as saved in the bank account or, if that does not fit, a guess.',
    }),
  },
  { title: 'BankFilePreview' },
)

export const BankImport = {
  statements: Type.Array(BankStatement, { description: 'One for each statement in the file.' }),
  lines_count: Type.Integer({ description: 'The number of lines in the file.' }),
  left_out_count: LeftOutCount,
  added_count: Type.Integer({ description: 'How many of them were not known from an earlier file.' }),
}

export type BankStatement = Static<typeof BankStatement>
export type BankFilePreview = Static<typeof BankFilePreview>
