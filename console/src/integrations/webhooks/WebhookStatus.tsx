import { Badge, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'

const counted_max = 1000

/** Whether the webhook works, and how many deliveries are pending. */
export function WebhookStatus({ webhook: { enabled, failing_since, waiting } }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const state = !enabled ? 'off' : failing_since ? 'failing' : 'on'
  return (
    <Group gap="xs">
      {waiting > 0 && (
        <Badge color="blue">
          {waiting < counted_max
            ? t('waiting', { count: waiting, number: formatNumber(waiting) })
            : t('waiting_more', { number: formatNumber(counted_max) })}
        </Badge>
      )}
      <Badge color={{ off: 'gray', failing: 'red', on: 'moss' }[state]}>{t(`is.${state}`)}</Badge>
    </Group>
  )
}
