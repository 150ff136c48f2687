import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { language } from '../translations/index.ts'
import { usePrinting } from './use_printing.ts'

/** A filter and what it is set to, in words. Without a value it shows everything. */
export interface AppliedFilter {
  label: string
  value: string | undefined
}

/** Describes filters as a sentence: “Filtered by period “This month” and status “Pending”.” */
export function useFilterSentence() {
  const { t } = useTranslation()
  return (applied: AppliedFilter[]) => {
    const texts = applied.flatMap(({ label, value }) =>
      value ? [t('list.filter', { name: label.charAt(0).toLocaleLowerCase(language()) + label.slice(1), value })] : [],
    )
    const list = new Intl.ListFormat(language(), { type: 'conjunction' }).format(texts)
    return texts.length > 0 ? t('list.filtered_by', { list }) : ''
  }
}

/** On paper, in place of the fields and buttons: what the list was filtered by. */
export function PrintedFilters({ sentence }: { sentence: string }) {
  const { t } = useTranslation()
  const printing = usePrinting()
  return (
    printing && (
      <Text size="sm" px="sm" py={4} className="printed-filters">
        {sentence || t('list.unfiltered')}
      </Text>
    )
  )
}
