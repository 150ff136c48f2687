import { Anchor, Button, Group, NumberInput, Paper, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BarChart } from '../../components/BarChart.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatNumber, formatPercent, formatShortDay } from '../../components/formats.ts'
import { Loading } from '../../components/Loading.tsx'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { DoorsLeft } from '../action_addresses/DoorsLeft.tsx'
import { declareVisits, statisticsQuery, withdrawDeclared } from './data.ts'
import { doorProgress, visitsDone } from './progress.ts'
import type { ActionTabProps } from './search_params.ts'

/** The progress of the action: recorded visits, declared visits, and visits by day. */
export function ActionOverview(props: ActionTabProps & { etag: string | undefined }) {
  const { action, etag, writable, search, onSearch, onClose } = props
  const { t } = useTranslation('actions')
  const { data: counts } = useSuspenseQuery(statisticsQuery(action.id))
  const done = visitsDone(counts)
  return (
    <Stack>
      {action.pitch && <Text maw={720}>{action.pitch}</Text>}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label={t('doors')} value={t('progress', { ns: 'field', ...doorProgress(counts) })}>
          {counts.addresses > 0 && (
            <Progress
              value={(100 * counts.addresses_visited) / counts.addresses}
              color="moss.7"
              aria-label={t('visited_share', { share: formatPercent(counts.addresses_visited / counts.addresses) })}
            />
          )}
        </Figure>
        <Figure label={t('toward_goal')} value={t('of', { done: formatNumber(done), all: formatNumber(counts.goal) })}>
          {counts.goal > 0 && (
            <Progress value={Math.min(100, (100 * done) / counts.goal)} color="moss.7" aria-label={t('toward_goal')} />
          )}
        </Figure>
        <Figure label={t('recorded')} value={formatNumber(counts.NbVisites)}>
          <Text size="sm" c="dimmed">
            {t('contacts_made', { count: counts.NbContacts })}
          </Text>
        </Figure>
        <Figure label={t('declared')} value={formatNumber(counts.NbVisitesDeclared)}>
          {writable && (
            <Anchor component="button" size="sm" ta="start" onClick={() => onSearch({ open: 'declare' })}>
              {t('declare_more')}
            </Anchor>
          )}
        </Figure>
      </SimpleGrid>
      {counts.addresses === 0 && writable ? (
        <Paper withBorder>
          <EmptyState title={t('no_addresses')} why={t('no_addresses_why')}>
            <Button onClick={() => onSearch({ tab: 'addresses', open: 'choose' })}>{t('choose.title')}</Button>
          </EmptyState>
        </Paper>
      ) : (
        <Paper withBorder p="md">
          {counts.by_day.length > 0 ? (
            <BarChart
              title={t('per_day')}
              rowLabel={t('day')}
              format={formatNumber}
              axis={value => (Number.isInteger(value) ? formatNumber(value) : '')}
              series={[
                { key: 'visits', label: t('recorded'), color: 'var(--mantine-color-moss-7)' },
                { key: 'declared', label: t('declared'), color: 'var(--mantine-color-yellow-6)' },
              ]}
              bars={counts.by_day.map(({ day: key, visits, declared }) => ({
                key,
                label: formatShortDay(key),
                values: { visits, declared },
              }))}
            />
          ) : (
            <EmptyState title={t('no_visits')} why={t('no_visits_why')} />
          )}
        </Paper>
      )}
      {counts.addresses > 0 && (
        <Suspense fallback={<Loading />}>
          <DoorsLeft action={action} etag={etag} writable={writable} counts={counts} onSearch={onSearch} />
        </Suspense>
      )}
      <Declare id={action.id} opened={search.open === 'declare' && writable} onClose={onClose} />
    </Stack>
  )
}

function Figure({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={700} fz={{ base: 18, sm: 20 }} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {value}
      </Text>
      {children}
    </Paper>
  )
}

/** Declares visits that were counted on paper. They are counted apart from recorded visits. */
function Declare({ id, opened, onClose }: { id: number; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('actions')
  const today = new Date().toISOString().slice(0, 10)
  const [count, setCount] = useState<number | string>('')
  const [date, setDate] = useState(today)
  const saving = useSave({
    fields: ['count', 'date'],
    save: () => declareVisits(id, Number(count), date),
    onSaved: declared => {
      setCount('')
      onClose()
      notifyWithUndo(t('declared_done', { count: Number(count) }), () => withdrawDeclared(id, declared))
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('declare')}>
      <SaveForm saving={saving} onSubmit={() => void saving.save()}>
        <NumberInput
          label={t('declare_count')}
          min={1}
          max={100_000}
          allowDecimal={false}
          required
          value={count}
          onChange={setCount}
          error={saving.errors['count']}
        />
        <TextInput
          type="date"
          label={t('day')}
          required
          max={today}
          value={date}
          onChange={event => setDate(event.currentTarget.value)}
          error={saving.errors['date']}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={saving.busy} disabled={!(Number(count) > 0) || !date}>
            {t('button.save', { ns: 'shell' })}
          </Button>
        </Group>
      </SaveForm>
    </Dialog>
  )
}
