import { Anchor, Button, Loader, SegmentedControl, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedAddress } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber } from '../../components/formats.ts'
import { LeftIcon, PrintIcon } from '../../components/icons.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { NoStreetsText } from '../../map/StreetsNote.tsx'
import { useMe } from '../../use_me.ts'
import { residentNamesQuery } from '../action_contacts/data.ts'
import { actionQuery } from '../actions/data.ts'
import './turfs.css'
import { TurfSheet } from './TurfSheet.tsx'
import { type Turf, turfIndexOf, turfsOf } from './turfs.ts'
import { addresses_max, useAllAddresses } from './use_all_addresses.ts'

const route = getRouteApi('/actions/$id/sheets')

/** Sheets to print: one for each turf, with its map and its doors by side. */
export function TurfSheets() {
  const id = Number(route.useParams().id)
  const { t } = useTranslation('actions')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { action } = useSuspenseQuery(actionQuery(id)).data
  const { data: residents } = useSuspenseQuery(residentNamesQuery(id))
  const { addresses, loading, more } = useAllAddresses(id)
  const all = search.show === 'all'
  const sheets = useMemo(() => sheetsOf(turfsOf(action.polygon), addresses, all), [action.polygon, addresses, all])
  return (
    <>
      <Anchor
        className="no-print"
        size="sm"
        display="inline-flex"
        style={{ alignItems: 'center' }}
        renderRoot={props => <Link to="/actions/$id" params={{ id: String(id) }} {...props} />}
      >
        <LeftIcon size={16} /> {action.name}
      </Anchor>
      <div className="no-print">
        <PageHeader title={t('sheets.title')}>
          <SegmentedControl
            aria-label={t('which')}
            value={all ? 'all' : 'left'}
            onChange={show => void navigate({ search: show === 'all' ? { show } : {}, replace: true })}
            data={[
              { value: 'left', label: t('not_visited') },
              { value: 'all', label: t('all') },
            ]}
          />
          <Button
            leftSection={loading ? <Loader size={16} color="white" /> : <PrintIcon size={16} />}
            disabled={loading || sheets.length === 0}
            onClick={() => window.print()}
          >
            {t('sheets.print')}
          </Button>
        </PageHeader>
        <NoStreetsText />
        <Text size="sm" c="dimmed" mb="md">
          {t(residents.size > 0 ? 'sheets.with_names' : 'sheets.without_names')}
          {more && !loading && ` ${t('left.first_only', { count: addresses_max, shown: formatNumber(addresses_max) })}`}
        </Text>
      </div>
      {addresses.length === 0 && !loading && (
        <EmptyState title={t('no_doors')}>
          {may('actions:write') && !action.archived_at && (
            <Button
              renderRoot={props => (
                <Link to="/actions/$id" params={{ id: String(id) }} search={{ tab: 'addresses' }} {...props} />
              )}
            >
              {t('add_doors')}
            </Button>
          )}
        </EmptyState>
      )}
      {addresses.length > 0 && sheets.length === 0 && !loading && (
        <EmptyState title={t('sheets.none')} why={t('sheets.none_why')} />
      )}
      {sheets.map(({ turf, doors }) => (
        <TurfSheet key={turf?.name ?? ''} action={action} turf={turf} doors={doors} residents={residents} />
      ))}
    </>
  )
}

interface Sheet {
  /** Undefined for the doors outside every turf, or an action that is not divided. */
  turf: Turf | undefined
  doors: ListedAddress[]
}

function sheetsOf(turfs: Turf[], addresses: ListedAddress[], all: boolean): Sheet[] {
  const shown = all ? addresses : addresses.filter(({ visits }) => visits === 0)
  const byTurf = Map.groupBy(shown, address => turfIndexOf(turfs, address))
  return [...turfs.map((turf, index) => ({ turf, doors: byTurf.get(index) ?? [] })), outside(byTurf)].filter(
    ({ doors }) => doors.length > 0,
  )
}

const outside = (byTurf: Map<number | undefined, ListedAddress[]>): Sheet => ({
  turf: undefined,
  doors: byTurf.get(undefined) ?? [],
})
