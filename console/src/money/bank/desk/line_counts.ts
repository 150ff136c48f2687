import type { BankLine, BankMonth } from '../../../api.ts'

type Counted = Pick<BankMonth, 'open_count' | 'matched_count' | 'ignored_count'>

export const isCertain = ({ proposals }: BankLine) => proposals.some(({ certain }) => certain)

/** The lines of each tab. Those that are on their way to the server are no longer open. Undefined while they are being counted. */
export function lineCounts(month: Counted, certain: number | undefined, unsent: readonly BankLine[]) {
  const open = Math.max(0, month.open_count - unsent.length)
  const sure = certain === undefined ? undefined : Math.max(0, certain - unsent.filter(isCertain).length)
  return {
    open,
    certain: sure,
    check: sure === undefined ? undefined : Math.max(0, open - sure),
    matched: month.matched_count,
    ignored: month.ignored_count,
  }
}

/** The month once the server has settled a line, until the month is read again. */
export const afterSettling = <Month extends Counted>(month: Month, state: BankLine['state']): Month => ({
  ...month,
  open_count: month.open_count - 1,
  matched_count: month.matched_count + (state === 'matched' ? 1 : 0),
  ignored_count: month.ignored_count + (state === 'ignored' ? 1 : 0),
})
