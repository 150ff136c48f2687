import { textOf } from '../../json.ts'
import type { Contact, Donation, Membership, Transaction } from '../transaction_bundles/schema.ts'
import { contactJson } from './contact_names.ts'

export interface Bundle {
  id: number
  CreatedAt: string
  UpdatedAt: string
  group_id: number
  transactions: Transaction[]
  memberships: Membership[]
  donations: Donation[]
}

/** What the interface answers with, as the text in which it is stored. */
export function documentOf(
  { transactions, memberships, donations, ...stamps }: Bundle,
  contacts: Map<number, Contact>,
) {
  const named = (item: Membership | Donation) =>
    `${textOf(item).slice(0, -1)},${contactJson(contacts.get(item.contact_id)!)}}`
  const summary = {
    transactions_count: transactions.length,
    memberships_count: memberships.length,
    donations_count: donations.length,
  }
  return (
    `${JSON.stringify(stamps).slice(0, -1)},"transactions":[${transactions.map(textOf).join(',')}],"memberships":[${memberships.map(named).join(',')}],` +
    `"donations":[${donations.map(named).join(',')}],"summary":${JSON.stringify(summary)}}`
  )
}
