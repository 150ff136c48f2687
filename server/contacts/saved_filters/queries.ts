import { invalid } from '../../errors.ts'
import { savedItems } from '../../organisation/core/saved_items.ts'
import { sortableAttribute } from '../search/engine/attributes.ts'
import { parseQuery } from '../search/engine/parse.ts'
import type { SavedFilter, SavedFilterChange } from './schema.ts'

export const savedFilters = savedItems<SavedFilter, SavedFilterChange>({
  table: 'saved_filters',
  called: 'saved filter',
  columns: sql => sql`t.query, t.sort_attr, t.sort_asc`,
  check,
})

function check({ query, sort_attr }: SavedFilterChange) {
  if (query !== undefined && Object.keys(query).length > 0) parseQuery(query, 'body.data.query')
  if (sort_attr !== undefined && !sortableAttribute(sort_attr))
    throw invalid(
      'body.data.sort_attr',
      'must be a field that contacts can be sorted by, such as surname, city or created_at',
      sort_attr,
    )
}
