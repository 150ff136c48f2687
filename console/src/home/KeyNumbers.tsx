import { Anchor, Group, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../components/formats.ts'
import { useMe } from '../use_me.ts'
import { contactCountQuery, currentActionsQuery } from './data.ts'

/** Key numbers, each linked to what it counts. */
export function KeyNumbers() {
  const { t } = useTranslation('home')
  const { may } = useMe()
  const { data: contacts } = useQuery({ ...contactCountQuery, enabled: may('contacts:read') })
  const { data: actions = [] } = useQuery({ ...currentActionsQuery, enabled: may('actions:read') })
  const visits = actions.reduce((sum, { NbVisites }) => sum + NbVisites, 0)
  const goal = actions.reduce((sum, { Action }) => sum + Action.goal, 0)
  const tiles = [
    ...(contacts === undefined ? [] : [{ label: t('contacts'), value: formatNumber(contacts), to: '/contacts' }]),
    ...(actions.length === 0
      ? []
      : [
          {
            label: t('doors'),
            value: t('of', { done: formatNumber(visits), goal: formatNumber(goal) }),
            to: '/actions',
          },
        ]),
  ]
  if (tiles.length === 0) return null
  return (
    <Group grow align="stretch">
      {tiles.map(({ label, value, to }) => (
        <Paper key={to} withBorder p="md">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Anchor component={Link} to={to as never} fz={26} fw={700} c="var(--mantine-color-text)">
            {value}
          </Anchor>
        </Paper>
      ))}
    </Group>
  )
}
