import { useTranslation } from 'react-i18next'
import { ListRecordDrawer, type OpenRecord } from '../../components/ListRecordDrawer.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactRecord } from './ContactRecord.tsx'
import type { Tab } from './search_params.ts'

interface Props extends OpenRecord<number | 'new'> {
  tab: Tab | undefined
  onTab: (tab: Tab | undefined) => void
}

export function ContactDrawer({ tab, onTab, ...props }: Props) {
  const { t } = useTranslation('contacts')
  const { open, onOpen, onClose } = props
  return (
    <ListRecordDrawer
      title={t(open === 'new' ? 'create' : 'one')}
      createForm={<ContactForm onDone={onOpen} onCancel={onClose} />}
      {...props}
    >
      {id => <ContactRecord id={id} tab={tab} onTab={onTab} onGone={onClose} inDrawer onOpen={onOpen} />}
    </ListRecordDrawer>
  )
}
