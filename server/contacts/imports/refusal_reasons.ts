import { fillIn, type MessageParams } from './message_params.ts'

/** Why a row is refused: a code for programs and a sentence for people. The value of a cell is not part of it, because outcomes outlive the file. */
const sentences = {
  unclosed_quote: 'A quotation mark is not closed, or the row is too long.',
  too_many_cells: 'The row has more cells than the header.',
  several_matches: 'The row matches two or more contacts.',
  erased: 'This person was erased. To add them again, create the contact by hand.',
  restricted: 'The processing of this contact is restricted.',
  unknown_id: 'No contact has this ID.',
  no_match_key: 'The row has nothing to match a contact by.',
  no_match: 'The row matches no contact.',
  empty_row: 'The row has no values to import.',
  answer_not_allowed: 'An answer is not allowed: it {detail}.',
  text_too_long: '{column}: more than {max} characters.',
  tag_too_long: '{column}: a tag of more than {max} characters.',
  invalid_character: '{column}: a character that is not allowed.',
  not_an_id: '{column}: not a contact ID.',
  not_a_gender: '{column}: must be M, F or O. Map this value under Map values.',
  not_yes_or_no: '{column}: must be yes or no. Map this value under Map values.',
  not_a_date: '{column}: must be a date, such as 1980-12-31 or 31/12/1980.',
  future_date: '{column}: a date in the future.',
  not_a_whole_number: '{column}: not a whole number.',
  not_a_number: '{column}: must be a number, such as 12 or 3.5.',
  not_a_mail: '{column}: not an e-mail address.',
  unknown_country: '{column}: not a known country.',
  archived_form: '{column}: the form is archived.',
  form_without_value: '{column}: the form has no value to store an answer under.',
  not_an_answer: '{column}: not an answer to “{form}”. Map this value under Map values.',
  other: 'Other reasons.',
} as const

export type RefusalCode = keyof typeof sentences

export const refusalCodes = Object.keys(sentences) as RefusalCode[]

export interface RefusalReason {
  code: RefusalCode
  params: MessageParams
  sentence: string
}

export const refusalReason = (code: RefusalCode, params: MessageParams = {}): RefusalReason => ({
  code,
  params,
  sentence: fillIn(sentences[code], params),
})
