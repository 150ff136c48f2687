import { Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { BatchControl } from '../../transaction_batches/BatchControl.tsx'
import { BatchForm } from '../../transaction_batches/BatchForm.tsx'
import { type Batch, batchQuery, openBatchesQuery } from '../../transaction_batches/data.ts'

interface Props {
  chosen: number | undefined
  onChoose: (id: number | undefined) => void
  /** A new batch is open and chosen: its payments come next. */
  onOpened: () => void
}

/** The batch of the payments being recorded, with its totals. */
export function BatchPanel({ chosen, onChoose, onOpened }: Props) {
  const { t } = useTranslation('payments')
  const [creating, setCreating] = useState(false)
  const { data: open = [] } = useQuery(openBatchesQuery)
  const { data: current } = useQuery({ ...batchQuery(chosen ?? 0), enabled: chosen !== undefined })
  const listed = current && !open.some(({ id }) => id === current.batch.id) ? [...open, current.batch] : open
  const button = useRef<HTMLButtonElement>(null)
  const close = (opened?: Batch) => {
    // At once: the button must be there to take the focus.
    flushSync(() => setCreating(false))
    if (!opened) return button.current?.focus()
    onChoose(opened.id)
    // Unless the user has gone on meanwhile.
    if (document.activeElement === document.body) onOpened()
  }
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group gap="xs" align="flex-end">
          <NativeSelect
            flex="1 1 150px"
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
          {!creating && (
            <Button ref={button} variant="default" onClick={() => setCreating(true)}>
              {t('batch.create')}
            </Button>
          )}
        </Group>
        {current && chosen !== undefined && <BatchControl key={chosen} batch={current.batch} etag={current.etag} />}
        {creating && (
          <>
            <Text size="sm" c="dimmed">
              {t('batch.why')}
            </Text>
            <BatchForm autoFocus onDone={close} />
          </>
        )}
      </Stack>
    </Paper>
  )
}
