import { Button, Group, Stack, Text } from '@mantine/core'
import { createStore, useStore } from '@mantine/store'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'
import { clearOfflineData, unsentVisits } from '../field/visits/offline/clear.ts'
import { signOut } from '../session.ts'

const asked = createStore({ unsent: 0 })

/** Signs out and clears this device; asks first when unsent visits would be lost. */
export async function confirmSignOut() {
  const unsent = await unsentVisits().catch(() => 0)
  asked.setState({ unsent })
  if (unsent === 0) await goNow()
}

async function goNow() {
  await clearOfflineData().catch(error => console.warn(error))
  await signOut()
}

export function SignOutDialog() {
  const { t } = useTranslation('field')
  const { unsent } = useStore(asked)
  const stay = () => asked.setState({ unsent: 0 })
  return (
    <Dialog opened={unsent > 0} onClose={stay} title={t('leaving.title')}>
      <Stack>
        <Text>{t('leaving.text', { count: unsent })}</Text>
        <Group justify="flex-end">
          <Button variant="default" color="red" onClick={() => void goNow()}>
            {t('leaving.leave')}
          </Button>
          <Button onClick={stay}>{t('leaving.stay')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
