import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '../../api.ts'
import { ListRecordDrawer, type OpenRecord } from '../../components/ListRecordDrawer.tsx'
import { RecordPlaceholder } from '../../components/RecordPlaceholder.tsx'
import { teamQuery } from './data.ts'
import { TeamForm } from './TeamForm.tsx'

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
  if (!data || isNotFound(error)) return <RecordPlaceholder error={error} onRetry={refetch} />
  return <TeamForm team={data.team} etag={data.etag} onDone={onDone} />
}
