import { fileAddressParts, fileFields, headersOf } from '../core/fields.ts'
import type { ImportField, MatchRule } from './schema.ts'
import { detectSourceSystem } from './systems.ts'

/** The headers of a file that mean a field, in French and English, without accents and signs. */
const headerWords: Record<string, string> = {
  id: 'contact id, muster id',
  ...Object.fromEntries([...fileFields, ...fileAddressParts].map(name => [name, headersOf(name)])),
  tags: 'tags, tag, etiquettes, etiquette, mots cles, mot cle, labels, libelles, keywords, categories',
}

const fieldOf = new Map(
  Object.entries(headerWords).flatMap(([field, text]) => text.split(', ').map(word => [word, field as ImportField])),
)

/** A text without case, accents and signs, for comparison. */
export const normalizeWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const opt_words =
  /\b(opt(ed)? ?(in|out)|do ?not|don t|unsubscri\w*|subscription status|sms status|ne \w* ?(pas|plus)|desabonn\w*|desinscri\w*|consent\w*)\b/

/** Whether a column seems to say who may be contacted. */
export const looksLikeOptOut = (header: string) => opt_words.test(normalizeWords(header))

export interface ColumnGuess {
  field: ImportField | null
  form_id: number | null
  values: Record<string, string>
  recognised_by: 'header' | 'values' | null
}

export const unmappedColumn: ColumnGuess = { field: null, form_id: null, values: {}, recognised_by: null }

/** A header that means something, though its field is taken or not imported. The values of the column are not asked. */
const leftOut: ColumnGuess = { ...unmappedColumn, recognised_by: 'header' }

/** Fields that several columns may have: their values add up. */
export const additiveFields: ReadonlySet<string> = new Set<ImportField>(['tags', 'black_list'])

/**
 * Guesses the field of each column. A field is given once, to the first column that matches, except that every opt-out column counts. A form is
 * recognised by its label. Columns whose header means nothing have `recognised_by` null.
 */
export function guessColumns(headers: string[], forms: { id: number; label: string }[]): ColumnGuess[] {
  const taken = new Set<string>()
  const byLabel = new Map(forms.map(({ id, label }) => [normalizeWords(label), id]))
  const system = detectSourceSystem(headers.map(normalizeWords))
  return headers.map(header => {
    const guess = guessColumn(normalizeWords(header), system, byLabel)
    if (!guess) return looksLikeOptOut(header) ? leftOut : unmappedColumn
    if (guess.field === null) return guess
    const name = guess.field === 'form' ? `form ${guess.form_id}` : guess.field
    if (taken.has(name) && name !== 'black_list') return leftOut
    taken.add(name)
    return guess
  })
}

function guessColumn(
  header: string,
  system: ReturnType<typeof detectSourceSystem>,
  forms: Map<string, number>,
): ColumnGuess | undefined {
  const known = system && Object.hasOwn(system.fields, header) ? system.fields[header] : fieldOf.get(header)
  const recognised_by = 'header'
  if (typeof known === 'string') return { field: known, form_id: null, values: {}, recognised_by }
  if (known) return { field: known.field, form_id: null, values: known.values, recognised_by }
  const form_id = forms.get(header)
  if (form_id !== undefined) return { field: 'form', form_id, values: {}, recognised_by }
  return known === null ? leftOut : undefined
}

/** The most reliable rule that these columns allow. */
export function guessMatch(fields: (ImportField | null)[]): MatchRule {
  const has = (field: ImportField) => fields.includes(field)
  if (has('id')) return 'id'
  if (has('external_id')) return 'external_id'
  if (has('mail')) return 'mail'
  return has('surname') && has('firstname') && has('birthdate') ? 'name_and_birthdate' : 'nothing'
}
