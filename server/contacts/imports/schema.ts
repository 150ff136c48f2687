import { type Static, Type } from 'typebox'
import { Id, input, Name, nullable, PersonName, Timestamp } from '../../fields.ts'
import { fileAddressParts, fileFields } from '../core/fields.ts'
import { keptCodes } from './kept_reasons.ts'
import { refusalCodes } from './refusal_reasons.ts'
import { warningCodes } from './warnings.ts'

/**
 * What a column of a file can hold: a field, tags, an answer to a form, the id of the contact, or whether it is an organisation or a person who died
 * (`marks.ts`).
 */
export const importFields = [
  'id',
  ...fileFields,
  ...fileAddressParts,
  'organisation',
  'deceased',
  'tags',
  'form',
] as const

export type ImportField = (typeof importFields)[number]

export const encodings = ['utf-8', 'windows-1252'] as const
export const separatorNames = [',', ';', 'tab'] as const
export const matchRules = ['id', 'external_id', 'mail', 'name_and_birthdate', 'nothing'] as const
export const importModes = ['create_and_update', 'create', 'update'] as const

export type MatchRule = (typeof matchRules)[number]

const Field = nullable(Type.Enum([...importFields]))
const Values = Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 500 }), {
  description: 'What certain values mean, as in {"H": "M"}; upper case and accents do not matter.',
})

const settings = {
  match: Type.Enum([...matchRules], {
    description: 'How a row is matched with a contact. `nothing`: every row creates a contact.',
  }),
  mode: Type.Enum([...importModes]),
  empty_cells: Type.Enum(['leave', 'clear'], {
    description: 'Whether an empty cell leaves a field as it is, or empties it. Tags and answers are never emptied.',
  }),
  date_order: Type.Enum(['day_first', 'month_first'], { description: 'How 03/04/1980 is read.' }),
  tags: Type.Array(Name, { maxItems: 20, description: 'Tags for all contacts of the file.' }),
  split_street: Type.Boolean({
    description:
      'Whether a number in the column of the street is stored as the house number. Only in files without a column for the number.',
  }),
}

/** A column and its field. `form_id` is the form when the field is `form`. */
const column = { index: Type.Integer({ minimum: 0, maximum: 999 }), field: Field }

export const columns_max = 1000

export const ImportSettingsChange = {
  name: Type.Optional(Name),
  encoding: Type.Optional(Type.Enum([...encodings])),
  separator: Type.Optional(Type.Enum([...separatorNames])),
  columns: Type.Optional(
    Type.Array(
      input({
        ...column,
        form_id: Type.Optional(nullable(Id)),
        values: Type.Optional(Values),
        value_separator: Type.Optional(Type.String({ maxLength: 5 })),
      }),
      { maxItems: columns_max, description: 'Only the columns that change; the others keep their meaning.' },
    ),
  ),
  match: Type.Optional(settings.match),
  mode: Type.Optional(settings.mode),
  empty_cells: Type.Optional(settings.empty_cells),
  date_order: Type.Optional(settings.date_order),
  tags: Type.Optional(settings.tags),
  split_street: Type.Optional(settings.split_street),
}

const Count = Type.Integer({ minimum: 0 })

export const MessageValues = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
  description: 'The values that the sentence shows, such as the column.',
})

const Warning = Type.Object({
  code: Type.Enum(warningCodes, { description: 'Stable code of the warning.' }),
  params: MessageValues,
  message: Type.String({ description: 'What to check, in a sentence.' }),
})

const ImportSample = Type.Object({
  row: Type.Integer({ description: 'Its number in the file; the header is 1.' }),
  contact_id: nullable(Id),
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
})

/** The outcome of a dry run or a run. */
export const ImportOutcome = Type.Object(
  {
    rows: Count,
    created: Count,
    updated: Count,
    unchanged: Count,
    repeated: Type.Integer({ description: 'Rows about a person that an earlier row created or changed.' }),
    skipped: Type.Integer({
      description: 'Rows that match an existing contact, in mode `create`.',
    }),
    refused: Count,
    reasons: Type.Array(
      Type.Object({
        reason: Type.String(),
        code: nullable(
          Type.Enum(refusalCodes, { description: 'Stable code of the reason; null in outcomes of earlier versions.' }),
        ),
        params: MessageValues,
        count: Count,
      }),
    ),
    cells_left_out: Type.Integer({
      description: 'Cells that do not fit their field and are left out, in rows that are imported.',
    }),
    cells_kept: Type.Integer({
      description: 'Telephone numbers that are not valid. They are imported and marked.',
    }),
    cell_reasons: Type.Array(
      Type.Object({
        reason: Type.String(),
        code: Type.Enum(refusalCodes, { description: 'Stable code of the reason.' }),
        params: MessageValues,
        count: Count,
      }),
      { description: 'What is wrong with these cells, the most frequent reason first.' },
    ),
    warnings: Type.Array(Warning),
    samples: Type.Array(ImportSample, { description: 'Some of the changes, from a dry run.' }),
  },
  { title: 'ImportOutcome' },
)

export const UndoOutcome = Type.Object(
  {
    restored: Count,
    deleted: Count,
    kept: Type.Integer({ description: 'How many contacts were kept because they changed after the import.' }),
  },
  { title: 'UndoOutcome' },
)

export const importStates = ['ready', 'checking', 'checked', 'running', 'done', 'stopped', 'undoing', 'undone'] as const

const About = {
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  user: PersonName,
  name: Type.String(),
  bytes: Count,
  state: Type.Enum([...importStates], { description: 'The progress of the import.' }),
  forgotten_at: Type.Union([Timestamp, Type.Null()], {
    description: 'When the file and what undoing needs were deleted.',
  }),
  check_job_id: nullable(Id),
  run_job_id: nullable(Id),
  undo_job_id: nullable(Id),
  check: nullable(ImportOutcome),
  run: nullable(ImportOutcome),
  undo: nullable(UndoOutcome),
}

export const ImportSummary = Type.Object(About, { title: 'ImportSummary' })

export const Import = Type.Object(
  {
    ...About,
    encoding: Type.Enum([...encodings]),
    separator: Type.Enum([...separatorNames]),
    ...settings,
    columns: Type.Array(
      Type.Object({
        ...column,
        header: Type.String(),
        form_id: nullable(Id),
        values: Values,
        value_separator: Type.String({
          description: 'The separator of several tags or choices in a cell; if empty: , ; or |.',
        }),
        samples: Type.Array(Type.String(), { description: 'The first values in the file.' }),
        recognised_by: nullable(
          Type.Enum(['header', 'values'], {
            description: 'How the field was recognised. Null if the column was set by a user, or not recognised.',
          }),
        ),
      }),
    ),
  },
  { title: 'Import' },
)

export const KeptContact = Type.Object(
  {
    contact_id: Id,
    reason: Type.String(),
    code: nullable(
      Type.Enum(keptCodes, { description: 'Stable code of the reason; null in undos of earlier versions.' }),
    ),
  },
  { title: 'KeptContact' },
)

export type Import = Static<typeof Import>
export type ImportSummary = Static<typeof ImportSummary>
export type ImportOutcome = Static<typeof ImportOutcome>
export type ImportSample = Static<typeof ImportSample>
export type ImportWarning = Static<typeof Warning>
export type UndoOutcome = Static<typeof UndoOutcome>
export type SentImportSettings = Static<ReturnType<typeof Type.Object<typeof ImportSettingsChange>>>
export type KeptContact = Static<typeof KeptContact>

/** The settings of a column. */
export interface ImportColumn {
  header: string
  field: ImportField | null
  form_id: number | null
  values: Record<string, string>
  value_separator: string
  samples: string[]
  /** Imports of earlier versions have none. */
  recognised_by?: 'header' | 'values' | null
}

/** The settings of an import. */
export interface ImportSettings {
  match: MatchRule
  /** Whether a user set the rule. Otherwise it follows the columns. */
  match_chosen?: boolean
  mode: (typeof importModes)[number]
  empty_cells: 'leave' | 'clear'
  date_order: 'day_first' | 'month_first'
  tags: string[]
  /** Imports of earlier versions have none, and are read as before. */
  split_street?: boolean
  columns: ImportColumn[]
}

/** The forms that the columns answer. */
export const formsIn = ({ columns }: ImportSettings) => columns.flatMap(({ form_id }) => form_id ?? [])

/** Whether the import needs `contacts:sensitive`. */
export const isSensitive = ({ columns, tags }: ImportSettings) =>
  tags.length > 0 || columns.some(({ field }) => field !== null && sensitiveFields.has(field))

const sensitiveFields: ReadonlySet<ImportField> = new Set<ImportField>(['tags', 'form', 'organisation', 'deceased'])
