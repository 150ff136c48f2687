import { Fieldset, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorAt } from '../../components/error_at.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { formatMoney } from '../../components/formats.ts'
import { MoneyInput } from '../../components/MoneyInput.tsx'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { spaceDay } from '../../components/space_day.ts'
import { useSave } from '../../components/use_save.ts'
import { isContributionRefused } from '../contribution_rules/data.ts'
import { ContactField } from './ContactField.tsx'
import { CorrectedTerms } from './CorrectedTerms.tsx'
import {
  amountOfItem,
  type CorrectionDraft,
  changedTerm,
  correctableItems,
  correctionOf,
  draftOf,
  keyOfItem,
  pathsOf,
  restAfter,
} from './correction.ts'
import { changePayment } from './data.ts'
import { MethodSelect } from './MethodSelect.tsx'
import { isPeriodClosed } from './open_periods.ts'
import { isPlausibleDay } from './periods.ts'
import type { Transaction } from './reversals.ts'
import type { Payment } from './search_params.ts'
import { wrongTermDays } from './terms.ts'
import { useItemName } from './use_item_name.ts'

interface Props {
  payment: Payment
  transaction: Transaction
  etag: string | undefined
  onDone: () => void
  /** The server refuses any change, because the payment is in a closed period. */
  onClosed: () => void
}

const fields = ['amount', 'date', 'payment_method_kind', 'contact_id']

/** Corrects a typing error in one change: amount, date, method, payer and allocation. */
export function CorrectionForm({ onDone, onClosed, ...opened }: Props) {
  const { t } = useTranslation('payments')
  // As it was when the dialog opened: a change by another user meanwhile is a conflict.
  const [{ payment, transaction, etag }] = useState(opened)
  const [draft, setDraft] = useState(() => draftOf(transaction))
  const [tried, setTried] = useState(false)
  const items = correctableItems(payment, transaction)
  const correction = correctionOf(payment, transaction, draft)
  const wrong = useProblems(payment, transaction, draft, correction?.change)
  const paths = pathsOf(correction?.change)
  const saving = useSave({
    fields: [...fields.map(field => `transactions.0.${field}`), ...Object.values(paths), 'reason'],
    save: async (_, overwrite) => {
      if (!correction) throw new Error('a correction without a difference')
      const saved = await changePayment(payment.id, correction.change, overwrite ? undefined : etag).catch(error => {
        if (isContributionRefused(error)) throw errorAt(error, 'transactions.0.amount', t('correct.against_rules'))
        if (!isPeriodClosed(error)) throw error
        if (draft.day === spaceDay(transaction.date)) return onClosed()
        throw errorAt(error, 'transactions.0.date', t('reversal.period_closed'))
      })
      return saved && { etag: saved.etag, undo: correction.undo }
    },
    onSaved: saved => {
      if (!saved) return
      onDone()
      notifyWithUndo(t('correct.done'), () =>
        changePayment(payment.id, { ...saved.undo, reason: t('reversal.undone') }, saved.etag),
      )
    },
  })
  const error = (field: string) => (tried && wrong[field]) || saving.errors[`transactions.0.${field}`]
  const itemError = (key: string) => (tried && wrong[key]) || saving.errors[paths[key] ?? '']
  const note = (change: Partial<CorrectionDraft>) => setDraft({ ...draft, ...change })
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
        {t('correct.about')}
      </Text>
      <TransactionFields {...{ transaction, draft, note, error }} />
      {items.length > 0 && (
        <AllocationAmounts
          {...{ payment, transaction, draft, note }}
          error={key => itemError(`${key} amount`)}
          tooMuch={wrong['rest']}
        />
      )}
      <CorrectedTerms memberships={payment.memberships} {...{ draft, note }} error={itemError} />
      <TextInput
        label={t('correct.reason')}
        description={t('correct.reason_how')}
        required
        value={draft.reason}
        onChange={event => note({ reason: event.currentTarget.value })}
        error={(tried && wrong['reason']) || saving.errors['reason']}
      />
      {tried && wrong['nothing'] && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {wrong['nothing']}
        </Text>
      )}
      <FormActions onCancel={onDone} busy={saving.busy} label={t('correct.submit')} />
    </SaveForm>
  )
}

/** What must be typed before the correction can be sent. */
function useProblems(payment: Payment, transaction: Transaction, draft: CorrectionDraft, change: object | undefined) {
  const { t } = useTranslation('payments')
  const { currency } = transaction
  const rest = restAfter(payment, transaction, draft)
  // A payment that was recorded with too much allocated can still get another date.
  const isOverAllocated = rest < 0 && rest < restAfter(payment, transaction, draftOf(transaction))
  const need_amount = t('entry.need_amount', { example: formatMoney(5000, currency) })
  // An item without an amount of its own follows that of the payment.
  const missing = correctableItems(payment, transaction)
    .map(keyOfItem)
    .filter(key => key in draft.items && draft.items[key] === undefined)
  const wrongDays = payment.memberships.flatMap(membership =>
    Object.entries(wrongTermDays(changedTerm(membership, draft), t('term.need_day'))).map(([field, text]) => [
      `memberships ${membership.id} ${field}`,
      text,
    ]),
  )
  const problems: Record<string, string> = {
    ...(draft.amount === undefined && { amount: need_amount }),
    ...Object.fromEntries(missing.map(key => [`${key} amount`, need_amount])),
    ...Object.fromEntries(wrongDays),
    ...(draft.day !== spaceDay(transaction.date) &&
      !isPlausibleDay(draft.day) && { date: t(draft.day ? 'entry.check_date' : 'correct.need_date') }),
    ...(draft.contact === undefined && { contact_id: t('correct.need_payer') }),
    ...(isOverAllocated && { rest: t('entry.too_much', { amount: formatMoney(-rest, currency) }) }),
    ...(!draft.reason.trim() && { reason: t('reversal.need_reason') }),
    ...(!change && { nothing: t('correct.nothing') }),
  }
  return problems
}

interface FieldProps {
  transaction: Transaction
  draft: CorrectionDraft
  note: (change: Partial<CorrectionDraft>) => void
  error: (field: string) => ReactNode
}

function TransactionFields({ transaction, draft, note, error }: FieldProps) {
  const { t } = useTranslation('payments')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <MoneyInput
        label={t('amount')}
        currency={transaction.currency}
        value={draft.amount}
        onChange={amount => note({ amount })}
        error={error('amount')}
        data-autofocus
      />
      <TextInput
        type="date"
        label={t('date')}
        value={draft.day}
        onChange={event => note({ day: event.currentTarget.value })}
        error={error('date')}
      />
      <MethodSelect
        label={t('method')}
        own={transaction.payment_method_kind}
        value={draft.method}
        onChange={method => note({ method })}
        error={error('payment_method_kind')}
      />
      <ContactField
        label={t('filter.contact')}
        value={draft.contact}
        onChange={contact => note({ contact })}
        error={error('contact_id')}
      />
    </SimpleGrid>
  )
}

interface AllocationProps extends FieldProps {
  payment: Payment
  tooMuch: string | undefined
}

function AllocationAmounts({ payment, transaction, draft, note, error, tooMuch }: AllocationProps) {
  const { t } = useTranslation('payments')
  const nameOf = useItemName()
  const { currency } = transaction
  const rest = restAfter(payment, transaction, draft)
  return (
    <Fieldset legend={t('entry.split')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {correctableItems(payment, transaction).map(one => {
          const key = keyOfItem(one)
          return (
            <MoneyInput
              key={key}
              label={nameOf(one)}
              currency={currency}
              value={amountOfItem(payment, transaction, draft, one)}
              onChange={amount => note({ items: { ...draft.items, [key]: amount } })}
              error={error(key)}
            />
          )
        })}
      </SimpleGrid>
      {(tooMuch || rest > 0) && (
        <Text mt="sm" size="sm" fw={600} c={tooMuch && 'var(--mantine-color-error)'} aria-live="polite">
          {tooMuch ?? t('entry.rest', { amount: formatMoney(rest, currency) })}
        </Text>
      )}
    </Fieldset>
  )
}
