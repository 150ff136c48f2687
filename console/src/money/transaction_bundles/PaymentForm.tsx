import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries, Refusal } from '../../api.ts'
import { ConflictAlert } from '../../components/ConflictAlert.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { fieldErrors } from '../../components/field_errors.ts'
import { notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { useMe } from '../../use_me.ts'
import { changePayment, type PaymentChange, paymentQuery, type TransactionDraft } from './data.ts'
import type { Payment } from './search_params.ts'
import { TransactionCard } from './TransactionCard.tsx'

interface Props {
  payment: Payment
  etag: string | undefined
}

/** Only what was changed is sent; whoever saves over somebody else's change is told, and decides. */
export function PaymentForm({ payment, etag }: Props) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const [drafts, setDrafts] = useState<Record<number, TransactionDraft>>({})
  const [refused, setRefused] = useState<{ change: PaymentChange; undo: PaymentChange; said: string }>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const editable = may('finance:write')
  const changed = payment.transactions.filter(({ id }) => Object.keys(drafts[id] ?? {}).length > 0)

  const send = async (change: PaymentChange, undo: PaymentChange, said: string, overwrite = false) => {
    setBusy(true)
    try {
      const saved = await changePayment(payment.id, change, overwrite ? undefined : etag)
      setDrafts({})
      setRefused(undefined)
      setErrors({})
      // Only what we wrote is taken back: if somebody has gone on from there, they are not written over.
      notifyWithUndo(said, () => changePayment(payment.id, undo, saved.etag))
      return true
    } catch (error) {
      const byField = fieldErrors(error)
      if (error instanceof Refusal && error.status === 412) setRefused({ change, undo, said })
      else if (byField) setErrors(byField)
      else notifyError(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  const save = () => {
    const transactions = changed.map(({ id }) => ({ id, ...drafts[id] }))
    const before = changed.map(({ id, status_id, comment }) => ({ id, status_id, comment }))
    return send({ transactions }, { transactions: before }, t('saved'))
  }
  const seeTheirs = async () => {
    await queries.fetchQuery({ ...paymentQuery(payment.id), staleTime: 0 })
    setDrafts({})
    setRefused(undefined)
  }

  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="sm">
        {refused && (
          <ConflictAlert onSee={seeTheirs} onKeep={() => send(refused.change, refused.undo, refused.said, true)} />
        )}
        {payment.transactions.map(transaction => (
          <TransactionCard
            key={transaction.id}
            payment={payment}
            transaction={transaction}
            draft={drafts[transaction.id] ?? {}}
            onDraft={draft => setDrafts({ ...drafts, [transaction.id]: draft })}
            onRefund={(change, undo) => send(change, undo, t('refund.done'))}
            errors={errors}
            disabled={!editable || busy}
          />
        ))}
        {changed.length > 0 && (
          <FormActions onCancel={() => setDrafts({})} busy={busy} label={t('do.save', { ns: 'shell' })} />
        )}
      </Stack>
    </form>
  )
}
