import { fileAddressParts, fileFields, headersOf } from '../core/fields.ts'
import type { ImportField, MatchRule } from './schema.ts'
import { type Meaning, systemOf } from './systems.ts'

/** The headers of a file that mean a field, in French and English, without accents and signs. */
const headerWords: Record<string, string> = {
  id: 'contact id, muster id',
  ...Object.fromEntries([...fileFields, ...fileAddressParts].map(name => [name, headersOf(name)])),
  tags: 'tags, tag, etiquettes, etiquette, mots cles, mot cle, labels, libelles, keywords, categories',
}

const fieldOf = new Map(
  Object.entries(headerWords).flatMap(([field, text]) => text.split(', ').map(word => [word, field as ImportField])),
)

/** A text without case, accents and signs, for comparing what people wrote. */
export const bareWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const opt_words =
  /\b(opt(ed)? ?(in|out)|do ?not|don t|unsubscri\w*|subscription status|sms status|ne \w* ?(pas|plus)|desabonn\w*|desinscri\w*|consent\w*)\b/

/** Whether a column seems to say who may be written to, or who may not. */
export const looksLikeOptOut = (header: string) => opt_words.test(bareWords(header))

export interface ColumnGuess {
  field: ImportField | null
  form_id: number | null
  values: Record<string, string>
}

export const noGuess: ColumnGuess = { field: null, form_id: null, values: {} }

/** Fields that several columns may be: what they say adds up. */
export const additive: ReadonlySet<string> = new Set<ImportField>(['tags', 'black_list'])

/**
 * What each column seems to be. A field is given once, to the first column that asks for it, but a wish to be left alone counts wherever it
 * stands; a form is known by its label.
 */
export function guessColumns(headers: string[], forms: { id: number; label: string }[]): ColumnGuess[] {
  const taken = new Set<string>()
  const byLabel = new Map(forms.map(({ id, label }) => [bareWords(label), id]))
  const system = systemOf(headers.map(bareWords))
  return headers.map(header => {
    const bare = bareWords(header)
    const meant = system && Object.hasOwn(system.fields, bare) ? system.fields[bare]! : (fieldOf.get(bare) ?? null)
    const { field, values }: Partial<Meaning> = typeof meant === 'string' ? { field: meant } : (meant ?? {})
    const form_id = field ? undefined : byLabel.get(bare)
    const name = field ?? (form_id && `form ${form_id}`)
    if (!name || (taken.has(name) && name !== 'black_list')) return noGuess
    taken.add(name)
    return { field: field ?? 'form', form_id: form_id ?? null, values: values ?? {} }
  })
}

/** The rule that finds people most surely, with the columns there are. */
export function guessMatch(fields: (ImportField | null)[]): MatchRule {
  const has = (field: ImportField) => fields.includes(field)
  if (has('id')) return 'id'
  if (has('external_id')) return 'external_id'
  if (has('mail')) return 'mail'
  return has('surname') && has('firstname') && has('birthdate') ? 'name_and_birthdate' : 'nothing'
}
