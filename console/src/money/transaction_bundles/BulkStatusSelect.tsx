import { NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { errorText } from '../../components/error_text.ts'
import { notify, notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { refreshPayments, statusesQuery } from './data.ts'
import { type Payment, payerOf } from './search_params.ts'
import { usePaymentName } from './use_payment_name.ts'

interface Props {
  payments: Payment[]
  onDone: () => void
}

/** Sets the status of the selected payments one by one. Refused ones are reported, the others stay changed. */
export function BulkStatusSelect({ payments, onDone }: Props) {
  const { t } = useTranslation('payments')
  const { data: statuses } = useSuspenseQuery(statusesQuery)
  const [done, setDone] = useState<number>()
  const nameOf = usePaymentName()
  const giveAll = async (status_id: number) => {
    const given: Payment[] = []
    setDone(0)
    for (const payment of payments) {
      await give(payment, () => status_id).then(
        () => given.push(payment),
        error =>
          notifyError(
            new Error(t('bulk.refused', { name: payerOf(payment).name ?? nameOf(payment), why: errorText(error) }), {
              cause: error,
            }),
          ),
      )
      setDone(given.length)
    }
    await refreshPayments()
    setDone(undefined)
    onDone()
    const message = t('bulk.done', { count: given.length })
    if (given.length === 0) return
    if (given.length < payments.length) notify(message)
    else notifyWithUndo(message, () => takeBack(given))
  }
  return (
    <NativeSelect
      size="xs"
      aria-label={t('bulk.status')}
      disabled={done !== undefined}
      value=""
      onChange={event => void giveAll(Number(event.currentTarget.value))}
      data={[
        {
          value: '',
          label: done === undefined ? t('bulk.status') : t('batch.of', { done, expected: payments.length }),
        },
        ...statuses.filter(({ archived }) => !archived).map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

type Transaction = Payment['transactions'][number]

const give = ({ id, transactions }: Payment, statusOf: (transaction: Transaction) => number | null) =>
  muster.transaction_bundles.update({
    id,
    data: { transactions: transactions.map(item => ({ id: item.id, status_id: statusOf(item) })) },
  })

async function takeBack(payments: Payment[]) {
  for (const payment of payments) await give(payment, ({ status_id }) => status_id)
  await refreshPayments()
}
