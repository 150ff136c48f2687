import type { Language } from '../../messages/language.ts'
import { translateStored } from '../../messages/translate.ts'
import { fillIn, type MessageParams } from './message_params.ts'

/**
 * Why a row is refused, or what is wrong with a cell: a code for programs and a sentence for people. The value of a cell is not part of it, because
 * outcomes outlive the file.
 */
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
  no_identity: 'The row has neither a name nor a way to reach the person.',
  answer_not_allowed: 'An answer is not allowed: it {detail}.',
  text_too_long: '{column}: more than {max} characters.',
  tag_too_long: '{column}: a tag of more than {max} characters.',
  invalid_character: '{column}: a character that is not allowed.',
  not_an_id: '{column}: not a contact ID.',
  not_a_gender: '{column}: must be M, F or O. Map this value under Map values.',
  not_yes_or_no: '{column}: must be yes or no. Map this value under Map values.',
  not_a_date: '{column}: must be a date, such as 1980-12-31 or 31/12/1980.',
  month_not_first:
    '{column}: not a date with the month first, such as 12/31/1980. If the file has the day first, change the order of dates.',
  future_date: '{column}: a date in the future.',
  not_a_whole_number: '{column}: not a whole number.',
  not_a_number: '{column}: must be a number, such as 12 or 3.5.',
  not_a_mail: '{column}: not an email address.',
  not_a_phone: '{column}: not a telephone number. It is imported and marked as invalid.',
  no_digit: '{column}: not a telephone number, as it has no digit.',
  unknown_country: '{column}: not a known country.',
  archived_form: '{column}: the form is archived.',
  form_without_value: '{column}: the form has no value to store an answer under.',
  not_an_answer: '{column}: not an answer to “{form}”. Map this value under Map values.',
  other: 'Other reasons.',
} as const

const french: Record<keyof typeof sentences, string> = {
  unclosed_quote: 'Un guillemet n’est pas fermé, ou la ligne est trop longue.',
  too_many_cells: 'La ligne a plus de cases que l’en-tête.',
  several_matches: 'La ligne correspond à deux contacts ou plus.',
  erased: 'Les données de cette personne ont été effacées. Pour l’ajouter de nouveau, créez le contact à la main.',
  restricted: 'Le traitement des données de ce contact est limité.',
  unknown_id: 'Aucun contact n’a cet identifiant.',
  no_match_key: 'Rien dans la ligne ne permet de retrouver un contact.',
  no_match: 'La ligne ne correspond à aucun contact.',
  empty_row: 'La ligne n’a aucune valeur à importer.',
  no_identity: 'La ligne n’a ni nom ni moyen de joindre la personne.',
  answer_not_allowed: 'Une réponse n’est pas admise : {detail}.',
  text_too_long: '{column} : plus de {max} caractères.',
  tag_too_long: '{column} : une étiquette de plus de {max} caractères.',
  invalid_character: '{column} : un caractère n’est pas autorisé.',
  not_an_id: '{column} : ce n’est pas un identifiant de contact.',
  not_a_gender: '{column} : ni M, ni F, ni O. Précisez cette valeur sous Correspondances.',
  not_yes_or_no: '{column} : ni oui ni non. Précisez cette valeur sous Correspondances.',
  not_a_date: '{column} : ce n’est pas une date comme 1980-12-31 ou 31/12/1980.',
  month_not_first:
    '{column} : le mois n’est pas en premier, comme dans 12/31/1980. Si le fichier commence par le jour, changez l’ordre des dates.',
  future_date: '{column} : une date dans le futur.',
  not_a_whole_number: '{column} : ce n’est pas un nombre entier.',
  not_a_number: '{column} : ce n’est pas un nombre comme 12 ou 3.5.',
  not_a_mail: '{column} : ce n’est pas une adresse e-mail.',
  not_a_phone: '{column} : ce n’est pas un numéro de téléphone. Il est importé et marqué comme non valide.',
  no_digit: '{column} : ce n’est pas un numéro de téléphone, faute de chiffre.',
  unknown_country: '{column} : pays inconnu.',
  archived_form: '{column} : le formulaire est archivé.',
  form_without_value: '{column} : le formulaire n’a pas de valeur pour enregistrer une réponse.',
  not_an_answer: '{column} : ce n’est pas une réponse à « {form} ». Précisez cette valeur sous Correspondances.',
  other: 'Autres motifs.',
}

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

/** The reasons of a row, as they are stored. */
export const storedReasons = (reasons: RefusalReason[]) =>
  JSON.stringify(reasons.map(({ code, params }) => ({ code, params })))

/** The code of the only stored reason. */
export function codeOf(stored: string | null): { code: RefusalCode | null; params: MessageParams } {
  const [reason]: Pick<RefusalReason, 'code' | 'params'>[] = stored === null ? [] : JSON.parse(stored)
  return reason ?? { code: null, params: {} }
}

/** Stored reasons in the language of the reader. Earlier versions stored the sentences. */
export function sentencesOf(stored: string, locale: string): string {
  if (!stored.startsWith('[{')) return stored
  const reasons: Pick<RefusalReason, 'code' | 'params'>[] = JSON.parse(stored)
  const language = locale.startsWith('fr') ? 'fr' : 'en'
  const texts = language === 'fr' ? french : sentences
  return reasons.map(({ code, params }) => fillIn(texts[code] ?? code, translated(params, language))).join(' ')
}

/** What is wrong with an answer is a text itself. */
const translated = (params: MessageParams, language: Language): MessageParams =>
  params['detail'] === undefined ? params : { ...params, detail: translateStored(String(params['detail']), language) }
