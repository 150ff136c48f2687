import { Button, Group, NativeSelect, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../components/formats.ts'
import { formatSpaceDay } from '../../components/space_day.ts'
import { statusesQuery, type TransactionDraft } from './data.ts'
import type { PaymentTask } from './PaymentDialog.tsx'
import { ReversalList } from './ReversalList.tsx'
import { returnedOf, reversibleOf } from './reversals.ts'
import type { Payment } from './search_params.ts'
import { useMethodName } from './use_method_name.ts'
import { useReversed } from './use_reversed.ts'

interface Props {
  payment: Payment
  transaction: Payment['transactions'][number]
  draft: TransactionDraft
  onDraft: (draft: TransactionDraft) => void
  onTask: (task: PaymentTask) => void
  /** Saves another status at once. */
  onStatus: (status_id: number) => void
  errors: Partial<Record<keyof TransactionDraft, string | undefined>>
  disabled: boolean
}

/** One transaction: its facts, status and comment. */
export function TransactionCard({ payment, transaction, draft, onDraft, onTask, onStatus, errors, disabled }: Props) {
  const { t } = useTranslation('payments')
  const methodName = useMethodName()
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const { amount, currency, unpaid_amount, status_id, comment } = transaction
  const reversed = useReversed()(payment, [transaction])
  const never_paid = unpaid_amount - returnedOf(payment, transaction)
  const chosen_status = draft.status_id === undefined ? status_id : draft.status_id
  const choices = statuses.filter(({ id, archived }) => !archived || id === status_id)
  // The head of the drawer has the amount, day and method of a single transaction.
  const several = payment.transactions.length > 1
  const canBeReversed = !disabled && reversibleOf(transaction, statuses) > 0
  const facts = [formatSpaceDay(transaction.date), methodName(transaction.payment_method_kind)]
  const more_facts = [
    transaction.code_campaign && t('in_campaign', { code: transaction.code_campaign }),
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
        {(several || more_facts.length > 0) && (
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Text size="sm">{(several ? [...facts, ...more_facts] : more_facts).join(' · ')}</Text>
            {several && (
              <Text size="sm" fw={600} className="figures" style={{ whiteSpace: 'nowrap' }}>
                {formatMoney(amount, currency)}
              </Text>
            )}
          </Group>
        )}
        {several && reversed && (
          <Text size="sm" fw={600}>
            {reversed.all}
          </Text>
        )}
        <ReversalList
          payment={payment}
          transaction={transaction}
          onCancel={disabled ? undefined : reversal => onTask({ kind: 'cancel', reversal })}
        />
        {!disabled && Object.keys(draft).length === 0 && <NextStatus status_id={status_id} onStatus={onStatus} />}
        <NativeSelect
          label={t('status')}
          disabled={disabled}
          error={errors.status_id}
          value={String(chosen_status ?? '')}
          onChange={event => note({ ...draft, status_id: Number(event.currentTarget.value) || null })}
          data={[
            ...(status_id === null ? [{ value: '', label: t('no_status') }] : []),
            ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <RefundHint possible={canBeReversed} status_id={chosen_status} />
        <Textarea
          label={t('comment')}
          autosize
          minRows={1}
          disabled={disabled}
          error={errors.comment}
          value={draft.comment ?? comment}
          onChange={event => note({ ...draft, comment: event.currentTarget.value })}
        />
        {!disabled && <TaskButtons reversible={canBeReversed} onTask={kind => onTask({ kind, transaction })} />}
      </Stack>
    </Paper>
  )
}

type TaskKind = 'refund' | 'return' | 'correct'

function TaskButtons({ reversible, onTask }: { reversible: boolean; onTask: (kind: TaskKind) => void }) {
  const { t } = useTranslation('payments')
  const kinds: TaskKind[] = reversible ? ['refund', 'return', 'correct'] : ['correct']
  return (
    <Group gap={4}>
      {kinds.map(kind => (
        <Button key={kind} size="xs" px={{ base: 6, sm: 'sm' }} variant="default" onClick={() => onTask(kind)}>
          {t(kind === 'correct' ? 'correct.start' : `reversal.${kind}.start`)}
        </Button>
      ))}
    </Group>
  )
}

/** That the status alone gives nothing back. */
function RefundHint({ possible, status_id }: { possible: boolean; status_id: number | null }) {
  const { t } = useTranslation('payments')
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const isRefunded = statuses.some(({ id, kind }) => id === status_id && kind === 'reimbursed')
  return (
    <Text size="sm" role="status" style={{ display: 'contents' }}>
      {possible && isRefunded && t('refunded_by_status')}
    </Text>
  )
}

/** What most often comes next: the money that was awaited has arrived. */
function NextStatus({ status_id, onStatus }: { status_id: number | null; onStatus: Props['onStatus'] }) {
  const { t } = useTranslation('payments')
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const isWaiting = statuses.some(({ id, kind }) => id === status_id && kind === 'pending')
  const next = isWaiting ? statuses.find(({ kind, archived }) => kind === 'valid' && !archived) : undefined
  if (!next) return null
  return (
    <Button w="fit-content" onClick={() => onStatus(next.id)}>
      {t('mark_as', { status: next.name })}
    </Button>
  )
}
