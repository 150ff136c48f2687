// Parts a street with its number, as most files have them in one column.

export interface StreetParts {
  street: string
  house_number?: string
  /** The flat before the number, as in “Flat 2, 14 High Street”. */
  door?: string
}

const number = String.raw`\d{1,5}(?:\s?[-/]\s?\d{1,5})?`
const suffix = String.raw`(?:\s?(?:bis|ter|quater|quinquies)\b|[a-z]\b|\s[a-z](?=\s+\S+\s+\S))`
/** “12 bis, rue des Lilas”. */
const leading = new RegExp(String.raw`^(${number}${suffix}?)(?:\s*,\s*|\s+)(\p{L}.*)$`, 'iu')
/** “Hauptstraße 5a”, “Calle Mayor, 12”. */
const trailing = /^(\p{L}[^\d,]*?)(?:\s*,\s*|\s+)(\d{1,5}\s?[a-z]?(?:\s?[-/]\s?(?:\d{1,5}\s?[a-z]?|[a-z]))?)$/iu
const flat = /^((?:flat|apartment|apt\.?|unit|suite|appartement|appart\.?|appt\.?)\s+[\p{L}\d]{1,6})\s*,\s*(.+)$/iu

/** In these languages the number is after the street. Elsewhere a number there is part of the name: “Route nationale 7”. */
const street_endings = 'weg|platz|gasse|allee|ring|damm|ufer|straat|laan|plein|gracht|kade|vej|gade|gatan|vägen'
const street_beginnings = 'calle|avenida|plaza|paseo|via|viale|corso|piazza|rua|ulica|ul\\.'
const number_last = new RegExp(
  `stra(ß|ss)e(?!\\p{L})|str\\.|(${street_endings})(?!\\p{L})|^(${street_beginnings})\\s`,
  'iu',
)

/** A day of the year that names a street: “8 mai 1945”. */
const day_name =
  /^(janvier|fevrier|février|mars|avril|mai|juin|juillet|aout|août|septembre|octobre|novembre|decembre|décembre|may|july|june)\b/iu

/** The parts of a street. A text that is not clearly a street with a number stays whole. */
export function splitStreet(text: string, takes_door: boolean): StreetParts {
  // Several lines are a whole address.
  if (/[\r\n]/.test(text)) return { street: text }
  const [, door, rest] = (takes_door && flat.exec(text)) || []
  const parts = splitNumber(rest ?? text)
  if (!parts) return { street: text }
  return door === undefined ? parts : { ...parts, door }
}

function splitNumber(text: string): StreetParts | undefined {
  const [, first, street] = leading.exec(text) ?? []
  if (first && street && !day_name.test(street)) return { house_number: first, street }
  const [, name, last] = number_last.test(text) ? (trailing.exec(text) ?? []) : []
  return name && last ? { house_number: last, street: name } : undefined
}
