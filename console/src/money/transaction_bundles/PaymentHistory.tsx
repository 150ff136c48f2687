import { Button, Chip, Group, Stack, Text, Timeline, Title } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BundleHistoryEntry } from '../../api.ts'
import { formatDateTime, fullName } from '../../components/formats.ts'
import { RightIcon } from '../../components/icons.tsx'
import { historyQuery } from './data.ts'
import { useDifferences } from './use_differences.ts'

const kinds = ['all', 'transaction_status', 'transaction', 'donation', 'membership', 'reversal'] as const
type Kind = (typeof kinds)[number]

/** The changes of a payment, newest first. */
export function PaymentHistory({ id }: { id: number }) {
  const { t } = useTranslation('payments')
  const { data, hasNextPage, isFetching, fetchNextPage } = useSuspenseInfiniteQuery(historyQuery(id))
  const [kind, setKind] = useState<Kind>('all')
  const entries = data.pages.flatMap(page => page.data)
  const shown = entries.filter(entry => kind === 'all' || entry.kind === kind).reverse()
  const present = kinds.filter(name => name === 'all' || entries.some(entry => entry.kind === name))
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {t('history.title')}
      </Title>
      {present.length > 2 && (
        <Chip.Group value={kind} onChange={value => setKind(value as Kind)}>
          <Group gap={6} role="group" className="no-print" aria-label={t('history.filter')}>
            {present.map(name => (
              <Chip key={name} value={name} size="xs">
                {t(`history.kinds.${name}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
      <Timeline bulletSize={14} lineWidth={2} active={shown.length}>
        {shown.map(entry => (
          <Timeline.Item key={entry.id} title={<EntryTitle entry={entry} />}>
            <EntryChanges entry={entry} />
            <Text size="xs" c="dimmed">
              {[fullName(entry.user), formatDateTime(entry.CreatedAt)].filter(Boolean).join(' · ')}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  )
}

function EntryTitle({ entry: { kind, old, new: now } }: { entry: BundleHistoryEntry }) {
  const { t } = useTranslation('payments')
  const reversal = kind === 'reversal' ? reversalKind(old ?? now) : undefined
  const what = reversal ? t(`reversal.kinds.${reversal}`) : t(`history.kinds.${kind}`)
  return (
    <Text size="sm" fw={600}>
      {old === null ? t('history.added', { what }) : now === null ? t('history.removed', { what }) : what}
    </Text>
  )
}

const reversal_kinds = ['refund', 'return', 'refund_cancelled', 'return_cancelled'] as const

const reversalKind = (state: object | null) =>
  state && 'kind' in state ? reversal_kinds.find(kind => kind === state.kind) : undefined

function EntryChanges({ entry }: { entry: BundleHistoryEntry }) {
  const { t } = useTranslation('payments')
  const differencesOf = useDifferences()
  return (
    <>
      {differencesOf(entry).map(({ field, label, before, after }) => (
        <Text key={field} size="sm">
          {label !== t(`history.kinds.${entry.kind}`) && `${label} `}
          {before !== undefined && (
            <>
              <Text span size="sm" c="dimmed" td="line-through">
                {before || t('history.empty')}
              </Text>
              <span aria-hidden="true" className="history-arrow">
                <RightIcon size={12} />
              </span>
            </>
          )}
          <Text span size="sm" fw={600}>
            {after || t('history.empty')}
          </Text>
        </Text>
      ))}
      {entry.source.reason !== undefined && (
        <Text size="sm" className="breaking">
          {t('history.reason', { reason: entry.source.reason })}
        </Text>
      )}
      {entry.erased && (
        <Text size="sm" c="dimmed">
          {t('history.erased')}
        </Text>
      )}
      {entry.source.merge_id !== undefined && (
        <Text size="sm" c="dimmed">
          {t('history.merged')}
        </Text>
      )}
    </>
  )
}
