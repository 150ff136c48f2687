import { Group, Select, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountingYear } from './accounting_years.ts'
import { balancesQuery, firstDayQuery } from './data.ts'
import { type Calendar, journals, type LedgerSearch, periodOf, spanOf, states } from './search_params.ts'
import { useYearName } from './use_year_name.ts'

interface Props {
  search: LedgerSearch
  calendar: Calendar
  onChange: (change: Partial<LedgerSearch>) => void
}

/** On a phone, two filters share a line. */
const widthOf = (xs: number) => ({ w: { xs }, flex: { base: '1 1 40%', xs: '0 0 auto' } })

export function LedgerFilters({ search, calendar, onChange }: Props) {
  const { t } = useTranslation('ledger')
  const yearName = useYearName(calendar.year_end)
  const years = useYears(calendar)
  const period = periodOf(search, calendar)
  const span = spanOf(search, calendar)
  const { data: balances = [] } = useQuery({ ...balancesQuery(span), placeholderData: keepPreviousData })
  const accounts = new Map(balances.map(({ account, account_label }) => [account, account_label]))
  if (search.account !== undefined && !accounts.has(search.account)) accounts.set(search.account, '')
  const choosePeriod = (value: string | null) => {
    if (value === 'custom') return onChange({ year: undefined, from: calendar.today, to: calendar.today, ...span })
    const current = accountingYear(calendar.year_end, calendar.today)
    const year = value === 'all' ? 'all' : Number(value)
    onChange({ year: year === current ? undefined : year, from: undefined, to: undefined })
  }
  return (
    <Group p="sm" gap="xs">
      <Select
        aria-label={t('filter.period')}
        {...widthOf(170)}
        allowDeselect={false}
        data={[
          ...[...new Set([...years, ...(typeof period === 'number' ? [period] : [])])]
            .sort((one, other) => other - one)
            .map(year => ({ value: String(year), label: yearName(year) })),
          { value: 'all', label: t('filter.all') },
          { value: 'custom', label: t('filter.custom') },
        ]}
        value={String(period)}
        onChange={choosePeriod}
      />
      {period === 'custom' &&
        (['from', 'to'] as const).map(name => (
          <TextInput
            key={name}
            type="date"
            aria-label={t(`filter.${name}`)}
            {...widthOf(150)}
            value={search[name] ?? ''}
            onChange={event => onChange({ [name]: event.currentTarget.value || undefined })}
          />
        ))}
      {search.view !== 'balances' && (
        <>
          <Select
            aria-label={t('filter.account')}
            placeholder={t('filter.account')}
            clearable
            searchable
            {...widthOf(280)}
            data={[...accounts].map(([value, name]) => ({ value, label: `${value} ${name}`.trim() }))}
            value={search.account ?? null}
            onChange={value => onChange({ account: value ?? undefined })}
          />
          <Select
            aria-label={t('filter.journal')}
            placeholder={t('filter.journal')}
            clearable
            {...widthOf(220)}
            data={journals.map(value => ({ value, label: t(`journals.${value}`) }))}
            value={search.journal ?? null}
            onChange={value => onChange({ journal: value ?? undefined })}
          />
        </>
      )}
      <Select
        aria-label={t('filter.state')}
        placeholder={t('filter.state')}
        clearable
        {...widthOf(150)}
        data={states.map(value => ({ value, label: t(`states.${value}`) }))}
        value={search.state ?? null}
        onChange={value => onChange({ state: value ?? undefined })}
      />
    </Group>
  )
}

/** The accounting years from the first entry to today, latest first. */
export function useYears({ today, year_end }: Calendar) {
  const { data: first_day } = useQuery(firstDayQuery)
  const last = accountingYear(year_end, today)
  const first = Math.min(last, first_day ? accountingYear(year_end, first_day) : last)
  return Array.from({ length: last - first + 1 }, (_, index) => last - index)
}
