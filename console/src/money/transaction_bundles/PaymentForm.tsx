import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { changePayment, type PaymentChange, paymentQuery, type TransactionDraft } from './data.ts'
import { PaymentDialog, type PaymentTask } from './PaymentDialog.tsx'
import { reversalAnchor } from './reversals.ts'
import type { Payment } from './search_params.ts'
import { TransactionCard } from './TransactionCard.tsx'

const editable_fields = ['status_id', 'comment'] as const

interface Write {
  change: PaymentChange
  undo: PaymentChange
}

interface Props {
  payment: Payment
  etag: string | undefined
}

/** Sends only what changed. A change that another user saved meanwhile is shown first. */
export function PaymentForm({ payment, etag }: Props) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const [drafts, setDrafts] = useState<Record<number, TransactionDraft>>({})
  const { task, ...dialog } = usePaymentTask()
  const editable = may('finance:write')
  const changed = payment.transactions.filter(({ id }) => Object.keys(drafts[id] ?? {}).length > 0)
  const saving = useSave({
    fields: payment.transactions.flatMap((_, index) => editable_fields.map(field => `transactions.${index}.${field}`)),
    save: ({ change }: Write, overwrite) => changePayment(payment.id, change, overwrite ? undefined : etag),
    onSaved: ({ etag }, { undo }) => {
      setDrafts({})
      // With the new ETag, undo never overwrites a later change by another user.
      notifyWithUndo(t('saved'), () => changePayment(payment.id, undo, etag))
    },
  })
  const save = () => {
    const transactions = changed.map(({ id }) => ({ id, ...drafts[id] }))
    const before = changed.map(({ id, status_id, comment }) => ({ id, status_id, comment }))
    return saving.save({ change: { transactions }, undo: { transactions: before } })
  }
  const saveStatus = ({ id, status_id: before }: Payment['transactions'][number], status_id: number) =>
    saving.save({
      change: { transactions: [{ id, status_id }] },
      undo: { transactions: [{ id, status_id: before }] },
    })
  const seeTheirs = async () => {
    await queries.fetchQuery({ ...paymentQuery(payment.id), staleTime: 0 })
    setDrafts({})
    saving.clear()
  }
  /** Errors name a transaction by its place among those that were sent. */
  const errorsOf = (id: number) => {
    const sent = changed.findIndex(transaction => transaction.id === id)
    return Object.fromEntries(editable_fields.map(field => [field, saving.errors[`transactions.${sent}.${field}`]]))
  }

  return (
    <>
      <SaveForm saving={saving} gap="sm" onSubmit={() => void save()} onSeeTheirs={seeTheirs}>
        {payment.transactions.map(transaction => (
          <TransactionCard
            key={transaction.id}
            payment={payment}
            transaction={transaction}
            draft={drafts[transaction.id] ?? {}}
            onDraft={draft => setDrafts({ ...drafts, [transaction.id]: draft })}
            onTask={dialog.onTask}
            onStatus={status_id => void saveStatus(transaction, status_id)}
            errors={errorsOf(transaction.id)}
            disabled={!editable || saving.busy}
          />
        ))}
        {changed.length > 0 && (
          <FormActions onCancel={() => setDrafts({})} busy={saving.busy} label={t('button.save', { ns: 'shell' })} />
        )}
      </SaveForm>
      {/* Beside the form: a submit in the dialog would also submit a form around it. */}
      <PaymentDialog task={task} payment={payment} etag={etag} {...dialog} />
    </>
  )
}

/** The open dialog. The button that opened it may be gone afterwards: the focus then goes to the refund or return. */
function usePaymentTask() {
  const [task, setTask] = useState<PaymentTask>()
  const opener = useRef<Element | null>(null)
  const reversed = useRef<number>(undefined)
  const isClosed = useRef(false)
  // After every rendering, until the refund or return is shown.
  useEffect(() => {
    if (isClosed.current) focusReversal()
  })
  const focusReversal = () => {
    const line = reversed.current === undefined ? null : document.getElementById(reversalAnchor(reversed.current))
    if (!line) return
    reversed.current = undefined
    line.focus()
  }
  const onTask = (next: PaymentTask | undefined) => {
    if (next && !task) {
      opener.current = document.activeElement
      reversed.current = undefined
      isClosed.current = false
    }
    setTask(next)
  }
  const focusAfter = () => {
    isClosed.current = true
    if (reversed.current === undefined) return opener.current as HTMLElement | null
    focusReversal()
    return null
  }
  const onReversed = (id: number) => {
    reversed.current = id
  }
  return { task, onTask, onReversed, focusAfter }
}
