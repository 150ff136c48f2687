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
}

export const unmappedColumn: ColumnGuess = { field: null, form_id: null, values: {} }

/** Fields that several columns may have: their values add up. */
export const additiveFields: ReadonlySet<string> = new Set<ImportField>(['tags', 'black_list'])

/**
 * Guesses the field of each column. A field is given once, to the first column that matches, except that every opt-out column counts. A form is
 * recognised by its label.
 */
export function guessColumns(headers: string[], forms: { id: number; label: string }[]): ColumnGuess[] {
  const taken = new Set<string>()
  const byLabel = new Map(forms.map(({ id, label }) => [normalizeWords(label), id]))
  const system = detectSourceSystem(headers.map(normalizeWords))
  return headers.map(header => {
    const guess = guessColumn(normalizeWords(header), system, byLabel)
    if (!guess) return unmappedColumn
    const name = guess.field === 'form' ? `form ${guess.form_id}` : guess.field
    if (taken.has(name) && name !== 'black_list') return unmappedColumn
    taken.add(name)
    return guess
  })
}

function guessColumn(header: string, system: ReturnType<typeof detectSourceSystem>, forms: Map<string, number>) {
  const known = system && Object.hasOwn(system.fields, header) ? system.fields[header] : fieldOf.get(header)
  if (typeof known === 'string') return { field: known, form_id: null, values: {} }
  if (known) return { field: known.field, form_id: null, values: known.values }
  const form_id = forms.get(header)
  return form_id === undefined ? undefined : { field: 'form' as const, form_id, values: {} }
}

/** The most reliable rule that these columns allow. */
export function guessMatch(fields: (ImportField | null)[]): MatchRule {
  const has = (field: ImportField) => fields.includes(field)
  if (has('id')) return 'id'
  if (has('external_id')) return 'external_id'
  if (has('mail')) return 'mail'
  return has('surname') && has('firstname') && has('birthdate') ? 'name_and_birthdate' : 'nothing'
}
