import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { ValidationFacts } from '../ledger/ValidationFacts.tsx'

interface Props {
  /** The day up to which saving validates the ledger; undefined while nothing is asked. */
  until: string | undefined
  save: () => Promise<unknown>
  onClose: () => void
}

/** Asks before the periods are saved, if that validates entries of the ledger for good. */
export function ValidationQuestion({ until, save, onClose }: Props) {
  const { t } = useTranslation('finance')
  return (
    <Dialog opened={until !== undefined} onClose={onClose} title={t('close_for_good.title')}>
      <DeleteConfirmation
        remove={save}
        onDone={onClose}
        onCancel={onClose}
        labels={{ cancel: t('button.cancel', { ns: 'shell' }), remove: t('close_for_good.submit') }}
      >
        <ValidationFacts until={until} />
        <Text size="sm">{t('close_for_good.reopening')}</Text>
      </DeleteConfirmation>
    </Dialog>
  )
}
