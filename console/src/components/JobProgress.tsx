import { Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from './formats.ts'

interface Props {
  done: number
  total: number
  unit?: string | undefined
  /** Whether the job has ended: its numbers are shown without the bar. */
  ended?: boolean
}

/** The progress of a job. */
export function JobProgress({ done, total, unit, ended = false }: Props) {
  const { t } = useTranslation('contacts')
  const share = total > 0 ? (100 * done) / total : 0
  return (
    <Stack gap="xs">
      {!ended && (
        <Progress.Root size="lg">
          <Progress.Section value={share} aria-label={t('progress')} />
        </Progress.Root>
      )}
      <Text size="sm" aria-live="polite">
        {unit === 'bytes'
          ? formatPercent(share / 100)
          : total === 0
            ? t('progress_starts')
            : t('progress_of', { done: formatNumber(done), total: formatNumber(total) })}
      </Text>
    </Stack>
  )
}
