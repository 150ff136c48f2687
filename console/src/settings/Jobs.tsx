import { Badge, Button, Paper, Progress, Stack, Table, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Job, muster } from '../api.ts'
import { Empty } from '../parts/Empty.tsx'
import { fullName, moment, number } from '../parts/formats.ts'
import { PageHead } from '../parts/PageHead.tsx'
import { tellRefusal } from '../parts/tell.tsx'
import { change, jobsQuery } from './data.ts'

const colors = { queued: 'gray', running: 'blue', done: 'moss', failed: 'red', cancelled: 'gray' } as const

export function Jobs() {
  const { t } = useTranslation('settings')
  const { data: jobs } = useSuspenseQuery(jobsQuery)
  return (
    <>
      <PageHead title={t('section.jobs')} />
      {jobs.length === 0 ? (
        <Empty title={t('no_job')} why={t('no_job_why')} />
      ) : (
        <Paper withBorder>
          <Table.ScrollContainer minWidth={600}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('when')}</Table.Th>
                  <Table.Th>{t('who')}</Table.Th>
                  <Table.Th>{t('what')}</Table.Th>
                  <Table.Th>{t('progress')}</Table.Th>
                  <Table.Th>{t('state')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {jobs.map(job => (
                  <Table.Tr key={job.id}>
                    <Table.Td>{moment(job.created_at)}</Table.Td>
                    <Table.Td>{fullName(job.user)}</Table.Td>
                    <Table.Td>{job.kind}</Table.Td>
                    <Table.Td>
                      <How job={job} />
                    </Table.Td>
                    <Table.Td>
                      <Badge color={colors[job.state]}>{t(`job.${job.state}`)}</Badge>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
    </>
  )
}

function How({ job: { id, state, done, total, error, cancel_requested } }: { job: Job }) {
  const { t } = useTranslation('settings')
  if (error) return <Text size="sm">{error}</Text>
  const cancel = () => change(['jobs'], muster.jobs.cancel({ id }))
  return (
    <Stack gap={4}>
      <Progress value={total > 0 ? (100 * done) / total : 0} aria-label={t('progress')} />
      <Text size="xs" c="dimmed">
        {t('done_of', { done: number(done), total: number(total) })}
      </Text>
      {(state === 'running' || state === 'queued') && !cancel_requested && (
        <Button size="compact-xs" variant="subtle" onClick={() => void cancel().catch(tellRefusal)}>
          {t('do.cancel', { ns: 'shell' })}
        </Button>
      )}
    </Stack>
  )
}
