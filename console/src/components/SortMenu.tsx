import { ActionIcon, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DownIcon, SortIcon, UpIcon } from './icons.tsx'
import { nextSort, type Sort } from './sort.ts'
import type { Column } from './table_types.ts'

interface Props<Row> {
  columns: Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

function Direction({ up }: { up: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {up ? <UpIcon size={14} /> : <DownIcon size={14} />}
      <span className="unseen">{t(up ? 'list.ascending' : 'list.descending')}</span>
    </>
  )
}

/** The order of the rows on a phone, where most columns, and so their headers, are hidden. */
export function SortMenu<Row>({ columns, sort, onSort }: Props<Row>) {
  const { t } = useTranslation()
  const sortable = columns.filter(column => column.sortable)
  if (!onSort || sortable.length === 0) return null
  return (
    <Menu position="top-end" shadow="md" width={220} keepMounted={false}>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('list.sort')} size={28} hiddenFrom="sm">
          <SortIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('list.sort')}</Menu.Label>
        {sortable.map(({ key, label }) => {
          const active = sort?.by === key ? sort : undefined
          return (
            <Menu.Item
              key={key}
              aria-current={active !== undefined}
              rightSection={active && <Direction up={active.up} />}
              onClick={() => onSort(nextSort(key, sort))}
            >
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
