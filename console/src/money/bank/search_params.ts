import type { BankMonth } from '../../api.ts'
import type { LineQuery } from './data.ts'

export const tabs = ['open', 'certain', 'check', 'matched', 'ignored'] as const
export type Tab = (typeof tabs)[number]

export interface BankSearch {
  account?: number | undefined
  month?: string | undefined
  tab?: Tab | undefined
  /** Words in the text of the lines. */
  q?: string | undefined
}

export const parseBankSearch = ({ account, month, tab, q }: Record<string, unknown>): BankSearch => ({
  ...(typeof account === 'number' && { account }),
  ...(typeof month === 'string' && /^\d{4}-\d{2}$/.test(month) && { month }),
  ...(tabs.includes(tab as Tab) && { tab: tab as Tab }),
  ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
})

/** What the list of a tab asks for. */
export const filtersOf = (tab: Tab): Pick<LineQuery, 'state' | 'certain'> =>
  tab === 'matched' || tab === 'ignored'
    ? { state: tab }
    : { state: 'open', ...(tab !== 'open' && { certain: tab === 'certain' }) }

/** Opens where work waits: the oldest month with open lines, else the last one. */
export const startMonth = (months: BankMonth[]) => months.find(({ open_count }) => open_count > 0) ?? months.at(-1)
