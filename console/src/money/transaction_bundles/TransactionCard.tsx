import { Button, Group, NativeSelect, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoney } from '../../components/formats.ts'
import { type PaymentChange, statusesQuery, type TransactionDraft } from './data.ts'
import { RefundForm } from './RefundForm.tsx'
import type { Payment } from './search_params.ts'
import { useMethodName } from './use_method_name.ts'

interface Props {
  payment: Payment
  transaction: Payment['transactions'][number]
  draft: TransactionDraft
  onDraft: (draft: TransactionDraft) => void
  onRefund: (change: PaymentChange, undo: PaymentChange) => Promise<boolean>
  errors: Partial<Record<keyof TransactionDraft, string | undefined>>
  disabled: boolean
}

/** One transaction: its facts, status and comment. */
export function TransactionCard({ payment, transaction, draft, onDraft, onRefund, errors, disabled }: Props) {
  const { t } = useTranslation('payments')
  const methodName = useMethodName()
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const [refunding, setRefunding] = useState(false)
  const { amount, currency, reimbursed_amount, unpaid_amount, status_id, comment } = transaction
  const choices = statuses.filter(({ id, archived }) => !archived || id === status_id)
  const facts = [
    formatDay(transaction.date),
    methodName(transaction.payment_method_kind),
    transaction.code_campaign,
    reimbursed_amount > 0 && t('refund.already', { amount: formatMoney(reimbursed_amount, currency) }),
    unpaid_amount > 0 && t('unpaid_part', { amount: formatMoney(unpaid_amount, currency) }),
  ].filter(Boolean)
  /** Unchanged values are no change. */
  const note = (next: TransactionDraft) =>
    onDraft(
      Object.fromEntries(
        Object.entries(next).filter(([field, value]) => value !== transaction[field as keyof TransactionDraft]),
      ),
    )

  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm">{facts.join(' · ')}</Text>
          <Text size="sm" fw={600} className="figures" style={{ whiteSpace: 'nowrap' }}>
            {formatMoney(amount, currency)}
          </Text>
        </Group>
        <NativeSelect
          label={t('status')}
          disabled={disabled}
          error={errors.status_id}
          value={String((draft.status_id === undefined ? status_id : draft.status_id) ?? '')}
          onChange={event => note({ ...draft, status_id: Number(event.currentTarget.value) || null })}
          data={[
            ...(status_id === null ? [{ value: '', label: t('no_status') }] : []),
            ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {!refunding && (
          <Textarea
            label={t('comment')}
            autosize
            minRows={1}
            maxLength={10_000}
            disabled={disabled}
            error={errors.comment}
            value={draft.comment ?? comment}
            onChange={event => note({ ...draft, comment: event.currentTarget.value })}
          />
        )}
        {!disabled && reimbursed_amount + unpaid_amount < amount && !refunding && (
          <Group>
            <Button size="xs" variant="default" onClick={() => setRefunding(true)}>
              {t('refund.start')}
            </Button>
          </Group>
        )}
        {refunding && (
          <RefundForm
            payment={payment}
            transaction={transaction}
            onCancel={() => setRefunding(false)}
            onRefund={async (change, undo) => (await onRefund(change, undo)) && setRefunding(false)}
          />
        )}
      </Stack>
    </Paper>
  )
}
