import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { notify } from '../../components/notifications.tsx'
import { useSave } from '../../components/use_save.ts'
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
  const saving = useSave({
    save: () => removeContact(contact.id),
    onSaved: () => {
      notify(t('removed', { name: nameOf(contact) }))
      onGone()
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('remove_sure', { name: nameOf(contact) })}>
      <Stack>
        <Text>{t('remove_why')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('do.cancel', { ns: 'shell' })}
          </Button>
          <Button color="red" loading={saving.busy} onClick={() => void saving.save()}>
            {t('do.delete', { ns: 'shell' })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
