import { Badge, Group, Tabs } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { SavedViewMenu } from '../../components/SavedViewMenu.tsx'
import { useTabLine } from '../../components/use_tab_line.ts'
import { countQuery, paymentViewStore, viewsQuery } from '../transaction_bundles/data.ts'
import { type PaymentSearch, type View, viewOf, views } from '../transaction_bundles/search_params.ts'
import { isSameFilters, searchOfView, viewFiltersOf } from './saved_views.ts'

interface Props {
  search: PaymentSearch
  onChoose: (search: PaymentSearch) => void
  onBatches: () => void
  onLedger: () => void
  onBank: () => void
}

/** First the views that need action, then all payments, the ledger, and saved views. */
export function PaymentTabs({ search, onChoose, onBatches, onLedger, onBank }: Props) {
  const { t } = useTranslation('payments')
  const { data: saved } = useSuspenseQuery(viewsQuery)
  const { data: pending } = useQuery(countQuery({ state: 'pending' }))
  const { data: unpaid } = useQuery(countQuery({ state: 'unpaid' }))
  const counts: Partial<Record<View, number | undefined>> = { check: pending, unpaid }
  const view = saved.find(({ id }) => id === search.saved)
  const shown = viewFiltersOf(search)
  const { state: _, ...filters } = shown
  const open = view ? `saved ${view.id}` : viewOf(search)
  const line = useTabLine(open)
  const choose = (value: string | null) => {
    const next = saved.find(({ id }) => `saved ${id}` === value)
    if (value === 'batches') onBatches()
    else if (value === 'ledger') onLedger()
    else if (value === 'bank') onBank()
    else onChoose(next ? searchOfView(next) : view ? { view: value as View } : { ...search, view: value as View })
  }
  return (
    <Group justify="space-between" wrap="nowrap" gap={0} className="tab-line">
      <Tabs value={open} onChange={choose} className="tab-scroll">
        <Tabs.List ref={line} aria-label={t('views.label', { ns: 'shell' })}>
          {[...views.slice(0, 2), 'batches' as const, ...views.slice(2), 'bank' as const, 'ledger' as const].map(
            name => {
              const count = name === 'batches' || name === 'ledger' || name === 'bank' ? undefined : counts[name]
              return (
                <Tabs.Tab
                  key={name}
                  px={{ base: 8, sm: 'md' }}
                  value={name}
                  rightSection={
                    count ? (
                      <Badge size="sm" color="gray">
                        {formatNumber(count)}
                      </Badge>
                    ) : undefined
                  }
                >
                  {t(`view.${name}`)}
                </Tabs.Tab>
              )
            },
          )}
          {saved.map(({ id, name }) => (
            <Tabs.Tab key={id} value={`saved ${id}`} px={{ base: 8, sm: 'md' }}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <SavedViewMenu
        view={view}
        changed={view ? !isSameFilters(view.filters, shown) : Object.keys(filters).length > 0}
        shown={{ filters: shown }}
        kept={view && { filters: view.filters }}
        store={paymentViewStore}
        onChoose={id => onChoose(id === undefined ? {} : { ...search, saved: id })}
        onReset={() => view && onChoose(searchOfView(view))}
      />
    </Group>
  )
}
