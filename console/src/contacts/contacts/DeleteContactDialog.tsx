import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { notify } from '../../components/notifications.tsx'
import { nameOf, removeContact } from './data.ts'

interface Props {
  contact: Contact
  opened: boolean
  onClose: () => void
  onGone: () => void
}

/** Asks first: a deleted contact cannot be restored. */
export function DeleteContactDialog({ contact, opened, onClose, onGone }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('remove_sure', { name: nameOf(contact) })}>
      <DeleteConfirmation
        question={t('remove_why')}
        remove={() => removeContact(contact.id)}
        onDone={() => {
          notify(t('removed', { name: nameOf(contact) }))
          onGone()
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
