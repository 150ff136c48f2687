import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from './formats.ts'
import { usePrinting } from './use_printing.ts'

interface Props {
  rows: number
  /** Of the whole list, if it is known. */
  total: number | undefined
}

/** On paper, above a list of which not all rows were read. */
export function PartialPrintNote({ rows, total }: Props) {
  const { t } = useTranslation()
  const printing = usePrinting()
  const shown = formatNumber(rows)
  return (
    printing && (
      <Text size="sm" px="sm" py={4} className="printed-filters">
        {t(total === undefined ? 'list.printed_first' : 'list.printed_part', { shown })}
      </Text>
    )
  )
}
