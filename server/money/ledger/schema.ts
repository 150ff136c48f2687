import { Type } from 'typebox'
import { Timestamp } from '../../fields.ts'

export const LedgerParams = {
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  separator: Type.Enum(['tab', '|'], { default: 'tab', description: 'What stands between two columns.' }),
}

/** Money that came, and what was given back of it, in cents. */
export interface Receipt {
  id: number
  bundle_id: number
  date: string
  validated: string
  amount: number
  given_back: number
  method: string
  contact_id: number
  contact_name: string
  comment: string
  /** Whether it is the first money of its bundle: with it comes what the money is for. */
  first: boolean
}

/** What money is for. */
export interface Purpose {
  bundle_id: number
  item: 'membership' | 'donation'
  id: number
  amount: number
  contact_id: number
  contact_name: string
}
