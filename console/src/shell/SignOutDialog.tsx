import { Button, Group, Stack, Text } from '@mantine/core'
import { createStore, useStore } from '@mantine/store'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'
import { clearDrafts } from '../components/drafts.ts'
import { clearOfflineData, unsentVisits } from '../field/visits/offline/clear.ts'
import { signOut } from '../session.ts'
import { forgetRecent } from './palette/recent.ts'

const asked = createStore({ unsent: 0 })

/** Signs out and clears this device; asks first when unsent visits would be lost. */
export async function confirmSignOut() {
  const unsent = await unsentVisits().catch(() => 0)
  asked.setState({ unsent })
  if (unsent === 0) await goNow()
}

async function goNow() {
  clearDrafts()
  forgetRecent()
  // The list that contacts were opened from, and the token of the API reference.
  sessionStorage.clear()
  await clearOfflineData()
  await signOut()
}

export function SignOutDialog() {
  const { t } = useTranslation('field')
  const { unsent } = useStore(asked)
  const stay = () => asked.setState({ unsent: 0 })
  return (
    <Dialog opened={unsent > 0} onClose={stay} title={t('sign_out.title')}>
      <Stack>
        <Text>{t('sign_out.text', { count: unsent })}</Text>
        <Group justify="flex-end">
          <Button variant="default" color="red" onClick={() => void goNow()}>
            {t('sign_out.leave')}
          </Button>
          <Button onClick={stay}>{t('sign_out.stay')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
