import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportSummary } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { startImportJob } from './data.ts'

interface Props {
  about: ImportSummary
  opened: boolean
  onClose: () => void
  onStarted?: () => void
}

/** Undoing takes many people away at once and cannot itself be undone, so it is asked. */
export function UndoImportDialog({ about, opened, onClose, onStarted }: Props) {
  const { t } = useTranslation('contacts')
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    try {
      await startImportJob(about.id, 'undo')
      onClose()
      onStarted?.()
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('import.undo_sure', { name: about.name })}>
      <Stack>
        <Text>{t('import.undo_why')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('do.cancel', { ns: 'shell' })}
          </Button>
          <Button color="red" loading={busy} onClick={() => void undo()}>
            {t('import.undo')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
