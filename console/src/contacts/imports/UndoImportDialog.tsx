import { useTranslation } from 'react-i18next'
import type { ImportSummary } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { startImportJob } from './data.ts'

interface Props {
  about: ImportSummary
  opened: boolean
  onClose: () => void
}

/** Asks first: undoing deletes many contacts at once and cannot be undone itself. */
export function UndoImportDialog({ about, opened, onClose }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('import.undo_sure', { name: about.name })}>
      <DeleteConfirmation
        question={t('import.undo_why')}
        remove={() => startImportJob(about.id, 'undo')}
        onDone={onClose}
        onCancel={onClose}
        labels={{ cancel: t('import.undo_keep'), remove: t('import.undo') }}
      />
    </Dialog>
  )
}
