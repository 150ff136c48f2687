import { type Static, Type } from 'typebox'
import { input, nullable } from '../../fields.ts'
import { refusalCodes } from './refusal_reasons.ts'
import { columns_max, MessageValues } from './schema.ts'

// Cells that do not fit their field, and corrections of them.

export const cellEffects = ['left_out', 'kept', 'row_refused'] as const

export const ImportCell = Type.Object(
  {
    row: Type.Integer({ description: 'Its number in the file; the header is 1.' }),
    column: Type.Integer({ description: 'The index of the column; the first is 0.' }),
    header: Type.String(),
    person: Type.String({ description: 'The name in the row, else its mail address or telephone number.' }),
    value: Type.String({ description: 'The cell with its correction.' }),
    file_value: Type.String({ description: 'The cell in the file, up to 500 characters.' }),
    corrected: Type.Boolean(),
    reason: nullable(Type.String({ description: 'What is wrong, in a sentence; null after a valid correction.' })),
    code: nullable(Type.Enum(refusalCodes, { description: 'Stable code of the reason.' })),
    params: MessageValues,
    effect: nullable(
      Type.Enum([...cellEffects], {
        description:
          'What the import does unless the cell is corrected: leave the cell out (`left_out`), import and mark it (`kept`), or refuse the row (`row_refused`).',
      }),
    ),
  },
  { title: 'ImportCell' },
)

export const corrections_at_once = 1000
export const corrections_max = 10_000
export const correction_chars_max = 20_000

export const CellCorrections = {
  cells: Type.Array(
    input({
      row: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The number of the row; the header is 1.' }),
      column: Type.Integer({
        minimum: 0,
        maximum: columns_max - 1,
        description: 'The index of the column; the first is 0.',
      }),
      value: Type.String({
        maxLength: correction_chars_max,
        description: 'What the cell should be. An empty text leaves it empty.',
      }),
    }),
    { minItems: 1, maxItems: corrections_at_once, description: 'The cells and their corrections.' },
  ),
}

export const CorrectedCells = Type.Object(
  {
    cells: Type.Array(ImportCell, { description: 'The corrected cells, with what is still wrong.' }),
    cells_left: Type.Integer({ description: 'How many cells of the import are still wrong.' }),
    cells_left_out: Type.Integer({ description: 'How many of them the import would leave out.' }),
  },
  { title: 'CorrectedCells' },
)

export type ImportCell = Static<typeof ImportCell>
export type CellEffect = (typeof cellEffects)[number]
export type CellCorrection = Static<(typeof CellCorrections)['cells']>[number]
