import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from './formats.ts'
import { usePrinting } from './use_printing.ts'

/** On paper, above a list of which not all rows are read: that the sums below it are of more rows than these. */
export function PrintedPart({ rows, total = Number.POSITIVE_INFINITY }: { rows: number; total: number | undefined }) {
  const { t } = useTranslation()
  const printing = usePrinting()
  return (
    printing &&
    rows < total && (
      <Text size="sm" px="sm" py={4} className="printed-filters">
        {t('list.printed_part', { shown: formatNumber(rows) })}
      </Text>
    )
  )
}
