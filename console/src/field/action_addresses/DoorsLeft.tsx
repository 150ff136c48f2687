import { Anchor, Badge, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action, ListedAddress } from '../../api.ts'
import { formatNumber, formatPercent } from '../../components/formats.ts'
import { SmallTable } from '../../components/SmallTable.tsx'
import type { Statistics } from '../actions/data.ts'
import { doorProgress } from '../actions/progress.ts'
import type { ActionSearch } from '../actions/search_params.ts'
import { no_filters } from './DoorFilters.tsx'
import { type Side, sideOf, streetsInOrder } from './sides.ts'
import { UnplacedDoors } from './UnplacedDoors.tsx'
import './turfs.css'
import { TurfTeam } from './TurfTeam.tsx'
import { type Turf, turfIndexOf, turfsOf } from './turfs.ts'
import { addresses_max, useAllAddresses } from './use_all_addresses.ts'

interface Props {
  action: Action
  etag: string | undefined
  writable: boolean
  counts: Statistics
  onSearch: (change: ActionSearch) => void
  /** Whether the progress of the whole action is shown too. */
  whole?: boolean
}

const streets_max = 100

/** What is left to do: progress of each turf, streets by side, and addresses without a position. */
export function DoorsLeft({ action, etag, writable, counts, onSearch, whole }: Props) {
  const { t } = useTranslation('actions')
  const { addresses, loading, more } = useAllAddresses(action.id)
  const turfs = useMemo(() => turfsOf(action.polygon), [action.polygon])
  return (
    <Stack>
      {whole && counts.addresses > 0 && <ProgressBar {...counts} name={action.name} />}
      <UnplacedDoors
        count={counts.addresses_without_position}
        onShow={() => onSearch({ ...no_filters, tab: 'addresses', position: 'none' })}
      />
      {turfs.length > 0 ? (
        <TurfTable action={action} etag={etag} writable={writable} turfs={turfs} addresses={addresses} />
      ) : (
        writable && (
          <NoTurfs
            drawn={action.polygon !== ''}
            onDraw={whole ? undefined : () => onSearch({ tab: 'map', open: 'area' })}
          />
        )
      )}
      <StreetTable addresses={addresses} onSearch={onSearch} />
      {more && !loading && (
        <Text size="sm" c="dimmed">
          {t('left.first_only', { count: addresses_max, shown: formatNumber(addresses_max) })}
        </Text>
      )}
    </Stack>
  )
}

interface NoTurfsProps {
  drawn: boolean
  /** Undefined beside the map, whose own button is above it. */
  onDraw: (() => void) | undefined
}

/** How to divide the doors between teams. */
function NoTurfs({ drawn, onDraw }: NoTurfsProps) {
  const { t } = useTranslation('actions')
  return (
    <Text size="sm" c="dimmed">
      {t('left.divide')}{' '}
      {onDraw && (
        <Anchor component="button" inherit onClick={onDraw}>
          {t(drawn ? 'area.change' : 'area.draw')}
        </Anchor>
      )}
    </Text>
  )
}

const isLeft = ({ visits }: ListedAddress) => visits === 0

interface TurfTableProps {
  action: Action
  etag: string | undefined
  writable: boolean
  turfs: Turf[]
  addresses: ListedAddress[]
}

function TurfTable({ action, etag, writable, turfs, addresses }: TurfTableProps) {
  const { t } = useTranslation('actions')
  const byTurf = useMemo(() => Map.groupBy(addresses, address => turfIndexOf(turfs, address)), [turfs, addresses])
  const outside = byTurf.get(undefined) ?? []
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('left.turfs')}
      </Title>
      <div className="turf-cards">
        {turfs.map((turf, index) => (
          <Stack key={turf.name} gap={6} className="turf-card" data-tone={index % 3}>
            <Group justify="space-between" gap="xs">
              <Title order={3} size="h5" className="turf-card-name">
                {t('turf', { ns: 'field', turf: turf.name })}
              </Title>
              {turf.team_ids.length === 0 && byTurf.get(index)?.some(isLeft) && (
                <Badge color="orange">{t('left.nobody')}</Badge>
              )}
            </Group>
            <DoorBar addresses={byTurf.get(index) ?? []} name={turf.name} />
            <TurfTeam action={action} etag={etag} writable={writable} turfs={turfs} index={index} />
          </Stack>
        ))}
        {outside.length > 0 && (
          <Stack gap={6} className="turf-card">
            <Title order={3} size="h5">
              {t('left.outside')}
            </Title>
            <DoorBar addresses={outside} name={t('left.outside')} />
          </Stack>
        )}
      </div>
    </section>
  )
}

const DoorBar = ({ addresses, name }: { addresses: ListedAddress[]; name: string }) => (
  <ProgressBar
    addresses={addresses.length}
    addresses_visited={addresses.filter(({ visits }) => visits > 0).length}
    name={name}
  />
)

type Counts = Pick<Statistics, 'addresses' | 'addresses_visited'>

function ProgressBar({ addresses, addresses_visited, name }: Counts & { name: string }) {
  const { t } = useTranslation('field')
  const share = addresses > 0 ? addresses_visited / addresses : 0
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm">{t('progress', doorProgress({ addresses, addresses_visited }))}</Text>
        <Text size="sm" c="dimmed">
          {formatPercent(share)}
        </Text>
      </Group>
      <Progress
        value={100 * share}
        color="moss.7"
        aria-label={`${name}, ${t('progress_label', { share: formatPercent(share) })}`}
      />
    </div>
  )
}

/** The streets with doors to do, by side, in walking order. Each number opens its doors. */
function StreetTable({ addresses, onSearch }: { addresses: ListedAddress[] } & Pick<Props, 'onSearch'>) {
  const { t } = useTranslation('actions')
  const rows = useMemo(
    () =>
      streetsInOrder(addresses.filter(isLeft)).map(({ key, name, city, doors }) => {
        const onSide = Map.groupBy(doors, sideOf)
        const left = (side: 'odd' | 'even' | 'none') => onSide.get(side)?.length ?? 0
        return { id: key, name, city, odd: left('odd'), even: left('even'), none: left('none') }
      }),
    [addresses],
  )
  if (rows.length === 0) return null
  const column = (side: Side) => ({
    label: t(`left.${side}`),
    figures: true,
    cell: ({ name, city, ...left }: (typeof rows)[number]) =>
      left[side] === 0 ? (
        formatNumber(0)
      ) : (
        <Anchor
          component="button"
          size="sm"
          aria-label={t('left.doors_of', {
            street: name || t('without_street'),
            side: t(`left.${side}`),
            shown: formatNumber(left[side]),
          })}
          onClick={() => {
            const q = [name, city].filter(Boolean).join(' ') || undefined
            onSearch({ ...no_filters, tab: 'addresses', q, state: 'todo', side })
          }}
        >
          {formatNumber(left[side])}
        </Anchor>
      ),
  })
  const unnumbered = rows.some(({ none }) => none > 0)
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('left.streets')}
      </Title>
      <SmallTable
        label={t('left.streets')}
        minWidth={240}
        rows={rows.slice(0, streets_max)}
        columns={[
          {
            label: t('street'),
            rowHeader: true,
            cell: ({ name, city }) => [name || t('without_street'), city].filter(Boolean).join(', '),
          },
          column('odd'),
          column('even'),
          ...(unnumbered ? [column('none')] : []),
        ]}
      />
      {rows.length > streets_max && (
        <Text size="sm" c="dimmed">
          {t('and_more', { count: rows.length - streets_max })}
        </Text>
      )}
    </section>
  )
}
