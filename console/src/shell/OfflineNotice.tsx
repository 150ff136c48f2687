import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OfflineIcon } from '../components/icons.tsx'

/** Says so when the line is cut; nothing is hidden meanwhile. */
export function OfflineNotice() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  // The field app works on, and says what waits.
  const inField = useLocation().pathname.startsWith('/field')
  if (online || inField) return null
  return (
    <Alert icon={<OfflineIcon />} color="yellow" mb="md" role="status">
      {t('said.offline')}
    </Alert>
  )
}
