import { Group, Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type Comparison,
  chosenMonths,
  comparisons,
  defaults,
  isSpanName,
  type SumSearch,
  span_names,
  spanOfSums,
} from './comparison.ts'

interface Props {
  search: SumSearch
  onChange: (change: SumSearch) => void
}

const monthOf = (date: Date) => date.toISOString().slice(0, 7)

/** Chooses the period of the sums above the list and its comparison. */
export function PeriodBar({ search, onChange }: Props) {
  const { t } = useTranslation('payments')
  const sums = search.sums ?? defaults.sums
  const chosen = chosenMonths(sums)
  const { from, to } = spanOfSums(sums, new Date())
  const choose = (value: string | null) =>
    onChange({
      sums:
        value === 'chosen'
          ? `${monthOf(from)}..${monthOf(to)}`
          : value === defaults.sums
            ? undefined
            : (value ?? undefined),
    })
  const chooseMonths = (first: string, last: string) => {
    // While one of them is typed it may lie after the other: then both are set to the same month.
    const text = first <= last ? `${first}..${last}` : `${first}..${first}`
    if (chosenMonths(text)) onChange({ sums: text })
  }
  return (
    <Group gap="xs" mb="sm">
      <Select
        aria-label={t('sums.span')}
        w={200}
        allowDeselect={false}
        value={isSpanName(sums) ? sums : 'chosen'}
        onChange={choose}
        data={[...span_names, 'chosen' as const].map(value => ({ value, label: t(`sums.${value}`) }))}
      />
      {chosen && (
        <>
          <TextInput
            type="month"
            aria-label={t('sums.first')}
            value={chosen.first}
            onChange={event => chooseMonths(event.currentTarget.value, chosen.last)}
          />
          <TextInput
            type="month"
            aria-label={t('sums.last')}
            value={chosen.last}
            onChange={event => chooseMonths(chosen.first, event.currentTarget.value)}
          />
        </>
      )}
      <Select
        aria-label={t('sums.with')}
        w={300}
        allowDeselect={false}
        value={search.with ?? defaults.with}
        onChange={value => onChange({ with: value === defaults.with ? undefined : (value as Comparison) })}
        data={comparisons.map(value => ({ value, label: t(`sums.${value}`) }))}
      />
    </Group>
  )
}
