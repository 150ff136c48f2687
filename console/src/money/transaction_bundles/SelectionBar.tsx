import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../components/formats.ts'
import { notify, notifyError } from '../../components/notifications.tsx'
import { useMe } from '../../use_me.ts'
import { addToBatch, openBatchesQuery } from '../transaction_batches/data.ts'
import { BulkStatusSelect } from './BulkStatusSelect.tsx'
import { type Payment, sumsOf } from './search_params.ts'

/** What is selected, what it adds up to in each currency, and what can be done with it at once. */
export function SelectionBar({ payments, onClear }: { payments: Payment[]; onClear: () => void }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const [busy, setBusy] = useState(false)
  const { data: batches = [] } = useQuery({ ...openBatchesQuery, enabled: may('finance:write') })
  const sums = sumsOf(payments).map(([currency, amount]) => formatMoney(amount, currency))
  const add = async (id: number, number: string) => {
    setBusy(true)
    try {
      await addToBatch(
        id,
        payments.flatMap(({ transactions }) => transactions.map(({ id }) => id)),
      )
      notify(t('batch.added', { count: payments.length, number }))
      onClear()
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group px="sm" pb="xs" mih={34} role="status">
      <Text size="sm" fw={600}>
        {t('said.selected', { ns: 'shell', count: payments.length })}
      </Text>
      {sums.map(sum => (
        <Text key={sum} size="sm" fw={600} className="figures">
          {sum}
        </Text>
      ))}
      {may('finance:write') && <BulkStatusSelect payments={payments} onDone={onClear} />}
      {batches.slice(0, 3).map(({ id, number }) => (
        <Button key={id} size="compact-sm" variant="default" disabled={busy} onClick={() => void add(id, number)}>
          {t('batch.add_to', { number })}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('unselect')}
      </Button>
    </Group>
  )
}
