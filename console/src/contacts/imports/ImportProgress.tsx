import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Import } from '../../api.ts'
import { JobProgress } from '../../components/JobProgress.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { jobOf, jobQuery, stopJob } from './data.ts'

const saying = { checking: 'checking', undoing: 'undoing', running: 'running' } as const

/** The progress of an import, which continues without this page. */
export function ImportProgress({ about }: { about: Import }) {
  const { t } = useTranslation('contacts')
  const id = jobOf(about)
  const { data: job } = useQuery({ ...jobQuery(id ?? 0), enabled: id !== null })
  const text = saying[about.state as keyof typeof saying] ?? 'running'
  return (
    <Stack>
      <Title order={2} size="h4" className="breaking">
        {about.name}
      </Title>
      <Text>{t(job?.state === 'queued' ? 'import.queued' : `import.${text}`)}</Text>
      <JobProgress done={job?.done ?? 0} total={job?.total ?? 0} unit={job?.unit} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('import.leave')}
        </Text>
        {id !== null && about.state !== 'undoing' && (
          <Button
            variant="default"
            disabled={job?.cancel_requested ?? false}
            onClick={() => void stopJob(id).catch(notifyError)}
          >
            {t('import.stop')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
