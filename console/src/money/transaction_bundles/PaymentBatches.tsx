import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../use_me.ts'
import { batchesOfPaymentQuery } from '../transaction_batches/data.ts'
import { AddToBatch, isDepositable } from './AddToBatch.tsx'
import type { Payment } from './search_params.ts'

/** The batches that a payment is in, and the open ones that its cheques and cash can be added to. */
export function PaymentBatches({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const { data: batches } = useQuery(batchesOfPaymentQuery(payment.id))
  const link = useRef<HTMLAnchorElement>(null)
  const count = batches?.length ?? 0
  // The button that was pressed goes away, and the focus with it.
  useEffect(() => {
    if (count > 0 && document.activeElement === document.body) link.current?.focus()
  }, [count])
  if (!batches) return null
  const batched = new Set(batches.flatMap(({ transaction_ids }) => transaction_ids))
  const left = payment.transactions.filter(item => isDepositable(item) && !batched.has(item.id))
  if (count === 0 && left.length === 0) return null
  return (
    <Group gap="4px 12px">
      {batches.map(({ id, number, state }) => (
        <Text key={id} size="sm">
          <Anchor
            ref={link}
            component={Link}
            to={'/payments/batches' as never}
            search={{ open: id } as never}
            size="sm"
          >
            {t('batch.one', { number })}
          </Anchor>{' '}
          <Text span c="dimmed" size="sm">
            ({t(`batch.states.${state}`).toLowerCase()})
          </Text>
        </Text>
      ))}
      {left.length > 0 && may('finance:write') && <AddToBatch payments={[{ ...payment, transactions: left }]} />}
    </Group>
  )
}
