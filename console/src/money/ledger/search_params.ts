import type { LedgerEntry, Operations } from '../../api.ts'
import { parseSort } from '../../components/sort.ts'
import { accountingYear, firstDayOf, lastDayOf } from './accounting_years.ts'

export type EntryFilters = Omit<Operations['ledger.list']['args'], 'limit' | 'cursor' | 'sort'>

export type EntrySort = NonNullable<Operations['ledger.list']['args']['sort']>
const sorts = ['date', '-date', 'amount', '-amount'] as const satisfies EntrySort[]
export const default_sort: EntrySort = 'date'

export const views = ['entries', 'balances'] as const
export type View = (typeof views)[number]

export const journals = ['income', 'money', 'bank', 'opening'] as const satisfies LedgerEntry['journal'][]
export const states = ['provisional', 'validated'] as const satisfies LedgerEntry['state'][]

/** The search parameters of the ledger. Without a period it shows the current accounting year. */
export interface LedgerSearch {
  view?: View | undefined
  year?: number | 'all' | undefined
  from?: string | undefined
  to?: string | undefined
  account?: string | undefined
  journal?: LedgerEntry['journal'] | undefined
  state?: LedgerEntry['state'] | undefined
  sort?: EntrySort | undefined
  /** The payment that is open. */
  open?: number | undefined
}

const is_day = /^\d{4}-\d{2}-\d{2}$/

export function parseLedgerSearch(given: Record<string, unknown>): LedgerSearch {
  const { view, year, from, to, account, journal, state, open } = given
  const oneOf = <Name extends string>(names: readonly Name[], value: unknown) => names.find(name => name === value)
  return {
    view: oneOf(views, view),
    year: year === 'all' || isYear(year) ? year : undefined,
    from: typeof from === 'string' && is_day.test(from) ? from : undefined,
    to: typeof to === 'string' && is_day.test(to) ? to : undefined,
    account: account === undefined ? undefined : String(account),
    journal: oneOf(journals, journal),
    state: oneOf(states, state),
    ...parseSort(sorts, default_sort, given['sort']),
    open: Number.isSafeInteger(open) && Number(open) > 0 ? Number(open) : undefined,
  }
}

const isYear = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0 && Number(value) < 9999

/** What the page needs to know about today and the accounting year. */
export interface Calendar {
  today: string
  year_end: string
}

/** The chosen accounting year, `custom` for other days, or `all`. */
export function periodOf({ year, from, to }: LedgerSearch, { today, year_end }: Calendar) {
  if (from !== undefined || to !== undefined) return 'custom' as const
  return year ?? accountingYear(year_end, today)
}

/** The days of the chosen period. */
export function spanOf(search: LedgerSearch, calendar: Calendar): Pick<EntryFilters, 'from' | 'to'> {
  const period = periodOf(search, calendar)
  if (period === 'all') return {}
  if (period !== 'custom')
    return { from: firstDayOf(calendar.year_end, period), to: lastDayOf(calendar.year_end, period) }
  return { ...(search.from !== undefined && { from: search.from }), ...(search.to !== undefined && { to: search.to }) }
}

export const filtersOf = (search: LedgerSearch, calendar: Calendar): EntryFilters => ({
  ...spanOf(search, calendar),
  ...(search.account !== undefined && { account: search.account }),
  ...(search.journal !== undefined && { journal: search.journal }),
  ...(search.state !== undefined && { state: search.state }),
})

/** Whether filters besides the period hide entries. */
export const isFiltered = ({ account, journal, state }: LedgerSearch) =>
  account !== undefined || journal !== undefined || state !== undefined
