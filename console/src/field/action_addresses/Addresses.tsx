import { Alert, Button, Group, Paper, Text } from '@mantine/core'
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedAddress } from '../../api.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, formatNumber } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListContent } from '../../components/ListContent.tsx'
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import type { Column } from '../../components/table_types.ts'
import { useNarrow } from '../../components/use_narrow.ts'
import { useNextPage } from '../../components/use_next_page.ts'
import { useMe } from '../../use_me.ts'
import {
  addAddresses,
  addressesQuery,
  type NewAddress,
  removeAddresses,
  type Statistics,
  statisticsQuery,
} from '../actions/data.ts'
import { doorsLeft } from '../actions/progress.ts'
import type { ActionTabProps } from '../actions/search_params.ts'
import { AddFromContacts } from './AddFromContacts.tsx'
import { AddressForm } from './AddressForm.tsx'
import { doorLine } from './address_text.ts'
import { VisitedFilter } from './VisitedFilter.tsx'

const at_once_max = 1000

/** The doors of the action, street by street. */
export function Addresses({ action, writable, search, onSearch, onClose }: ActionTabProps) {
  const { t } = useTranslation('actions')
  const { t: inField } = useTranslation('field')
  const { may } = useMe()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { data: counts } = useSuspenseQuery(statisticsQuery(action.id))
  const query = useSuspenseInfiniteQuery(addressesQuery(action.id, search.visited))
  const rows = useMemo(() => query.data.pages.flatMap(({ addresses }) => addresses), [query.data])
  const more = useNextPage(query)
  const total = totalOf(counts, search.visited)
  const narrow = useNarrow()
  const columns = useMemo<Column<ListedAddress>[]>(
    () => [
      {
        key: 'street',
        label: t('street'),
        cell: door => (
          <>
            {[door.house_number, door.street || t('without_street')].filter(Boolean).join(' ')}
            {narrow && doorLine(door) && <span className="second-line">{doorLine(door)}</span>}
          </>
        ),
      },
      { key: 'door', label: t('door'), width: 140, wide: true, cell: doorLine },
      {
        key: 'city',
        label: t('city'),
        width: 200,
        wide: true,
        cell: ({ postal_code, city }) => `${postal_code} ${city}`,
      },
      {
        key: 'visits',
        label: t('visits'),
        width: 80,
        wide: true,
        figures: true,
        cell: ({ visits }) => formatNumber(visits),
      },
      {
        key: 'last',
        label: t('last_visit'),
        width: narrow ? 134 : 150,
        cell: ({ last_visit }) => (last_visit ? inField(`result.${last_visit.result}`) : ''),
      },
      {
        key: 'when',
        label: t('when_last'),
        width: 170,
        wide: true,
        cell: ({ last_visit }) => formatDateTime(last_visit?.date),
      },
    ],
    [t, inField, narrow],
  )
  const takeOff = async () => {
    const gone = rows.filter(({ id }) => chosen.has(id)).slice(0, at_once_max)
    await removeAddresses(
      action.id,
      gone.map(({ id }) => id),
    )
    setChosen(new Set())
    notifyWithUndo(t('addresses_removed', { count: gone.length }), () => addAddresses(action.id, gone.map(asSent)))
  }

  return (
    <>
      <Group justify="space-between" mb="sm">
        <VisitedFilter search={search} onSearch={onSearch} />
        {writable && (
          <Group gap="xs">
            {may('contacts:read') && (
              <Button variant="default" onClick={() => onSearch({ open: 'choose' })}>
                {t('choose.title')}
              </Button>
            )}
            <Button leftSection={<PlusIcon size={16} />} onClick={() => onSearch({ open: 'address' })}>
              {t('add_address')}
            </Button>
          </Group>
        )}
      </Group>
      {counts.addresses_without_position > 0 && (
        <Alert color="yellow" mb="sm">
          {t('without_position', { count: counts.addresses_without_position })}
        </Alert>
      )}
      <Paper withBorder>
        <Group p="sm" mih={52}>
          <Text size="sm" c="dimmed" aria-live="polite">
            {chosen.size > 0
              ? t('message.selected', { ns: 'shell', count: chosen.size })
              : t('addresses', { count: total })}
          </Text>
          {chosen.size > 0 && (
            <Button size="xs" variant="default" onClick={() => void takeOff().catch(notifyError)}>
              {t('remove_addresses')}
            </Button>
          )}
        </Group>
        <ListContent
          count={rows.length}
          filtered={counts.addresses > 0}
          onClear={() => onSearch({ visited: undefined }, true)}
          empty={<EmptyState title={t('no_addresses')} why={t('no_addresses_why')} />}
        >
          <DataTable
            label={t('tab.addresses')}
            two_lines
            columns={columns}
            rows={rows}
            idOf={idOf}
            total={total}
            onEnd={more}
            {...(writable && { selected: chosen, onSelect: setChosen })}
          />
        </ListContent>
      </Paper>
      <AddFromContacts action={action} opened={search.open === 'choose' && writable} onClose={onClose} />
      <AddressForm id={action.id} opened={search.open === 'address' && writable} onClose={onClose} />
    </>
  )
}

function totalOf(counts: Statistics, visited: boolean | undefined) {
  if (visited === undefined) return counts.addresses
  return visited ? counts.addresses_visited : doorsLeft(counts)
}

const idOf = ({ id }: ListedAddress) => id

function asSent(address: ListedAddress): NewAddress {
  const { id: _, visits: __, last_visit: ___, housenumber, postalcode, citycode, floor, ...sent } = address
  return sent
}
