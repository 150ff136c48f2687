import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../components/formats.ts'
import { MoneyInput } from '../../components/MoneyInput.tsx'
import { useSave } from '../../components/use_save.ts'
import { type PaymentChange, statusesQuery } from './data.ts'
import { reducedItems, refundOf } from './refund.ts'
import type { Payment } from './search_params.ts'

interface Props {
  payment: Payment
  transaction: Payment['transactions'][number]
  onRefund: (change: PaymentChange, undo: PaymentChange) => unknown
  onCancel: () => void
}

/** Asks for the amount and shows what is left of donations and memberships. */
export function RefundForm({ payment, transaction, onRefund, onCancel }: Props) {
  const { t } = useTranslation('payments')
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const { currency, reimbursed_amount, unpaid_amount } = transaction
  // Unpaid amounts cannot be refunded.
  const most = transaction.amount - reimbursed_amount - unpaid_amount
  const [amount, setAmount] = useState<number | undefined>(most)
  const [comment, setComment] = useState(transaction.comment)
  const status = statuses.find(({ kind, archived }) => kind === 'reimbursed' && !archived)
  const fits = amount !== undefined && amount > 0 && amount <= most
  const lowered = fits ? reducedItems(amount, payment, currency) : []
  const refunding = useSave({
    save: async () => {
      if (!fits || !status) return
      const { change, undo } = refundOf(transaction, amount, comment, status.id, lowered)
      await onRefund(change, undo)
    },
  })
  if (!status) return <Alert color="orange">{t('refund.no_status')}</Alert>
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('refund.title')}>
      <Stack gap="sm">
        <MoneyInput
          label={t('refund.amount')}
          description={t('refund.at_most', { amount: formatMoney(most, currency) })}
          currency={currency}
          value={amount}
          onChange={setAmount}
          error={fits ? undefined : t('refund.wrong', { amount: formatMoney(most, currency) })}
          data-autofocus
        />
        <TextInput label={t('refund.why')} value={comment} onChange={event => setComment(event.currentTarget.value)} />
        {lowered.map(({ kind, id, before, after }) => (
          <Text key={`${kind} ${id}`} size="sm">
            {t(kind === 'donations' ? 'refund.donation_left' : 'refund.membership_left', {
              before: formatMoney(before, currency),
              after: formatMoney(after, currency),
            })}
          </Text>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('do.cancel', { ns: 'shell' })}
          </Button>
          <Button disabled={!fits} loading={refunding.busy} onClick={() => void refunding.save()}>
            {t('refund.do')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
