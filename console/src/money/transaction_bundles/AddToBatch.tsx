import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TransactionBatch } from '../../api.ts'
import { notify, notifyWithUndo } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import { region } from '../../translations/index.ts'
import { addToBatch, openBatchesQuery, readBatch, removeFromBatch } from '../transaction_batches/data.ts'
import { leftOf } from './reversals.ts'
import type { Payment } from './search_params.ts'
import { useMethodName } from './use_method_name.ts'

interface Props {
  payments: Payment[]
  onDone?: () => void
}

const offered_max = 3

/** Methods of which nothing is taken to the bank. */
const not_deposited = ['card', 'transfer', 'direct_debit', 'online']

/** Whether a cheque or cash can be taken to the bank: not what was paid back. */
export const isDepositable = (item: Transaction) =>
  !not_deposited.includes(item.payment_method_kind.toLowerCase()) && leftOf(item) > 0

/** Adds payments to one of the open batches. */
export function AddToBatch({ payments, onDone }: Props) {
  const { t } = useTranslation('payments')
  const { data: batches = [] } = useQuery(openBatchesQuery)
  const methodsOf = useMethodCounts()
  const items = payments.flatMap(({ transactions }) => transactions).filter(isDepositable)
  const adding = useSave({
    save: async ({ id }: TransactionBatch) => {
      // As it is now: what is in it already stays when this is undone.
      const { batch } = await readBatch(id)
      const sent = items.filter(item => !batch.transaction_ids.includes(item.id))
      if (sent.length === 0) return []
      const { transaction_ids } = await addToBatch(id, sent.map(idOf))
      return sent.filter(item => transaction_ids.includes(item.id))
    },
    onSaved: (added, { id, number }) => {
      if (added.length === 0) return notify(t('batch.all_in'))
      onDone?.()
      const ids = added.map(idOf)
      const count = payments.filter(({ transactions }) => transactions.some(item => ids.includes(item.id))).length
      const already = payments.length - count
      const told = [
        t('batch.added', { count, number }),
        methodsOf(added),
        already > 0 && t('batch.already_in', { count: already }),
      ]
      notifyWithUndo(told.filter(Boolean).join(' '), () => removeFromBatch(id, ids))
    },
  })
  return batches.slice(0, offered_max).map(batch => (
    <Button
      key={batch.id}
      size="compact-sm"
      variant="default"
      disabled={adding.busy}
      onClick={() => void adding.save(batch)}
    >
      {t('batch.add_to', { number: batch.number })}
    </Button>
  ))
}

type Transaction = Payment['transactions'][number]

const idOf = ({ id }: Transaction) => id

/** Tells how many were paid by which method, unless all were paid by the same: a deposit slip is of cheques or of cash. */
function useMethodCounts() {
  const { t } = useTranslation('payments')
  const nameOf = useMethodName()
  return (items: Transaction[]) => {
    const counts = Map.groupBy(items, item => item.payment_method_kind.toLowerCase())
    if (counts.size < 2) return ''
    const names = [...counts].map(([kind, { length }]) => `${nameOf(kind) || t('entry.no_method')} (${length})`)
    return t('batch.methods', { list: new Intl.ListFormat(region()).format(names) })
  }
}
