import { Type } from 'typebox'
import { Timestamp } from '../../fields.ts'

export const LedgerParams = {
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  separator: Type.Enum(['tab', '|'], { default: 'tab', description: 'The separator of columns.' }),
}

/** A received payment and what was reimbursed of it, in cents. */
export interface ReceivedPayment {
  id: number
  bundle_id: number
  date: string
  validated: string
  amount: number
  given_back: number
  method: string
  contact_id: number
  contact_name: string
  /** Whether it is the first payment of its bundle: donations and memberships are booked with it. */
  first: boolean
}

/** A membership or donation that was paid. */
export interface Purpose {
  bundle_id: number
  item: 'membership' | 'donation'
  id: number
  amount: number
  contact_id: number
  contact_name: string
}
