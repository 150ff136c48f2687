import type { reversal_kinds } from './item_fields.ts'

export type ReversalKind = (typeof reversal_kinds)[number]

/** The amount of the transaction that has the sum of such reversals. */
export const partOf = (kind: ReversalKind) =>
  kind.startsWith('refund') ? ('reimbursed_amount' as const) : ('unpaid_amount' as const)

/** 1 for a reversal that takes money back, -1 for one that cancels it. */
export const signOf = (kind: ReversalKind) => (kind.endsWith('cancelled') ? -1 : 1)
