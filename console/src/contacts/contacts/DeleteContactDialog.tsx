import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { nameOf, removeContact, restoreContact } from './data.ts'

interface Props {
  contact: Contact
  opened: boolean
  onClose: () => void
  onGone: () => void
}

/** Asks first: others lose sight of the contact. It can be restored until it is erased. */
export function DeleteContactDialog({ contact, opened, onClose, onGone }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('remove_sure', { name: nameOf(contact) })}>
      <DeleteConfirmation
        question={t('remove_why')}
        remove={() => removeContact(contact.id)}
        onDone={() => {
          onGone()
          notifyWithUndo(t('removed', { name: nameOf(contact) }), () => restoreContact(contact.id))
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
