import { recordJson } from '../../json.ts'
import type { Contact, Donation, Membership, Reversal, Transaction } from '../transaction_bundles/schema.ts'
import { contactJson } from './contact_names.ts'

export interface Bundle {
  id: number
  CreatedAt: string
  UpdatedAt: string
  group_id: number
  transactions: Transaction[]
  memberships: Membership[]
  donations: Donation[]
  reversals: Reversal[]
}

/** The response for a bundle, as it is stored and sent. A bundle without reversals does not name them. */
export function documentOf(
  { transactions, memberships, donations, reversals, ...stamps }: Bundle,
  contacts: Map<number, Contact>,
) {
  const withContact = (item: Membership | Donation) => {
    const contact = contacts.get(item.contact_id)
    if (!contact) throw new Error(`contact ${item.contact_id} of item ${item.id} was not loaded`)
    return `${recordJson(item).slice(0, -1)},${contactJson(contact)}}`
  }
  const summary = {
    transactions_count: transactions.length,
    memberships_count: memberships.length,
    donations_count: donations.length,
  }
  return (
    `${JSON.stringify(stamps).slice(0, -1)},"transactions":[${transactions.map(recordJson).join(',')}],` +
    `"memberships":[${memberships.map(withContact).join(',')}],` +
    `"donations":[${donations.map(withContact).join(',')}],` +
    (reversals.length > 0 ? `"reversals":[${reversals.map(recordJson).join(',')}],` : '') +
    `"summary":${JSON.stringify(summary)}}`
  )
}
