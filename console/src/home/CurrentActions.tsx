import { Anchor, Group, Progress, Stack, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercent } from '../components/formats.ts'
import { currentActionsQuery } from './data.ts'
import { HomeSection } from './HomeSection.tsx'

/** The actions of today and their progress. */
export function CurrentActions() {
  const { t } = useTranslation('home')
  const { data: actions } = useSuspenseQuery(currentActionsQuery)
  if (actions.length === 0) return null
  return (
    <HomeSection title={t('running')}>
      <Stack gap="sm">
        {actions.map(({ Action: { id, name, goal }, NbVisites: visits }) => (
          <div key={id}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Anchor component={Link} to={`/actions/${id}` as never}>
                {name}
              </Anchor>
              <Text size="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
                {goal > 0
                  ? t('visits_of', { count: visits, done: formatNumber(visits), goal: formatNumber(goal) })
                  : t('visits', { count: visits, shown: formatNumber(visits) })}
              </Text>
            </Group>
            {goal > 0 && (
              <Progress
                value={Math.min(100, (visits / goal) * 100)}
                size="sm"
                mt={4}
                aria-label={t('progress', { name, share: formatPercent(visits / goal) })}
              />
            )}
          </div>
        ))}
      </Stack>
    </HomeSection>
  )
}
