import { parseQuery } from '../../contacts/search/engine/parse.ts'
import type { SearchQuery } from '../../contacts/search/engine/query_tree.ts'
import { invalid } from '../../errors.ts'
import { type Area, AreaError, parseArea } from './geometry.ts'

/** The fields of an action that select contacts, as texts. */
export interface SelectionTexts {
  polygon: string
  not_polygon: string
  filter: string
  advanced_search: string
  polling_station_included: string
  polling_station_excluded: string
  address_included: string
  address_excluded: string
}

/** The same, parsed. */
export interface Selection {
  inside: Area | undefined
  outside: Area | undefined
  queries: SearchQuery[]
  stations_included: string[]
  stations_excluded: string[]
  addresses_included: AddressList
  addresses_excluded: AddressList
}

/** Addresses by id, or by text: a street, a house number with street, a city, a postal code. */
export interface AddressList {
  ids: number[]
  words: string[]
}

const list_max = 5000

/** Parses the texts. Throws an error with the field that is not valid. */
export function parseSelection(texts: SelectionTexts, where: string): Selection {
  const area = (field: 'polygon' | 'not_polygon') => {
    try {
      return parseArea(texts[field])
    } catch (error) {
      throw error instanceof AreaError ? invalid(`${where}.${field}`, error.text, null) : error
    }
  }
  const list = (
    field: 'polling_station_included' | 'polling_station_excluded' | 'address_included' | 'address_excluded',
  ) => {
    const items = texts[field].trim() === '' ? [] : parseJson(texts[field])
    const fits =
      Array.isArray(items) &&
      items.length <= list_max &&
      items.every(
        item => Number.isSafeInteger(item) || (typeof item === 'string' && item.isWellFormed() && !item.includes('\0')),
      )
    if (!fits) throw invalid(`${where}.${field}`, 'must be a JSON list of texts or numbers, or empty', texts[field])
    return items as (string | number)[]
  }
  const query = (field: 'filter' | 'advanced_search') => {
    if (texts[field].trim() === '') return []
    const value = parseJson(texts[field])
    if (value === undefined) throw invalid(`${where}.${field}`, 'must be JSON, or empty', texts[field])
    // The query alone, or the whole body of a search.
    const whole = value as { query?: unknown } | null
    const alone = whole?.query === undefined
    return [parseQuery(alone ? whole : whole.query, `${where}.${field}${alone ? '' : '.query'}`)]
  }
  return {
    inside: area('polygon'),
    outside: area('not_polygon'),
    queries: [...query('filter'), ...query('advanced_search')],
    stations_included: list('polling_station_included').map(String),
    stations_excluded: list('polling_station_excluded').map(String),
    addresses_included: addressList(list('address_included')),
    addresses_excluded: addressList(list('address_excluded')),
  }
}

const addressList = (items: (string | number)[]): AddressList => ({
  ids: items.filter(item => typeof item === 'number'),
  words: items.filter(item => typeof item === 'string' && item.trim() !== '') as string[],
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
