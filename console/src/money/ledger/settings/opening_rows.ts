import type { LedgerEntry } from '../../../api.ts'
import { sumOf } from '../../../components/amounts.ts'
import type { OpeningBalances } from '../data.ts'

/** An account with a debit or a credit, in minor units. */
export interface OpeningRow {
  key: number
  account: string
  debit: number | undefined
  credit: number | undefined
}

/** The opening balances by hand that entries book: the side that is not the counterpart. */
export const rowsOf = (entries: LedgerEntry[], opening: string): OpeningRow[] =>
  entries
    .filter(({ kind }) => kind === 'opening')
    .map(({ lines }, key) => {
      const line = lines.find(({ account }) => account !== opening) ?? lines[0]
      return {
        key,
        account: line?.account ?? '',
        debit: line?.debit || undefined,
        credit: line?.credit || undefined,
      }
    })

export const balancesOf = (rows: OpeningRow[]): OpeningBalances['balances'] =>
  rows.map(({ account, debit = 0, credit = 0 }) => ({ account, debit, credit }))

export function totalsOf(rows: OpeningRow[]) {
  const debit = sumOf(rows.map(({ debit = 0 }) => debit))
  const credit = sumOf(rows.map(({ credit = 0 }) => credit))
  return { debit, credit, difference: debit - credit }
}
