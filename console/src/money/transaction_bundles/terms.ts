/** The days of a membership that were typed; undefined: as its price says, or as they are. */
export interface TermDraft {
  start?: string | undefined
  end?: string | undefined
}

/** Whether a membership can begin or end on this day. A year with a typing error is far away. */
export const isTermDay = (day: string) => day >= '1900-01-01' && day < '2200-01-01'

/** The fields of typed days, as they are sent. */
export const termOf = ({ start, end }: TermDraft) => ({
  ...(start !== undefined && { start_date: start }),
  ...(end !== undefined && { end_date: end }),
})

/** The fields of a term whose typed day is none. */
export const wrongTermDays = ({ start, end }: TermDraft, need_day: string): Record<string, string> => ({
  ...(start !== undefined && !isTermDay(start) && { start_date: need_day }),
  ...(end !== undefined && !isTermDay(end) && { end_date: need_day }),
})
