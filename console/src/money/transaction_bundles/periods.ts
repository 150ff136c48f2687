import type { PaymentSearch } from './search_params.ts'

export const periods = ['this_month', 'last_month', 'this_year', 'last_year', 'custom'] as const
export type Period = (typeof periods)[number]

/** The current day where the user is. */
export const today = () => new Date().toLocaleDateString('sv')

const first_day = '1900-01-01'

/** Whether a payment can be of this day. A year with a typing error is far away; a cheque may be dated some months ahead. */
export const isPlausibleDay = (day: string) =>
  day >= first_day && day <= new Date(Date.now() + 366 * 86_400_000).toISOString().slice(0, 10)

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The days of a period as they are stored in the URL, so that a link shows the same payments later. */
export function spanOf(period: Period | undefined): Pick<PaymentSearch, 'from' | 'to'> {
  const now = new Date()
  const [year, month] = [now.getFullYear(), now.getMonth()]
  switch (period) {
    case 'this_month':
      return { from: dayOf(year, month, 1), to: dayOf(year, month + 1, 0) }
    case 'last_month':
      return { from: dayOf(year, month - 1, 1), to: dayOf(year, month, 0) }
    case 'this_year':
      return { from: dayOf(year, 0, 1), to: dayOf(year, 11, 31) }
    case 'last_year':
      return { from: dayOf(year - 1, 0, 1), to: dayOf(year - 1, 11, 31) }
    case 'custom':
      return { from: dayOf(year, month, 1), to: dayOf(year, month, now.getDate()) }
    default:
      return { from: undefined, to: undefined }
  }
}

export function periodOf({ from, to }: PaymentSearch): Period | undefined {
  if (from === undefined && to === undefined) return undefined
  const named = periods
    .filter(period => period !== 'custom')
    .find(period => {
      const span = spanOf(period)
      return span.from === from && span.to === to
    })
  return named ?? 'custom'
}
