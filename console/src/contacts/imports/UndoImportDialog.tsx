import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportSummary } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { useSave } from '../../components/use_save.ts'
import { startImportJob } from './data.ts'

interface Props {
  about: ImportSummary
  opened: boolean
  onClose: () => void
}

/** Asks first: undoing deletes many contacts at once and cannot be undone itself. */
export function UndoImportDialog({ about, opened, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const undoing = useSave({
    save: () => startImportJob(about.id, 'undo'),
    onSaved: onClose,
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('import.undo_sure', { name: about.name })}>
      <Stack>
        <Text>{t('import.undo_why')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('do.cancel', { ns: 'shell' })}
          </Button>
          <Button color="red" loading={undoing.busy} onClick={() => void undoing.save()}>
            {t('import.undo')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
