import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OfflineIcon } from '../components/icons.tsx'

/** Announces that the browser is offline. */
export function OfflineNotice() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  // The field app works offline and shows its own status.
  const inField = useLocation().pathname.startsWith('/field')
  if (online || inField) return null
  return (
    <Alert icon={<OfflineIcon />} color="yellow" p="xs" role="status">
      {t('message.offline')}
    </Alert>
  )
}
