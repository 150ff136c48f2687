import { Button, Paper } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action, ListedAddress } from '../../api.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNearDay, formatNumber } from '../../components/formats.ts'
import { ListContent } from '../../components/ListContent.tsx'
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { SelectedBar } from '../../components/SelectedBar.tsx'
import type { Column } from '../../components/table_types.ts'
import { useNarrow, useTabletWidth } from '../../components/use_narrow.ts'
import { addAddresses, type NewAddress, removeAddresses, statisticsQuery } from '../actions/data.ts'
import type { ActionSearch, ActionTabProps } from '../actions/search_params.ts'
import { placeInHouse } from '../visits/doors.ts'
import { AddFromContacts } from './AddFromContacts.tsx'
import { AddressBar } from './AddressBar.tsx'
import { AddressForm } from './AddressForm.tsx'
import { cityLine } from './address_text.ts'
import { DoorDrawer } from './DoorDrawer.tsx'
import { DoorFilters, isFiltered, isShown, no_filters } from './DoorFilters.tsx'
import { type Turf, turfIndexOf, turfsOf } from './turfs.ts'
import { UnplacedDoors } from './UnplacedDoors.tsx'
import { addresses_max, useAllAddresses } from './use_all_addresses.ts'

const at_once_max = 1000

/** The doors of the action, street by street. */
export function Addresses({
  action,
  etag,
  writable,
  search,
  onSearch,
  onClose,
}: ActionTabProps & { etag: string | undefined }) {
  const { t } = useTranslation('actions')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { data: counts } = useSuspenseQuery(statisticsQuery(action.id))
  const filtered = isFiltered(search)
  // The filters apply to all doors.
  const { addresses, more, pages } = useAllAddresses(action.id, filtered ? Number.POSITIVE_INFINITY : addresses_max)
  const turfs = useMemo(() => turfsOf(action.polygon), [action.polygon])
  const rows = useMemo(
    () => (filtered ? addresses.filter(door => isShown(door, search, turfs)) : addresses),
    [addresses, filtered, search, turfs],
  )
  const total = filtered ? (more ? undefined : rows.length) : counts.addresses
  const open = typeof search.open === 'number' ? search.open : undefined
  const columns = useColumns(action, turfs)
  // Doors that a filter hides are not removed unseen.
  const filter = (change: ActionSearch) => {
    setChosen(new Set())
    onSearch(change, true)
  }
  const takeOff = async () => {
    const gone = rows.filter(({ id }) => chosen.has(id))
    for (const batch of inBatches(gone)) await removeAddresses(action.id, batch.map(idOf))
    setChosen(new Set())
    notifyWithUndo(t('addresses_removed', { count: gone.length }), async () => {
      for (const batch of inBatches(gone)) await addAddresses(action.id, batch.map(asSent))
    })
  }

  return (
    <>
      {writable && <AddressBar {...{ action, etag, turfs, search, onSearch }} />}
      <UnplacedDoors
        mb="sm"
        count={counts.addresses_without_position}
        onShow={search.position ? undefined : () => filter({ ...no_filters, position: 'none' })}
      />
      <Paper withBorder>
        {counts.addresses > 0 && (
          <DoorFilters turfs={turfs} unplaced={counts.addresses_without_position} search={search} onFilter={filter} />
        )}
        <ListContent
          count={rows.length}
          loading={filtered && more && rows.length === 0}
          filtered={counts.addresses > 0}
          onClear={() => filter(no_filters)}
          empty={<EmptyState title={t('no_addresses')} why={t('no_addresses_why')} />}
        >
          <DataTable
            label={t('tab.addresses')}
            two_lines
            columns={columns}
            rows={rows}
            idOf={idOf}
            total={total}
            count={t('addresses', { count: total ?? rows.length })}
            {...pages}
            onOpen={open => onSearch({ open })}
            openId={open}
            {...(writable && { selected: chosen, onSelect: setChosen })}
          />
        </ListContent>
      </Paper>
      {chosen.size > 0 && (
        <SelectedBar selected={t('addresses_selected', { count: chosen.size })} onClear={() => setChosen(new Set())}>
          <Button size="compact-sm" variant="default" onClick={() => void takeOff().catch(notifyError)}>
            {t('remove_addresses')}
          </Button>
        </SelectedBar>
      )}
      <DoorDrawer
        action={action}
        turfs={turfs}
        doors={addresses}
        open={open}
        ids={rows.map(idOf)}
        {...(total !== undefined && { total })}
        onOpen={open => onSearch({ open })}
        onClose={onClose}
      />
      <AddFromContacts action={action} opened={search.open === 'choose' && writable} onClose={onClose} />
      <AddressForm id={action.id} doors={addresses} opened={search.open === 'address' && writable} onClose={onClose} />
    </>
  )
}

/** On a phone one column of two lines: the address, then the door in the house and its last visit. On a tablet the streets get the room of the city. */
function useColumns({ Teams }: Action, turfs: Turf[]) {
  const { t } = useTranslation('actions')
  const { t: inField } = useTranslation('field')
  const narrow = useNarrow()
  const tablet = useTabletWidth()
  return useMemo<Column<ListedAddress>[]>(() => {
    const visitOf = ({ last_visit }: ListedAddress) =>
      last_visit
        ? inField('visited_on', {
            result: inField(`result.${last_visit.result}`),
            day: formatNearDay(last_visit.date),
          })
        : inField('never_visited')
    const known = (door: ListedAddress) => [placeInHouse(door), visitOf(door)].filter(Boolean).join(' · ')
    const turfOf = (door: ListedAddress) => {
      const turf = turfs[turfIndexOf(turfs, door) ?? -1]
      const teams = Teams.filter(({ id }) => turf?.team_ids.includes(id))
      return turf ? [turf.name, ...teams.map(({ name }) => name)].join(' · ') : ''
    }
    const street: Column<ListedAddress> = {
      key: 'street',
      label: t('street'),
      cell: door => (
        <>
          {[door.house_number, door.street || t('without_street')].filter(Boolean).join(' ')}
          {tablet && <span className="second-line">{narrow ? known(door) : placeInHouse(door)}</span>}
        </>
      ),
    }
    const last: Column<ListedAddress> = { key: 'last', label: t('last_visit'), width: 165, wide: true, cell: visitOf }
    if (tablet) return [street, last]
    return [
      street,
      { key: 'door', label: t('door'), width: 110, cell: placeInHouse },
      { key: 'city', label: t('city'), width: 190, cell: cityLine },
      ...(turfs.length > 0 ? [{ key: 'turf', label: inField('turf_label'), width: 165, cell: turfOf }] : []),
      { key: 'visits', label: t('visits'), width: 72, figures: true, cell: ({ visits }) => formatNumber(visits) },
      last,
    ]
  }, [t, inField, narrow, tablet, Teams, turfs])
}

const idOf = ({ id }: ListedAddress) => id

const inBatches = <Item,>(items: Item[]) =>
  Array.from({ length: Math.ceil(items.length / at_once_max) }, (_, batch) =>
    items.slice(batch * at_once_max, (batch + 1) * at_once_max),
  )

function asSent(address: ListedAddress): NewAddress {
  const { id: _, visits: __, last_visit: ___, housenumber, postalcode, citycode, floor, ...sent } = address
  return sent
}
