import { queryOptions } from '@tanstack/react-query'
import { ApiError, type ContributionRules, muster, type Operations } from '../../api.ts'

export type CheckedPayment = Operations['contribution_rules.check']['args']
export type RulesChange = Operations['contribution_rules.update']['args']['data']
export type { ContributionRules }

/** The rules with their ETag. */
export const rulesQuery = queryOptions({
  queryKey: ['finance', 'contribution_rules'],
  queryFn: async ({ signal }) => {
    const { body, etag } = await muster.request('contribution_rules.read', {}, { signal })
    return { rules: body.data, etag: etag ?? undefined }
  },
  staleTime: 60_000,
})

/** What the rules say about a payment. Under the key of payments, because every payment changes it. */
export const checkQuery = (payment: CheckedPayment) =>
  queryOptions({
    queryKey: ['payments', 'contribution_check', payment],
    queryFn: async ({ signal }) => (await muster.contribution_rules.check(payment, { signal })).data,
    // A wrong date is reported when the payment is saved.
    throwOnError: false,
  })

/** Whether the server refused a payment because of a contribution rule. */
export const isContributionRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'contribution_refused'
