import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { warningsOfQuery } from './data.ts'
import { WarningList } from './WarningList.tsx'

/** What checks found in a payment, as long as it is open. */
export function PaymentWarnings({ id }: { id: number }) {
  const { t } = useTranslation('payments')
  const { data = [] } = useQuery(warningsOfQuery(id))
  if (data.length === 0) return null
  return (
    <Alert color="orange" role="status" title={t('warning.label')}>
      <WarningList warnings={data} payment={id} />
    </Alert>
  )
}
