import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '../use_me.ts'
import { formatDateTime } from './formats.ts'
import { usePrinting } from './use_printing.ts'

/** On paper, above a page or record: whose data this is, and when it was printed. */
export function PrintHead() {
  const { t } = useTranslation()
  const { space } = useMe()
  const printing = usePrinting()
  return (
    printing && (
      <Text size="sm" className="print-head">
        {t('list.printed', { space: space.name, time: formatDateTime(new Date().toISOString()) })}
      </Text>
    )
  )
}
