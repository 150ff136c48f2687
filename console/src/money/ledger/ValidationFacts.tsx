import { Alert, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDay, formatNumber } from '../../components/formats.ts'
import { useMe } from '../../use_me.ts'
import { entrySumsQuery, ledgerSettingsQuery } from './data.ts'

/** What validating up to a day does: how many entries become final, which only readers of the ledger know, and that there is no way back. */
export function ValidationFacts({ until }: { until: string | undefined }) {
  const { t } = useTranslation('ledger')
  const mayRead = useMe().may('finance:read')
  const { data: ledger } = useQuery({ ...ledgerSettingsQuery, enabled: mayRead })
  return (
    <>
      {ledger?.settings.posted === false && <Alert role="status">{t('posting')}</Alert>}
      {until !== undefined && mayRead && <Count until={until} />}
      <Text size="sm">{t('validate.meaning')}</Text>
      <Text size="sm" fw={600}>
        {t('validate.final')}
      </Text>
    </>
  )
}

function Count({ until }: { until: string }) {
  const { t } = useTranslation('ledger')
  const { data } = useQuery({
    ...entrySumsQuery({ to: until, state: 'provisional' }),
    placeholderData: keepPreviousData,
  })
  const count = data?.entries ?? 0
  const words = { day: formatDay(until), count, shown: formatNumber(count) }
  return (
    <Text size="sm" aria-live="polite" mih="1.5em">
      {data && t(count === 0 ? 'validate.count_none' : 'validate.count', words)}
    </Text>
  )
}
