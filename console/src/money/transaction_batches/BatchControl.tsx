import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api.ts'
import { formatMoney, formatNumber } from '../../components/formats.ts'
import { notify } from '../../components/notifications.tsx'
import { formatSpaceDay } from '../../components/space_day.ts'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { settingsQuery } from '../transaction_bundles/data.ts'
import { BatchForm } from './BatchForm.tsx'
import { type Batch, type BatchMove, moveBatch } from './data.ts'

export const stateColors: Record<Batch['state'], string> = { open: 'yellow', closed: 'blue', deposited: 'green' }

/** Compares the counted totals with the recorded ones. A batch closes only if number and amount agree. */
export function BatchControl({ batch, etag }: { batch: Batch; etag?: string | undefined }) {
  const { t } = useTranslation('payments')
  const { may } = useMe()
  const { data: settings } = useQuery(settingsQuery)
  const [refused, setRefused] = useState(false)
  const [expecting, setExpecting] = useState(false)
  const { id, number: name, state, currency, count, amount, expected_count, expected_amount } = batch
  const matches = count === expected_count && amount === expected_amount
  const moving = useSave({
    save: (next: BatchMove) => moveBatch(id, next).catch(error => reportDifference(next, error)),
    onSaved: (moved, next) => moved && notify(t(`batch.done.${next}`, { number: name })),
  })
  const move = (next: BatchMove) => {
    setRefused(false)
    void moving.save(next)
  }
  /** Totals that differ are shown here, in the currency of the batch. */
  const reportDifference = (next: BatchMove, error: unknown) => {
    if (next !== 'close' || matches || !(error instanceof ApiError) || error.status !== 409) throw error
    setRefused(true)
    return undefined
  }
  const { busy } = moving
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={700}>{t('batch.one', { number: name })}</Text>
        <Badge color={stateColors[state]}>{t(`batch.states.${state}`)}</Badge>
      </Group>
      {batch.name && <Text size="sm">{batch.name}</Text>}
      <Total label={t('batch.payments')} done={count} expected={expected_count} show={formatNumber} />
      <Total
        label={t('batch.amount')}
        done={amount}
        expected={expected_amount}
        show={sum => formatMoney(sum, currency)}
      />
      {state === 'open' && settings && count >= settings.max_batch_size && (
        <Text size="sm">{t('batch.full', { most: formatNumber(settings.max_batch_size) })}</Text>
      )}
      {state === 'open' && matches && count > 0 && (
        <Text size="sm" c="var(--mantine-color-anchor)">
          {t('batch.matches')}
        </Text>
      )}
      {refused && !matches && (
        <Alert color="red" role="alert" title={t('batch.differs')}>
          {t('batch.differs_detail', {
            done: formatNumber(count),
            amount: formatMoney(amount, currency),
            expected_count: formatNumber(expected_count),
            expected_amount: formatMoney(expected_amount, currency),
          })}
        </Alert>
      )}
      {batch.deposited_at ? (
        <Text size="sm" c="dimmed">
          {t('batch.deposited_at', { day: formatSpaceDay(batch.deposited_at) })}
        </Text>
      ) : (
        batch.closed_at && (
          <Text size="sm" c="dimmed">
            {t('batch.closed_at', { day: formatSpaceDay(batch.closed_at) })}
          </Text>
        )
      )}
      {expecting && state === 'open' && <BatchForm batch={batch} etag={etag} onDone={() => setExpecting(false)} />}
      {may('finance:write') && (
        <Group gap="xs">
          {state === 'open' && (
            <>
              <Button size="xs" variant={matches ? 'filled' : 'default'} loading={busy} onClick={() => move('close')}>
                {t('batch.close')}
              </Button>
              {!expecting && (
                <Button size="xs" variant="subtle" onClick={() => setExpecting(true)}>
                  {t('batch.expect')}
                </Button>
              )}
            </>
          )}
          {state === 'closed' && (
            <Button size="xs" loading={busy} onClick={() => move('deposit')}>
              {t('batch.deposit')}
            </Button>
          )}
          {state !== 'open' && (
            <Button size="xs" variant="default" disabled={busy} onClick={() => move('reopen')}>
              {t('batch.reopen')}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

interface TotalProps {
  label: string
  done: number
  expected: number
  show: (value: number) => string
}

/** How much is recorded, and of how much if that is expected. */
function Total({ label, done, expected, show }: TotalProps) {
  const { t } = useTranslation('payments')
  const share = expected > 0 ? Math.min(100, (done / expected) * 100) : 0
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{label}</Text>
        <Text size="sm" fw={600} className="figures">
          {expected > 0 ? t('batch.of', { done: show(done), expected: show(expected) }) : show(done)}
        </Text>
      </Group>
      {expected > 0 && <Progress value={share} color={done > expected ? 'red' : 'moss'} size="sm" aria-label={label} />}
    </div>
  )
}
