import { Button, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BatchControl } from '../../transaction_batches/BatchControl.tsx'
import { BatchForm } from '../../transaction_batches/BatchForm.tsx'
import { batchQuery, openBatchesQuery } from '../../transaction_batches/data.ts'

interface Props {
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
}

/** The batch of the payments being recorded, with its totals. */
export function BatchPanel({ chosen, onChoose }: Props) {
  const { t } = useTranslation('payments')
  const [creating, setCreating] = useState(false)
  const { data: open = [] } = useQuery(openBatchesQuery)
  const { data: current } = useQuery({ ...batchQuery(chosen ?? 0), enabled: chosen !== undefined })
  const listed = current && !open.some(({ id }) => id === current.batch.id) ? [...open, current.batch] : open
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <NativeSelect
          label={t('batch.drawer_title')}
          value={String(chosen ?? '')}
          onChange={event => onChoose(Number(event.currentTarget.value) || undefined)}
          data={[
            { value: '', label: t('batch.none') },
            ...listed.map(({ id, number, name }) => ({
              value: String(id),
              label: name ? `${number} · ${name}` : number,
            })),
          ]}
        />
        {current && chosen !== undefined && <BatchControl key={chosen} batch={current.batch} etag={current.etag} />}
        {creating ? (
          <>
            <Text size="sm" c="dimmed">
              {t('batch.why')}
            </Text>
            <BatchForm
              onDone={batch => {
                setCreating(false)
                if (batch) onChoose(batch.id)
              }}
            />
          </>
        ) : (
          <Button variant="default" size="xs" onClick={() => setCreating(true)}>
            {t('batch.create')}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}
