import { Group, Tabs } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SavedFilter } from '../../api.ts'
import { LockIcon } from '../../components/icons.tsx'
import { SavedViewMenu } from '../../components/SavedViewMenu.tsx'
import { useTabLine } from '../../components/use_tab_line.ts'
import { useMe } from '../../use_me.ts'
import { contactViewStore, savedViewsQuery } from '../contacts/data.ts'
import { type ContactSearch, isChanged, searchOfView, sortOf } from '../contacts/search_params.ts'
import { permissionsFor } from '../search/attributes.ts'
import { queryOf } from '../search/query.ts'

interface Props {
  search: ContactSearch
  onChoose: (search: ContactSearch) => void
}

/** The saved views as tabs. */
export function SavedFilterTabs({ search, onChoose }: Props) {
  const { t } = useTranslation('contacts')
  const { data: views } = useSuspenseQuery(savedViewsQuery)
  const view = views.find(({ id }) => id === search.view)
  // A filter of one's own is no view.
  const value = view ? String(view.id) : search.q || search.where || search.query ? null : 'all'
  const lockOf = useLock()
  const line = useTabLine(value ?? '')
  const filtered = Boolean(search.q || search.where || search.query || search.sort)
  return (
    <Group justify="space-between" wrap="nowrap" gap={0} className="tab-line">
      <Tabs
        value={value}
        onChange={id => {
          const next = views.find(one => String(one.id) === id)
          onChoose(next ? searchOfView(next) : {})
        }}
        className="tab-scroll"
      >
        <Tabs.List ref={line} aria-label={t('views.label', { ns: 'shell' })}>
          <Tabs.Tab value="all">{t('all')}</Tabs.Tab>
          {views.map(({ id, name, query }) => {
            const reason = lockOf(query)
            return (
              <Tabs.Tab
                key={id}
                value={String(id)}
                disabled={reason !== undefined}
                title={reason}
                leftSection={reason && <LockIcon size={14} />}
              >
                {name}
                {reason && <span className="unseen">{reason}</span>}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
      </Tabs>
      <SavedViewMenu
        view={view}
        changed={view ? isChanged(search, view) : filtered}
        shown={shownBy(search)}
        kept={view && keptBy(view)}
        store={contactViewStore}
        onChoose={id => onChoose(id === undefined ? {} : { ...search, view: id })}
        onReset={() => view && onChoose(searchOfView(view))}
      />
    </Group>
  )
}

/** Why the user may not use the filter of a view; undefined if they may. */
function useLock() {
  const { t } = useTranslation(['permissions', 'shell'])
  const { may } = useMe()
  return (query: object) => {
    const missing = permissionsFor(query).filter(permission => !may(permission))
    if (missing.length === 0) return undefined
    const permissions = missing.map(permission => t(`name.${permission as 'contacts:sensitive'}`)).join(', ')
    return t('views.locked', { ns: 'shell', permissions })
  }
}

function shownBy(search: ContactSearch) {
  const { by, up } = sortOf(search)
  return { query: { ...queryOf(search) }, sort_attr: by, sort_asc: up }
}

const keptBy = ({ query, sort_attr, sort_asc }: SavedFilter) => ({ query, sort_attr, sort_asc })
