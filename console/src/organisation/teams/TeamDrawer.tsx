import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../api.ts'
import { ListRecordDrawer, type OpenRecord } from '../../components/ListRecordDrawer.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { useMe } from '../../use_me.ts'
import { teamQuery } from './data.ts'
import { TeamFacts } from './TeamFacts.tsx'
import { TeamForm } from './TeamForm.tsx'
import { mayChangeTeam } from './team_access.ts'

export function TeamDrawer(props: OpenRecord<number | 'new'>) {
  const { t } = useTranslation('teams')
  const { open, onClose } = props
  return (
    <ListRecordDrawer
      title={t(open === 'new' ? 'create' : 'one')}
      createForm={<TeamForm onDone={onClose} />}
      {...props}
    >
      {id => <TeamRecord id={id} onDone={onClose} />}
    </ListRecordDrawer>
  )
}

function TeamRecord({ id, onDone }: { id: number; onDone: () => void }) {
  const { data, error, refetch } = useQuery(teamQuery(id))
  const me = useMe()
  if (!data || isNotFound(error)) return <RecordPlaceholder error={error} onRetry={refetch} />
  if (!mayChangeTeam(data.team, me)) return <TeamFacts team={data.team} />
  return <TeamForm team={data.team} etag={data.etag} onDone={onDone} />
}
