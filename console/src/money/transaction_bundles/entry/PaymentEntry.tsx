import { Alert, Anchor, Button, Group, Paper, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api.ts'
import { errorAt } from '../../../components/error_at.ts'
import { MissingPermission } from '../../../components/error_kind.ts'
import { errorText } from '../../../components/error_text.ts'
import { formatMoney } from '../../../components/formats.ts'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SaveForm } from '../../../components/SaveForm.tsx'
import { useSave } from '../../../components/use_save.ts'
import { useMe } from '../../../use_me.ts'
import { ContributionNote } from '../../contribution_rules/ContributionNote.tsx'
import { isContributionRefused } from '../../contribution_rules/data.ts'
import { useRefusalWords } from '../../contribution_rules/use_refusal_words.ts'
import type { PaymentFinding } from '../../payment_warnings/data.ts'
import { RecordedWarnings } from '../../payment_warnings/RecordedWarnings.tsx'
import { addToBatch } from '../../transaction_batches/data.ts'
import { attemptOf, no_attempt } from '../attempt.ts'
import { type NewPayment, recordPayment, refreshPayments, settingsQuery } from '../data.ts'
import { isPlausibleDay, today } from '../periods.ts'
import type { Payment } from '../search_params.ts'
import { wrongTermDays } from '../terms.ts'
import { AllocationFields } from './AllocationFields.tsx'
import {
  allocationOf,
  checkedPaymentOf,
  type EntryDefaults,
  emptyDraft,
  hasMembership,
  type PaymentDraft,
  paymentOf,
} from './allocation.ts'
import { BatchPanel } from './BatchPanel.tsx'
import { PaymentFields } from './PaymentFields.tsx'
import { Recorded, Saved } from './Recorded.tsx'
import './entry.css'

const route = getRouteApi('/payments/new')
const shown_max = 10
/** In minor units. More than this is a typing error. */
const amount_max = 10_000_000_000
const entry_fields = [
  ...['contact_id', 'amount', 'payment_method_kind', 'date', 'code_campaign'],
  ...['start_date', 'end_date'],
]

/** Records payments one after the other by keyboard: contact, amount, Enter. */
export function PaymentEntry() {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const currency = settings.currency.toUpperCase()
  const first = useRef<HTMLInputElement>(null)
  const amountInput = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<PaymentDraft>({ ...emptyDraft, contact: search.contact })
  const [defaults, setDefaults] = useState<EntryDefaults>(() =>
    firstDefaults(settings.payment_method_kinds, search.batch),
  )
  const [recorded, setRecorded] = useState<Payment[]>([])
  const [unbatched, setUnbatched] = useState<string>()
  const [warned, setWarned] = useState<{ id: number; warnings: PaymentFinding[] }>()
  const attempt = useRef(no_attempt)
  const { rest } = allocationOf(draft)
  const explain = useRefusalWords()

  const saving = useSave({
    fields: entry_fields,
    save: (payload: NewPayment) => {
      attempt.current = attemptOf(payload, attempt.current)
      return recordPayment(payload, attempt.current.key).catch(async error => {
        if (!isContributionRefused(error)) throw error
        throw errorAt(error, 'amount', (await explain(checkedPaymentOf(draft, defaults))) ?? errorText(error))
      })
    },
    onSaved: async ({ payment, warnings }) => {
      setWarned({ id: payment.id, warnings })
      attempt.current = no_attempt
      setRecorded([payment, ...recorded].slice(0, shown_max))
      // At once: a field that is focused before it is empty would count as changed.
      flushSync(() => setDraft(emptyDraft))
      setUnbatched(undefined)
      if (defaults.batch !== undefined) await putIntoBatch(defaults.batch, payment)
      else await refreshPayments()
    },
  })
  const save = async () => {
    if (saving.busy) return
    const found = missingIn(draft, defaults, rest)
    if (Object.keys(found).length > 0) return saving.refuse(found)
    const payment = paymentOf(draft, defaults, currency)
    if (!payment) return
    if (await saving.save(payment)) first.current?.focus()
  }
  const splitError = (rest: number) => {
    if (rest === 0) return ''
    return t(rest < 0 ? 'entry.too_much' : 'entry.too_little', { amount: formatMoney(Math.abs(rest), currency) })
  }
  const errors = { ...saving.errors, ...(saving.errors['rest'] && { rest: splitError(rest) }) }
  // A payment that cannot be added to the batch is still recorded, and reported apart.
  const putIntoBatch = (batch: number, { transactions }: Payment) =>
    addToBatch(
      batch,
      transactions.map(({ id }) => id),
    ).catch(error => {
      if (!(error instanceof ApiError)) throw error
      setUnbatched(errorText(error))
    })
  const need_amount = t('entry.need_amount', { example: formatMoney(5000, currency) })
  const missingIn = (draft: PaymentDraft, { date }: EntryDefaults, rest: number): Record<string, string> => {
    const { contact, amount, mistyped, term } = draft
    return {
      ...(contact === undefined && { contact_id: t('entry.need_contact') }),
      // The field itself knows what is wrong with its text.
      ...(!amount && { amount: amountInput.current?.validationMessage || need_amount }),
      ...(amount && amount > amount_max && { amount: t('entry.too_large') }),
      ...(!isPlausibleDay(date) && { date: t(date ? 'entry.check_date' : 'correct.need_date') }),
      ...(hasMembership(draft) && wrongTermDays(term, t('term.need_day'))),
      ...Object.fromEntries([...mistyped].map(name => [name, need_amount])),
      ...(rest !== 0 && { rest: splitError(rest) }),
    }
  }
  if (!may('finance:write')) throw new MissingPermission('finance:write')

  return (
    <>
      <PageHeader title={t('entry.title')}>
        <Anchor component={Link} to="/payments" search={{ view: 'all' } as never} size="sm">
          {t('batch.back')}
        </Anchor>
      </PageHeader>
      <div className="payment-entry">
        <div className="payment-entry-batch">
          <BatchPanel
            chosen={defaults.batch}
            onChoose={batch => {
              // While a batch is opened, other fields can be changed.
              setDefaults(now => ({ ...now, batch }))
              void navigate({ search: now => ({ ...now, batch }), replace: true })
            }}
            onOpened={() => first.current?.focus()}
          />
        </div>
        <div className="payment-entry-form">
          <Paper withBorder p="md">
            <SaveForm saving={saving} noValidate onSubmit={() => void save()}>
              {unbatched && (
                <Alert color="orange" role="alert">
                  {t('entry.not_batched', { why: unbatched })}
                </Alert>
              )}
              {warned && <RecordedWarnings {...warned} />}
              <Saved payment={recorded[0]} />
              <PaymentFields
                {...{ draft, setDraft, defaults, setDefaults, errors, currency }}
                contactRef={first}
                amountRef={amountInput}
              />
              <ContributionNote payment={checkedPaymentOf(draft, defaults)} />
              <AllocationFields {...{ draft, setDraft, errors, currency }} date={defaults.date} />
              <Group justify="space-between">
                <Text size="sm" c="dimmed" maw={360}>
                  {t('entry.hint')}
                </Text>
                <Button type="submit" loading={saving.busy}>
                  {t('entry.save')}
                </Button>
              </Group>
            </SaveForm>
          </Paper>
        </div>
        <div className="payment-entry-series">
          <Recorded payments={recorded} />
        </div>
      </div>
    </>
  )
}

/** Cheques are the usual case. */
const firstDefaults = (methods: string[], batch: number | undefined): EntryDefaults => ({
  method: methods.find(kind => kind.toLowerCase() === 'cheque') ?? methods[0] ?? '',
  date: today(),
  campaign: '',
  batch,
})
