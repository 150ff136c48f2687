import { fillIn, type MessageParams } from './message_params.ts'

const sentences = {
  opt_out_ignored:
    '“{column}” seems to say who does not want to be contacted, but is not imported. Import it as black_list or as the answer to a form.',
  many_replaced:
    '{field} would change for {replaced} of {matched} matched contacts that already have one. Check that the column is the right one.',
  no_match_key: '{rows} rows have nothing to match a contact by. Each becomes a new contact.',
  many_refused: '{refused} of {rows} rows are refused. Check the reasons first.',
} as const

export type WarningCode = keyof typeof sentences

export const warningCodes = Object.keys(sentences) as WarningCode[]

export const importWarning = (code: WarningCode, params: MessageParams) => ({
  code,
  params,
  message: fillIn(sentences[code], params),
})
