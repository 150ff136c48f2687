import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { OfflineIcon } from '../parts/icons.tsx'

/** Says so when the line is cut; nothing is hidden meanwhile. */
export function Connection() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert icon={<OfflineIcon />} color="yellow" mb="md" role="status">
      {t('said.offline')}
    </Alert>
  )
}
