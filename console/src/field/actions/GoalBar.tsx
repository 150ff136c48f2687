import { Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../components/formats.ts'
import { visitsDone } from './progress.ts'
import type { ActionRow } from './search_params.ts'

/** The visits of an action, recorded and declared, and its goal. */
export function GoalBar({ row }: { row: ActionRow }) {
  const { t } = useTranslation('actions')
  const { name, goal } = row.Action
  const done = visitsDone(row)
  if (goal === 0) return <Text size="sm">{t('without_goal', { count: done })}</Text>
  return (
    <Group gap="xs" wrap="nowrap">
      <Progress value={Math.min(100, (100 * done) / goal)} flex={1} color="moss.7" aria-label={name} miw={30} />
      <Text size="sm" className="figures">
        {t('of', { done: formatNumber(done), all: formatNumber(goal) })}
      </Text>
    </Group>
  )
}

export const shareDone = (row: ActionRow) => (row.Action.goal === 0 ? '' : visitsDone(row) / row.Action.goal)
