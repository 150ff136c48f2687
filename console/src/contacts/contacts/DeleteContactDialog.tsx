import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { nameOf, removeContact } from './data.ts'

interface Props {
  contact: Contact
  opened: boolean
  onClose: () => void
  onGone: () => void
}

/** A deleted contact does not come back, so it is asked once. */
export function DeleteContactDialog({ contact, opened, onClose, onGone }: Props) {
  const { t } = useTranslation('contacts')
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await removeContact(contact.id)
      notify(t('removed', { name: nameOf(contact) }))
      onGone()
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('remove_sure', { name: nameOf(contact) })}>
      <Stack>
        <Text>{t('remove_why')}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('do.cancel', { ns: 'shell' })}
          </Button>
          <Button color="red" loading={busy} onClick={() => void remove()}>
            {t('do.delete', { ns: 'shell' })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
