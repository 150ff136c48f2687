import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorAt } from '../../components/error_at.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { formatDay, formatMoney } from '../../components/formats.ts'
import { MoneyInput } from '../../components/MoneyInput.tsx'
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { spaceDay } from '../../components/space_day.ts'
import { useSave } from '../../components/use_save.ts'
import { attemptOf, no_attempt } from './attempt.ts'
import { cancelReversal, changePayment, recordReversal, statusesQuery } from './data.ts'
import { MethodSelect } from './MethodSelect.tsx'
import { isPeriodClosed } from './open_periods.ts'
import { isPlausibleDay, today } from './periods.ts'
import { leftOf, reversalDate, type Transaction } from './reversals.ts'

interface Props {
  kind: 'refund' | 'return'
  payment_id: number
  transaction: Transaction
  onReversed: (reversal_id: number) => void
  onDone: () => void
}

interface ReversalDraft {
  amount: number | undefined
  date: string
  method: string
  reason: string
  reference: string
  sets_status: boolean
}

/** Records a refund, or a return by the bank. */
export function ReversalForm({ kind, payment_id, transaction, onReversed, onDone }: Props) {
  const { t } = useTranslation('payments')
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const { currency, status_id } = transaction
  const [paid, left] = [spaceDay(transaction.date), leftOf(transaction)]
  const [draft, setDraft] = useState<ReversalDraft>(() => ({
    amount: left,
    date: today() < paid ? paid : today(),
    method: transaction.payment_method_kind,
    reason: '',
    reference: '',
    sets_status: false,
  }))
  const [tried, setTried] = useState(false)
  const { amount, date, method, reason, reference } = draft
  const wrong: Record<string, string> = {
    ...(!(amount && amount <= left) && { amount: t('reversal.wrong', { amount: formatMoney(left, currency) }) }),
    ...(!isPlausibleDay(date) && date > paid && { date: t('entry.check_date') }),
    ...(date < paid && { date: t('reversal.before_payment', { day: formatDay(paid) }) }),
    ...(!reason.trim() && { reason: t('reversal.need_reason') }),
  }
  const refunded = statuses.find(status => status.kind === 'reimbursed' && !status.archived)
  const offered = kind === 'refund' && amount === left && refunded?.id !== status_id ? refunded : undefined
  const attempt = useRef(no_attempt)
  const saving = useSave({
    fields: ['amount', 'date', 'payment_method_kind', 'reason', 'reference'],
    save: () => {
      const reversal = {
        amount: amount ?? 0,
        date: reversalDate(date, transaction),
        reason: reason.trim(),
        reference: reference.trim(),
        ...(kind === 'refund' && { payment_method_kind: method }),
      }
      attempt.current = attemptOf(reversal, attempt.current)
      return recordReversal(kind, transaction.id, reversal, attempt.current.key).catch(error => {
        throw isPeriodClosed(error) ? errorAt(error, 'date', t('reversal.period_closed')) : error
      })
    },
    onSaved: async reversal => {
      const setStatus = (id: number | null) =>
        changePayment(payment_id, { transactions: [{ id: transaction.id, status_id: id }] })
      const status = draft.sets_status ? offered : undefined
      if (status) await setStatus(status.id).catch(notifyError)
      onReversed(reversal.id)
      onDone()
      notifyWithUndo(t(`reversal.${kind}.done`), async () => {
        if (status) await setStatus(status_id)
        await cancelReversal(transaction.id, reversal.id, t('reversal.undone'))
      })
    },
  })
  const errors = { ...saving.errors, ...(tried && wrong) }
  const note = (change: Partial<ReversalDraft>) => setDraft({ ...draft, ...change })
  return (
    <SaveForm
      noValidate
      saving={saving}
      gap="sm"
      onSubmit={() => {
        setTried(true)
        if (Object.keys(wrong).length === 0) void saving.save()
      }}
    >
      <Text size="sm" c="dimmed">
        {t(`reversal.${kind}.about`)}
      </Text>
      <ReversalFields {...{ kind, transaction, draft, note, errors }} />
      {offered && (
        <Checkbox
          label={t('reversal.also_status', { name: offered.name })}
          checked={draft.sets_status}
          onChange={event => note({ sets_status: event.currentTarget.checked })}
        />
      )}
      <FormActions onCancel={onDone} busy={saving.busy} label={t(`reversal.${kind}.submit`)} />
    </SaveForm>
  )
}

interface FieldProps extends Pick<Props, 'kind' | 'transaction'> {
  draft: ReversalDraft
  note: (change: Partial<ReversalDraft>) => void
  errors: Record<string, ReactNode>
}

function ReversalFields({ kind, transaction, draft, note, errors }: FieldProps) {
  const { t } = useTranslation('payments')
  const { currency } = transaction
  const { amount, date, method, reason, reference } = draft
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <MoneyInput
          label={t(`reversal.${kind}.amount`)}
          description={t('reversal.at_most', { amount: formatMoney(leftOf(transaction), currency) })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          currency={currency}
          value={amount}
          onChange={amount => note({ amount })}
          error={errors['amount']}
          data-autofocus
        />
        <TextInput
          type="date"
          label={t(`reversal.${kind}.date`)}
          value={date}
          onChange={event => note({ date: event.currentTarget.value })}
          error={errors['date']}
        />
      </SimpleGrid>
      {kind === 'refund' && (
        <MethodSelect
          label={t('reversal.method')}
          own={transaction.payment_method_kind}
          value={method}
          onChange={method => note({ method })}
          error={errors['payment_method_kind']}
        />
      )}
      <TextInput
        label={t('reversal.reason')}
        placeholder={t(`reversal.${kind}.reason_example`)}
        required
        value={reason}
        onChange={event => note({ reason: event.currentTarget.value })}
        error={errors['reason']}
      />
      <TextInput
        label={t('reversal.reference')}
        value={reference}
        onChange={event => note({ reference: event.currentTarget.value })}
        error={errors['reference']}
      />
    </>
  )
}
