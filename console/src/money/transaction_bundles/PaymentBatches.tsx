import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../use_me.ts'
import { batchesOfPaymentQuery } from '../transaction_batches/data.ts'
import { AddToBatch, isDepositable } from './AddToBatch.tsx'
import { leftOf } from './reversals.ts'
import type { Payment } from './search_params.ts'

/** The batches that a payment is in, or the open ones that cheques and cash can be added to. */
export function PaymentBatches({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const { data: batches } = useQuery(batchesOfPaymentQuery(payment.id))
  if (!batches) return null
  if (batches.length === 0)
    return (
      may('finance:write') &&
      payment.transactions.some(item => isDepositable(item) && leftOf(item) > 0) && (
        <Group gap="xs">
          <AddToBatch payments={[payment]} />
        </Group>
      )
    )
  return (
    <Group gap="0 12px">
      {batches.map(({ id, number, state }) => (
        <Text key={id} size="sm">
          <Anchor component={Link} to={'/payments/batches' as never} search={{ open: id } as never} size="sm">
            {t('batch.one', { number })}
          </Anchor>{' '}
          <Text span c="dimmed" size="sm">
            ({t(`batch.states.${state}`).toLowerCase()})
          </Text>
        </Text>
      ))}
    </Group>
  )
}
