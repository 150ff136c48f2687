import { useTranslation } from 'react-i18next'
import { previousAndNext, RecordDrawer } from '../../components/RecordDrawer.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactRecord } from './ContactRecord.tsx'
import type { Tab } from './search_params.ts'

interface Props {
  open: number | 'new' | undefined
  tab: Tab | undefined
  ids: number[]
  onOpen: (id: number) => void
  onTab: (tab: Tab | undefined) => void
  onClose: () => void
}

export function ContactDrawer({ open, tab, ids, onOpen, onTab, onClose }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <RecordDrawer
      title={t(open === 'new' ? 'create' : 'one')}
      opened={open !== undefined}
      onClose={onClose}
      {...previousAndNext(ids, open, onOpen)}
    >
      {open === 'new' ? (
        <ContactForm onDone={onOpen} onCancel={onClose} />
      ) : (
        open !== undefined && (
          <ContactRecord key={open} id={open} tab={tab} onTab={onTab} onGone={onClose} inDrawer onOpen={onOpen} />
        )
      )}
    </RecordDrawer>
  )
}
