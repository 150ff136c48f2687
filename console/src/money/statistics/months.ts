import type { Operations } from '../../api.ts'
import { type Sum, sumOf, type WithSums } from '../../components/amounts.ts'

export type Sums = WithSums<Operations['statistics.read']['response']['data']>

/** The currencies of the sums, starting with that of the space. */
export function currenciesOf({ months }: Sums, first: string): [string, ...string[]] {
  const others = [...new Set(months.map(({ currency }) => currency))].filter(currency => currency !== first).sort()
  return [first, ...others]
}

export const collectedIn = ({ months }: Sums, currency: string) =>
  sumOf(months.filter(month => month.currency === currency).map(({ collected }) => collected))

export const refundedIn = ({ months }: Sums, currency: string) =>
  sumOf(months.filter(month => month.currency === currency).map(({ refunded }) => refunded))

/** The relative change; undefined if the earlier period has no payments in its first quarter, or if more was paid back than came in. */
export function growthOf(now: Sums, previous: Sums, months: number, currency: string) {
  const start = new Date(previous.from)
  start.setUTCMonth(start.getUTCMonth() + Math.ceil(months / 4))
  const reachesBack = previous.months.some(
    month => month.currency === currency && month.month < start.toISOString().slice(0, 7),
  )
  const [before, after] = [Number(collectedIn(previous, currency)), Number(collectedIn(now, currency))]
  return reachesBack && before > 0 && after >= 0 ? (after - before) / before : undefined
}

/** Every month of the period, including those without payments. */
export function monthlyTotals({ from, to, months }: Sums, currency: string) {
  const known = new Map(months.filter(month => month.currency === currency).map(month => [month.month, month]))
  const all: { month: string; donations: Sum; memberships: Sum }[] = []
  for (const date = new Date(from); date.toISOString() <= to; date.setUTCMonth(date.getUTCMonth() + 1)) {
    const name = date.toISOString().slice(0, 7)
    all.push({
      month: name,
      donations: known.get(name)?.donations ?? 0,
      memberships: known.get(name)?.memberships ?? 0,
    })
  }
  return all
}

export function spanOfMonth(month: string) {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}
