import { ActionIcon, Anchor, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedAddress } from '../../api.ts'
import { formatDateTime } from '../../components/formats.ts'
import { CloseIcon } from '../../components/icons.tsx'
import { usePageKeys } from '../../components/use_page_keys.ts'
import { addressLine, doorLine } from './address_text.ts'

const shown_max = 100

interface Props {
  action_id: number
  addresses: ListedAddress[]
  onClose: () => void
}

/** The doors selected on the map. V records a visit at the first one. */
export function SelectedAddresses({ action_id, addresses, onClose }: Props) {
  const { t } = useTranslation('actions')
  const { t: onMap } = useTranslation('map')
  const { t: inField } = useTranslation('field')
  const navigate = useNavigate()
  const [first] = addresses
  usePageKeys(({ key }) =>
    key === 'v' && first
      ? () => void navigate({ to: '/field/$id', params: { id: String(action_id) }, search: { door: first.id } })
      : undefined,
  )
  if (addresses.length === 0) return null
  return (
    <Paper withBorder p="md" mt="sm" role="status">
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Title order={2} size="h5">
          {onMap('chosen')}
        </Title>
        <ActionIcon variant="subtle" aria-label={onMap('close_chosen')} onClick={onClose}>
          <CloseIcon />
        </ActionIcon>
      </Group>
      <Stack gap="xs" mah={280} style={{ overflowY: 'auto' }}>
        {addresses.slice(0, shown_max).map(address => (
          <Group key={address.id} gap="sm">
            <Text size="sm" fw={600}>
              {addressLine(address)}
            </Text>
            <Text size="sm" c="dimmed">
              {[doorLine(address), `${address.postal_code} ${address.city}`.trim()].filter(Boolean).join(' · ')}
            </Text>
            {address.last_visit ? (
              <>
                <Badge color="moss">{inField(`result.${address.last_visit.result}`)}</Badge>
                <Text size="sm" c="dimmed">
                  {formatDateTime(address.last_visit.date)}
                </Text>
              </>
            ) : (
              <Badge color="orange">{t('not_visited')}</Badge>
            )}
            <Anchor
              size="sm"
              renderRoot={props => (
                <Link to="/field/$id" params={{ id: String(action_id) }} search={{ door: address.id }} {...props} />
              )}
            >
              {t('record_visit')}
            </Anchor>
          </Group>
        ))}
        {addresses.length > shown_max && (
          <Text size="sm" c="dimmed">
            {t('and_more', { count: addresses.length - shown_max })}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
