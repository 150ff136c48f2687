import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ActionSearch } from '../actions/search_params.ts'

/** Filters doors by whether they were visited, on the list and on the map. */
export function VisitedFilter({
  search,
  onSearch,
}: {
  search: ActionSearch
  onSearch: (change: ActionSearch, replace?: boolean) => void
}) {
  const { t } = useTranslation('actions')
  return (
    <SegmentedControl
      aria-label={t('which')}
      value={search.visited === undefined ? 'all' : String(search.visited)}
      onChange={value => onSearch({ visited: value === 'all' ? undefined : value === 'true' }, true)}
      data={[
        { value: 'all', label: t('all') },
        { value: 'false', label: t('not_visited') },
        { value: 'true', label: t('visited') },
      ]}
    />
  )
}
