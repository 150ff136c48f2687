import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { ListFooter } from '../../components/ListFooter.tsx'
import './actions.css'
import { GoalBar } from './GoalBar.tsx'
import type { ActionRow } from './search_params.ts'

interface Props {
  rows: ActionRow[]
  dates: (action: Action) => string
  onMore: (() => void) | undefined
}

/** The actions on a phone: what the table says, in a card for each. */
export function ActionCards({ rows, dates, onMore }: Props) {
  const { t } = useTranslation('actions')
  return (
    <>
      <ul className="action-cards" aria-label={t('title')}>
        {rows.map(row => (
          <li key={row.id}>
            <Link to="/actions/$id" params={{ id: String(row.id) }} className="action-card">
              <span className="action-card-name">{row.Action.name}</span>
              <Text size="sm" c="dimmed" component="span">
                {dates(row.Action)}
              </Text>
            </Link>
            <Text size="sm" component="div" mt={6}>
              {row.Action.goal > 0 && t('visits_of_goal')}
              <GoalBar row={row} />
            </Text>
            <Group justify="space-between" mt={6} gap="xs">
              <Text size="sm">
                {t('conversations_count', { count: row.NbContacts, shown: formatNumber(row.NbContacts) })}
              </Text>
              <Text size="sm" c="dimmed">
                {t('teams_count', { count: row.Action.Teams.length, shown: formatNumber(row.Action.Teams.length) })}
              </Text>
            </Group>
          </li>
        ))}
      </ul>
      {onMore && (
        <Button variant="subtle" fullWidth onClick={onMore}>
          {t('more_actions')}
        </Button>
      )}
      <ListFooter count={t('count', { count: rows.length })} selected={0} selectedSums={[]} />
    </>
  )
}
