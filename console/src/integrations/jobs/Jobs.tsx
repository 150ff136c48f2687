import { Anchor, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Job, muster, refreshAfter } from '../../api.ts'
import { CardList } from '../../components/CardList.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDateTime, fullName } from '../../components/formats.ts'
import { JobProgress } from '../../components/JobProgress.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { SmallTable } from '../../components/SmallTable.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { bulkChangesQuery } from '../../contacts/bulk_changes/data.ts'
import { useWhat } from '../../contacts/bulk_changes/use_change_text.ts'
import { useMe } from '../../use_me.ts'
import { jobsQuery } from '../data.ts'

const colors = { queued: 'gray', running: 'blue', done: 'moss', failed: 'red', cancelled: 'gray' } as const

export function Jobs() {
  const { t } = useTranslation('settings')
  const { data: jobs } = useSuspenseQuery(jobsQuery)
  const narrow = useNarrow()
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
      empty={
        <EmptyState title={t('no_job')} why={t('no_job_why')}>
          <Button variant="default" renderRoot={props => <Link to="/contacts/import" {...props} />}>
            {t('import_contacts')}
          </Button>
        </EmptyState>
      }
    >
      {narrow ? <JobCards jobs={jobs} /> : <JobTable jobs={jobs} />}
    </ListPage>
  )
}

function JobTable({ jobs }: { jobs: Job[] }) {
  const { t } = useTranslation('settings')
  return (
    <SmallTable
      label={t('section.jobs')}
      rows={jobs}
      minWidth={640}
      columns={[
        { label: t('when'), width: 170, cell: ({ created_at }) => formatDateTime(created_at) },
        { label: t('who'), width: 150, cell: ({ user }) => fullName(user) },
        { label: t('what'), cell: job => <Subject job={job} /> },
        { label: t('progress'), width: 130, cell: job => <How job={job} /> },
        { label: t('state'), width: 110, cell: job => <State job={job} /> },
      ]}
    />
  )
}

/** The jobs on a phone: what and how far, then who and when. */
function JobCards({ jobs }: { jobs: Job[] }) {
  const { t } = useTranslation('settings')
  return (
    <CardList label={t('section.jobs')}>
      {jobs.map(job => (
        <Paper key={job.id} component="li" withBorder px="md" py="xs">
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" component="div" className="breaking">
              <Subject job={job} />
            </Text>
            <State job={job} />
          </Group>
          <Text size="xs" c="dimmed" className="breaking">
            {[fullName(job.user), formatDateTime(job.created_at)].filter(Boolean).join(' · ')}
          </Text>
          {job.state !== 'done' && <How job={job} />}
        </Paper>
      ))}
    </CardList>
  )
}

/** The kind of job. It leads to the import or the bulk change, where its result can be read and undone. */
function Subject({ job: { kind, subject_id } }: { job: Job }) {
  const { t } = useTranslation('settings')
  const name = t(`job_kind.${kind as 'import_run'}`, { defaultValue: kind })
  if (kind.startsWith('import_'))
    return (
      <Link to="/contacts/import" search={{ import: subject_id }} className="record-link">
        {name}
      </Link>
    )
  if (kind.startsWith('bulk_change'))
    return (
      <>
        <Link to="/contacts/bulk_changes" search={{ open: subject_id }} className="record-link">
          {name}
        </Link>
        <ChangeText id={subject_id} />
      </>
    )
  return name
}

/** What a recent bulk change does. */
function ChangeText({ id }: { id: number }) {
  const { may } = useMe()
  const { data: change } = useQuery({
    ...bulkChangesQuery,
    select: list => list.find(one => one.id === id),
    enabled: may('contacts:read'),
  })
  const what = useWhat(change?.kind ?? 'fields', change?.change ?? {})
  if (!change) return null
  return (
    <Text size="xs" c="dimmed" className="breaking">
      {what}
    </Text>
  )
}

function State({ job: { state } }: { job: Job }) {
  const { t } = useTranslation('settings')
  return (
    <Badge color={colors[state]} miw="max-content">
      {t(`job.${state}`)}
    </Badge>
  )
}

function How({ job: { id, state, done, total, unit, error, cancel_requested } }: { job: Job }) {
  const { t } = useTranslation()
  if (error) return <Text size="sm">{error}</Text>
  const cancel = () => refreshAfter(['jobs'], muster.jobs.cancel({ id }))
  return (
    <Stack gap={4} miw={120}>
      <JobProgress done={done} total={total} unit={unit} ended={state === 'done' || state === 'cancelled'} />
      {(state === 'running' || state === 'queued') && !cancel_requested && (
        <Button size="compact-xs" variant="subtle" onClick={() => void cancel().catch(notifyError)}>
          {t('button.cancel')}
        </Button>
      )}
    </Stack>
  )
}
