import { useTranslation } from 'react-i18next'
import { muster, type PrivacyRequest, refreshAfter } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { notify } from '../../components/notifications.tsx'

interface Props {
  request: PrivacyRequest
  opened: boolean
  onClose: () => void
  onErased?: () => unknown
}

/** Asks before a person is erased. */
export function EraseDialog({ request: { id, contact_id, contact_name }, opened, onClose, onErased }: Props) {
  const { t } = useTranslation('settings')
  const name = contact_name || t('number', { ns: 'contacts', id: contact_id })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('erase_sure', { name })}>
      <DeleteConfirmation
        question={t('erase_how')}
        labels={{ cancel: t('button.cancel', { ns: 'shell' }), remove: t('erase') }}
        remove={async () => {
          await muster.privacy_requests.complete({ id, data: { confirm_contact_id: contact_id } })
          // The page of the person is left before its contact is read again.
          await onErased?.()
          await refreshAfter(['privacy_requests', 'contacts'], Promise.resolve())
        }}
        onDone={() => {
          onClose()
          notify(t('erased'))
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
