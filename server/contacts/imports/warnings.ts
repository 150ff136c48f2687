import { fillIn, type MessageParams } from './message_params.ts'

const sentences = {
  opt_out_ignored:
    '“{column}” seems to say who does not want to be contacted, but is not imported. Import it as black_list or as the answer to a form.',
  many_replaced:
    '{field} would change for {replaced} of {matched} matched contacts that already have one. Check that the column is the right one.',
  no_match_key: '{rows} rows have nothing to match a contact by. Each becomes a new contact.',
  many_refused: '{refused} of {rows} rows are refused. Check the reasons first.',
  many_left_out:
    '“{column}”: {cells} of {filled} cells do not fit and would be left empty. Check that the column is the right one.',
} as const

/** The sentences for one row. The other warnings are given only for several rows. */
const singular: Partial<Record<WarningCode, string>> = {
  no_match_key: '{rows} row has nothing to match a contact by. It becomes a new contact.',
}

export type WarningCode = keyof typeof sentences

export const warningCodes = Object.keys(sentences) as WarningCode[]

export const importWarning = (code: WarningCode, params: MessageParams) => ({
  code,
  params,
  message: fillIn(params.rows === 1 ? (singular[code] ?? sentences[code]) : sentences[code], params),
})
