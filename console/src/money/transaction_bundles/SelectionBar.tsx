import { Button, CloseButton, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { TransactionBatch } from '../../api.ts'
import { formatMoney } from '../../components/formats.ts'
import { notify } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { addToBatch, openBatchesQuery } from '../transaction_batches/data.ts'
import { BulkStatusSelect } from './BulkStatusSelect.tsx'
import { type Payment, sumsOf } from './search_params.ts'

/** The sums of the selected payments per currency, and the bulk actions. */
export function SelectionBar({ payments, onClear }: { payments: Payment[]; onClear: () => void }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const { data: batches = [] } = useQuery({ ...openBatchesQuery, enabled: may('finance:write') })
  const sums = sumsOf(payments).map(([currency, amount]) => formatMoney(amount, currency))
  const adding = useSave({
    save: ({ id }: TransactionBatch) =>
      addToBatch(
        id,
        payments.flatMap(({ transactions }) => transactions.map(({ id }) => id)),
      ),
    onSaved: (_, { number }) => {
      notify(t('batch.added', { count: payments.length, number }))
      onClear()
    },
  })
  return (
    <Paper withBorder shadow="md" p="xs" mx="sm" mb="sm" className="bulk-bar">
      <Group gap="sm" wrap="nowrap" align="flex-start" justify="space-between">
        <Group gap="sm">
          <Group gap="sm" role="status">
            <Text size="sm" fw={600}>
              {t('message.selected', { ns: 'shell', count: payments.length })}
            </Text>
            {sums.map(sum => (
              <Text key={sum} size="sm" fw={600} className="figures">
                {sum}
              </Text>
            ))}
          </Group>
          {may('finance:write') && <BulkStatusSelect payments={payments} onDone={onClear} />}
          {batches.slice(0, 3).map(batch => (
            <Button
              key={batch.id}
              size="compact-sm"
              variant="default"
              disabled={adding.busy}
              onClick={() => void adding.save(batch)}
            >
              {t('batch.add_to', { number: batch.number })}
            </Button>
          ))}
        </Group>
        <CloseButton aria-label={t('unselect')} onClick={onClear} />
      </Group>
    </Paper>
  )
}
