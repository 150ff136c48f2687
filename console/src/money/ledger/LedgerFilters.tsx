import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../components/formats.ts'
import { DayFilters, ListFilters, useFilterFields } from '../../components/ListFilters.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { accountingYear } from './accounting_years.ts'
import { balancesQuery, firstDayQuery } from './data.ts'
import { type Calendar, journals, type LedgerSearch, periodOf, spanOf, states } from './search_params.ts'
import { useYearName } from './use_year_name.ts'

interface Props {
  search: LedgerSearch
  calendar: Calendar
  onChange: (change: Partial<LedgerSearch>) => void
}

export function LedgerFilters({ search, calendar, onChange }: Props) {
  const { t } = useTranslation('ledger')
  const yearName = useYearName(calendar.year_end)
  const narrow = useNarrow()
  const { choice } = useFilterFields()
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
  const accountName = (account: string) => [...new Set([account, accounts.get(account)])].filter(Boolean).join(' ')
  const ofEntries = search.view !== 'balances'
  const applied = useApplied(search, calendar, accountName)
  return (
    <ListFilters
      first={
        <Select
          aria-label={t('filter.period')}
          w={narrow ? '100%' : 170}
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
      }
      {...applied}
      onClear={() =>
        onChange({ from: undefined, to: undefined, account: undefined, journal: undefined, state: undefined })
      }
    >
      {period === 'custom' && <DayFilters from={search.from} to={search.to} onChange={onChange} />}
      {ofEntries && (
        <>
          <Select
            {...choice(t('filter.account'), 280)}
            searchable
            data={[...accounts.keys()].map(value => ({ value, label: accountName(value) }))}
            value={search.account ?? null}
            onChange={value => onChange({ account: value ?? undefined })}
          />
          <Select
            {...choice(t('filter.journal'), 220)}
            data={journals.map(value => ({ value, label: t(`journals.${value}`) }))}
            value={search.journal ?? null}
            onChange={value => onChange({ journal: value ?? undefined })}
          />
        </>
      )}
      <Select
        {...choice(t('filter.state'), 150)}
        data={states.map(value => ({ value, label: t(`states.${value}`) }))}
        value={search.state ?? null}
        onChange={value => onChange({ state: value ?? undefined })}
      />
    </ListFilters>
  )
}

/** What the filters are set to, in words. Balances have only a period and a state. */
function useApplied(search: LedgerSearch, calendar: Calendar, accountName: (account: string) => string) {
  const { t } = useTranslation('ledger')
  const yearName = useYearName(calendar.year_end)
  const { view, account, journal, state, from, to } = search
  const period = periodOf(search, calendar)
  const days = () => [from, to].map(formatDay).join('–')
  const of_entries = [
    { label: t('filter.account'), value: account && accountName(account) },
    { label: t('filter.journal'), value: journal && t(`journals.${journal}`) },
  ]
  const label = t('filter.period')
  return {
    // Days are fields of their own, which are not in sight on a phone.
    ...(period !== 'custom' && {
      first_applied: { label, value: period === 'all' ? t('filter.all') : yearName(period) },
    }),
    applied: [
      ...(period === 'custom' ? [{ label, value: days() }] : []),
      ...(view === 'balances' ? [] : of_entries),
      { label: t('filter.state'), value: state && t(`states.${state}`) },
    ],
  }
}

/** The accounting years from the first entry to today, latest first. */
export function useYears({ today, year_end }: Calendar) {
  const { data: first_day } = useQuery(firstDayQuery)
  const last = accountingYear(year_end, today)
  const first = Math.min(last, first_day ? accountingYear(year_end, first_day) : last)
  return Array.from({ length: last - first + 1 }, (_, index) => last - index)
}
