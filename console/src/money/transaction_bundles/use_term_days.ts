import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { muster, type Operations } from '../../api.ts'
import { spaceDay } from '../../components/space_day.ts'
import { isTermDay, type TermDraft } from './terms.ts'

type AskedTerm = Operations['membership_prices.previewTerm']['args']

const termQuery = (asked: AskedTerm) =>
  queryOptions({
    queryKey: ['finance', 'term', asked],
    queryFn: async ({ signal }) => (await muster.membership_prices.previewTerm(asked, { signal })).data,
    throwOnError: false,
  })

/** The first and the last day of a membership that is paid on a day: those typed, and else what the server would record. */
export function useTermDays(price: number | undefined, date: string, draft: TermDraft) {
  const asked = {
    ...(price !== undefined && { membership_price_id: price }),
    date,
    ...(draft.start !== undefined && isTermDay(draft.start) && { start_date: draft.start }),
  }
  const { data: term } = useQuery({
    ...termQuery(asked),
    enabled: isTermDay(date),
    placeholderData: keepPreviousData,
  })
  const start = draft.start ?? (term ? spaceDay(term.start_date) : '')
  return { start, end: draft.end ?? (term?.end_date ? spaceDay(term.end_date) : '') }
}
