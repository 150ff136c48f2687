import { Button, Group, NativeSelect, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoney } from '../../components/formats.ts'
import { statusesQuery, type TransactionDraft } from './data.ts'
import type { PaymentTask } from './PaymentDialog.tsx'
import { ReversalList } from './ReversalList.tsx'
import { leftOf, returnedOf, reversedOf } from './reversals.ts'
import type { Payment } from './search_params.ts'
import { useMethodName } from './use_method_name.ts'
import { useReversedWords } from './use_reversed_words.ts'

interface Props {
  payment: Payment
  transaction: Payment['transactions'][number]
  draft: TransactionDraft
  onDraft: (draft: TransactionDraft) => void
  onTask: (task: PaymentTask) => void
  errors: Partial<Record<keyof TransactionDraft, string | undefined>>
  disabled: boolean
}

/** One transaction: its facts, status and comment. */
export function TransactionCard({ payment, transaction, draft, onDraft, onTask, errors, disabled }: Props) {
  const { t } = useTranslation('payments')
  const methodName = useMethodName()
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const reversedWords = useReversedWords()
  const { amount, currency, unpaid_amount, status_id, comment } = transaction
  const reversed = reversedOf(payment, [transaction])
  const never_paid = unpaid_amount - returnedOf(payment, transaction)
  const choices = statuses.filter(({ id, archived }) => !archived || id === status_id)
  const facts = [
    formatDay(transaction.date),
    methodName(transaction.payment_method_kind),
    transaction.code_campaign,
    never_paid > 0 && t('unpaid_part', { amount: formatMoney(never_paid, currency) }),
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
        {reversed && (
          <Text size="sm" fw={600}>
            {reversedWords(reversed).all}
          </Text>
        )}
        <ReversalList
          payment={payment}
          transaction={transaction}
          onCancel={disabled ? undefined : reversal => onTask({ kind: 'cancel', reversal })}
        />
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
        {!disabled && (
          <Group gap="xs">
            {leftOf(transaction) > 0 &&
              (['refund', 'return'] as const).map(kind => (
                <Button key={kind} size="xs" variant="default" onClick={() => onTask({ kind, transaction })}>
                  {t(`reversal.${kind}.start`)}
                </Button>
              ))}
            <Button size="xs" variant="default" onClick={() => onTask({ kind: 'correct', transaction })}>
              {t('correct.start')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}
