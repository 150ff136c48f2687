import { Badge, Button, Code, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { muster, type Webhook, type WebhookDelivery } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, formatNumber } from '../../components/formats.ts'
import { Loading } from '../../components/Loading.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { deliveriesQuery, refreshInBackground } from './data.ts'
import { type DeliveryState, states } from './search_params.ts'

const colors = { waiting: 'blue', delivered: 'moss', failed: 'red' } as const

interface Props {
  webhook: Webhook
  state: DeliveryState | undefined
  onState: (state: DeliveryState | undefined) => void
}

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhook, state, onState }: Props) {
  const { t } = useTranslation('webhooks')
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(deliveriesQuery(webhook.id, state))
  const deliveries = data?.pages.flatMap(page => page.data)
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('which')}
        size="xs"
        fullWidth
        data={['all', ...states].map(value => ({ value, label: t(`shown.${value as 'all'}`) }))}
        value={state ?? 'all'}
        onChange={value => onState(value === 'all' ? undefined : (value as DeliveryState))}
      />
      {!deliveries && <Loading />}
      {deliveries?.length === 0 &&
        (state ? (
          <EmptyState title={t('message.no_match', { ns: 'shell' })} />
        ) : (
          <EmptyState title={t('no_delivery')} why={t('no_delivery_why')} />
        ))}
      {deliveries && deliveries.length > 0 && (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('deliveries')}>
          {deliveries.map(delivery => (
            <OneDelivery key={delivery.id} delivery={delivery} webhook={webhook} />
          ))}
        </Stack>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      )}
    </Stack>
  )
}

function OneDelivery({ delivery, webhook }: { delivery: WebhookDelivery; webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { id, type, state, created_at, attempts, answer, error } = delivery
  const waits = state === 'waiting'
  const what = useEventName()(type)
  const again = () =>
    void refreshInBackground(muster.webhooks.replayDelivery({ id: webhook.id, delivery_id: id })).then(
      () => notify(t('sent_again')),
      notifyError,
    )
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2} miw={0}>
          <Text size="sm" fw={600}>
            {what}
          </Text>
          <Text size="xs" c="dimmed">
            {formatDateTime(created_at)}
          </Text>
        </Stack>
        <Badge color={colors[state]} style={{ flexShrink: 0 }}>
          {t(`delivery.${state}`)}
        </Badge>
      </Group>
      <Group justify="space-between" align="flex-end" mt={4} gap="xs">
        <How delivery={delivery} />
        {webhook.enabled && (!waits || attempts > 0) && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t(waits ? 'try_named' : 'again_named', { what })}
            onClick={again}
          >
            {t(waits ? 'try_now' : 'send_again')}
          </Button>
        )}
      </Group>
      {(error || answer) && (
        <Code block mt="xs" className="breaking" style={{ whiteSpace: 'pre-wrap' }}>
          {error || answer}
        </Code>
      )}
    </Paper>
  )
}

/** The last attempt, and the time of the next. */
function How({ delivery: { status, duration_ms, attempts, next_attempt } }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const facts = [
    status !== null && t('answered', { status, ms: formatNumber(duration_ms ?? 0) }),
    attempts > 0 && t('tries', { count: attempts }),
    next_attempt && attempts > 0 && t('next_try', { when: formatDateTime(next_attempt) }),
  ]
  return <Text size="sm">{facts.filter(Boolean).join(' · ')}</Text>
}

/** An event as text; an unknown type is shown as it is. */
function useEventName() {
  const { t } = useTranslation('webhooks')
  return (type: string) => {
    const subject = t(`subject.${type.split('.')[0] as 'contact'}`, { defaultValue: '' })
    const change = t(`change.${type as 'contact.created'}`, { defaultValue: '' })
    return subject && change ? t('event', { subject, change }) : type
  }
}
