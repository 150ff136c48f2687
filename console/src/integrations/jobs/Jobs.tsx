import { Anchor, Badge, Button, Progress, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Job, muster, refreshAfter } from '../../api.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, formatNumber, fullName } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { SmallTable } from '../../components/SmallTable.tsx'
import { jobsQuery } from '../data.ts'

const colors = { queued: 'gray', running: 'blue', done: 'moss', failed: 'red', cancelled: 'gray' } as const

export function Jobs() {
  const { t } = useTranslation('settings')
  const { data: jobs } = useSuspenseQuery(jobsQuery)
  return (
    <ListPage
      title={t('section.jobs')}
      framed={false}
      actions={
        <Anchor component={Link} to="/contacts/bulk_changes" size="sm">
          {t('bulk_changes')}
        </Anchor>
      }
      count={jobs.length}
      empty={<EmptyState title={t('no_job')} why={t('no_job_why')} />}
    >
      <SmallTable
        label={t('section.jobs')}
        rows={jobs}
        minWidth={320}
        stacked
        columns={[
          { label: t('when'), cell: ({ created_at }) => formatDateTime(created_at) },
          { label: t('who'), cell: ({ user }) => fullName(user) },
          { label: t('what'), cell: ({ kind }) => t(`job_kind.${kind as 'import_run'}`, { defaultValue: kind }) },
          { label: t('progress'), cell: job => <How job={job} /> },
          { label: t('state'), cell: ({ state }) => <Badge color={colors[state]}>{t(`job.${state}`)}</Badge> },
        ]}
      />
    </ListPage>
  )
}

function How({ job: { id, state, done, total, error, cancel_requested } }: { job: Job }) {
  const { t } = useTranslation('settings')
  if (error) return <Text size="sm">{error}</Text>
  const cancel = () => refreshAfter(['jobs'], muster.jobs.cancel({ id }))
  return (
    <Stack gap={4} miw={120}>
      <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={t('progress')} />
      <Text size="xs" c="dimmed">
        {t('done_of', { done: formatNumber(done), total: formatNumber(total) })}
      </Text>
      {(state === 'running' || state === 'queued') && !cancel_requested && (
        <Button size="compact-xs" variant="subtle" onClick={() => void cancel().catch(notifyError)}>
          {t('button.cancel', { ns: 'shell' })}
        </Button>
      )}
    </Stack>
  )
}
