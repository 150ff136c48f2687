import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { number, percent } from '../components/formats.ts'
import { runningQuery } from './data.ts'
import { Block } from './HomeSection.tsx'

/** What goes on today, and how far it is. */
export function Running() {
  const { t } = useTranslation('home')
  const { data: actions } = useSuspenseQuery(runningQuery)
  if (actions.length === 0) return null
  return (
    <Block title={t('running')}>
      <Stack gap="sm">
        {actions.map(({ Action: { id, name, goal }, NbVisites: visits }) => (
          <div key={id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Anchor component={Link} to={`/actions/${id}` as never}>
                {name}
              </Anchor>
              <Text size="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
                {goal > 0
                  ? t('visits_of', { done: number(visits), goal: number(goal) })
                  : t('visits', { count: visits, shown: number(visits) })}
              </Text>
            </Group>
            {goal > 0 && (
              <Progress
                value={Math.min(100, (visits / goal) * 100)}
                size="sm"
                mt={4}
                aria-label={t('progress', { name, share: percent(visits / goal) })}
              />
            )}
          </div>
        ))}
      </Stack>
    </Block>
  )
}
