import { ActionIcon, Button, Group, Kbd, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedAddress } from '../../api.ts'
import { formatDateTime, formatNumber } from '../../components/formats.ts'
import { CloseIcon } from '../../components/icons.tsx'
import { usePageKeys } from '../../components/use_page_keys.ts'
import { doorStateOf } from '../../map/door_states.ts'
import { placeInHouse } from '../visits/doors.ts'
import { addressLine } from './address_text.ts'

const shown_max = 100

interface Props {
  action_id: number
  addresses: ListedAddress[]
  onClose: () => void
}

/** The doors selected on the map. V records a visit at the first one, Escape closes. */
export function SelectedAddresses({ action_id, addresses, onClose }: Props) {
  const { t } = useTranslation('actions')
  const { t: onMap } = useTranslation('map')
  const navigate = useNavigate()
  const [first, ...others] = addresses
  usePageKeys(({ key }) => {
    if (!first) return undefined
    if (key === 'v')
      return () => void navigate({ to: '/field/$id', params: { id: String(action_id) }, search: { door: first.id } })
    return key === 'Escape' ? onClose : undefined
  })
  if (!first) return null
  const alone = others.length === 0
  const title = alone
    ? addressLine(first)
    : t('doors_here', { count: addresses.length, shown: formatNumber(addresses.length) })
  return (
    <div role="status">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <ActionIcon variant="subtle" color="gray" aria-label={onMap('close_chosen')} onClick={onClose}>
          <CloseIcon />
        </ActionIcon>
      </Group>
      {alone ? (
        <>
          <DoorFacts address={first} />
          <Button
            mt="xs"
            rightSection={<Kbd size="xs">V</Kbd>}
            renderRoot={props => (
              <Link to="/field/$id" params={{ id: String(action_id) }} search={{ door: first.id }} {...props} />
            )}
          >
            {t('record_visit')}
          </Button>
        </>
      ) : (
        <Stack gap={2} mt={4}>
          {addresses.slice(0, shown_max).map(address => (
            <Link
              key={address.id}
              to="/field/$id"
              params={{ id: String(action_id) }}
              search={{ door: address.id }}
              className="map-card-door"
            >
              <Text size="sm" fw={600} component="span">
                {[addressLine(address), placeInHouse(address)].filter(Boolean).join(', ')}
              </Text>
              <LastVisit address={address} />
            </Link>
          ))}
        </Stack>
      )}
      {addresses.length > shown_max && (
        <Text size="sm" c="dimmed">
          {t('and_more', { count: addresses.length - shown_max })}
        </Text>
      )}
    </div>
  )
}

function DoorFacts({ address }: { address: ListedAddress }) {
  const place = [placeInHouse(address), `${address.postal_code} ${address.city}`.trim()].filter(Boolean).join(' · ')
  return (
    <Stack gap={2}>
      <LastVisit address={address} />
      {place && (
        <Text size="sm" c="dimmed">
          {place}
        </Text>
      )}
    </Stack>
  )
}

/** The state of the door as on the map, and when it was visited. */
function LastVisit({ address: { last_visit } }: { address: ListedAddress }) {
  const { t } = useTranslation('field')
  return (
    <Text size="sm" component="span" className="map-card-state">
      <span className="map-mark map-sample" data-state={doorStateOf(last_visit?.result)} aria-hidden="true">
        <span />
      </span>
      <span>{last_visit ? t(`result.${last_visit.result}`) : t('never_visited')}</span>
      {last_visit && (
        <Text span inherit c="dimmed">
          {formatDateTime(last_visit.date)}
        </Text>
      )}
    </Text>
  )
}
