import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../components/formats.ts'
import { RecordFact, RecordFacts } from '../../components/RecordFacts.tsx'
import { useMe } from '../../use_me.ts'
import type { TeamRow } from './search_params.ts'
import { TeamMail } from './TeamMail.tsx'
import { hidesMembers } from './team_access.ts'

/** A team for users who may not change it. */
export function TeamFacts({ team }: { team: TeamRow }) {
  const { t } = useTranslation('teams')
  const me = useMe()
  const place = placeOf(team)
  return (
    <Stack>
      <Text fw={700} className="breaking">
        {team.name}
      </Text>
      {team.description && (
        <Text className="breaking" style={{ whiteSpace: 'pre-line' }}>
          {team.description}
        </Text>
      )}
      <RecordFacts>
        <RecordFact name={t('leaders')}>{team.leaders.map(fullName).join(', ') || t('nobody')}</RecordFact>
        <RecordFact name={t('members')}>
          {hidesMembers(team, me) ? t('members_hidden') : team.users.map(fullName).join(', ') || t('nobody')}
        </RecordFact>
        {place && <RecordFact name={t('meets_at')}>{place}</RecordFact>}
        <RecordFact name={t('visibility')}>{t(team.private ? 'private' : 'public')}</RecordFact>
      </RecordFacts>
      <TeamMail team={team} />
      <Text size="sm" c="dimmed">
        {t('who_changes')}
      </Text>
    </Stack>
  )
}

/** The place where the team meets, on one line. */
function placeOf({ address }: TeamRow) {
  const { housenumber, street, postalcode, city } = address ?? {}
  const line = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ')
  return [line(housenumber, street), line(postalcode, city)].filter(Boolean).join(', ')
}
