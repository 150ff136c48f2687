import type { AuditFilters } from '../data.ts'

/** The search parameters of the audit log. */
export interface AuditSearch {
  kind?: string | undefined
  user?: number | undefined
  changes?: true | undefined
  from?: string | undefined
  to?: string | undefined
}

const is_day = /^\d{4}-\d{2}-\d{2}$/

export function parseAuditSearch({ kind, user, changes, from, to }: Record<string, unknown>): AuditSearch {
  return {
    kind: typeof kind === 'string' && kind ? kind : undefined,
    user: Number.isSafeInteger(user) && Number(user) > 0 ? Number(user) : undefined,
    changes: changes === true || undefined,
    from: typeof from === 'string' && is_day.test(from) ? from : undefined,
    to: typeof to === 'string' && is_day.test(to) ? to : undefined,
  }
}

export const filtersOf = ({ kind, user, changes, from, to }: AuditSearch): AuditFilters => ({
  ...(kind !== undefined && { kind }),
  ...(user !== undefined && { user_id: user }),
  ...(changes && { changes_only: true }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})
