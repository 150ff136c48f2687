import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { previousAndNext, RecordDrawer } from '../../components/RecordDrawer.tsx'
import { teamQuery } from './data.ts'
import { TeamForm } from './TeamForm.tsx'

interface Props {
  open: number | 'new' | undefined
  ids: number[]
  onOpen: (id: number) => void
  onClose: () => void
}

export function TeamDrawer({ open, ids, onOpen, onClose }: Props) {
  const { t } = useTranslation('teams')
  return (
    <RecordDrawer
      title={t(open === 'new' ? 'create' : 'one')}
      opened={open !== undefined}
      onClose={onClose}
      {...previousAndNext(ids, open, onOpen)}
    >
      {open === 'new' ? (
        <TeamForm onDone={onClose} />
      ) : (
        open !== undefined && <Known key={open} id={open} onDone={onClose} />
      )}
    </RecordDrawer>
  )
}

function Known({ id, onDone }: { id: number; onDone: () => void }) {
  const { data } = useSuspenseQuery(teamQuery(id))
  return <TeamForm team={data.team} etag={data.etag} onDone={onDone} />
}
