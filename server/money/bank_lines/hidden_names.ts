import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../../contacts/core/restriction.ts'
import type { Sql } from '../../db/sql.ts'
import { restrictedAmong } from '../core/bank/restricted_payers.ts'
import type { BankLine, Proposal } from './schema.ts'

// Lines and proposals as callers see them who may not read restricted contacts.

/** A line of a restricted contact, without what the bank says about them. */
export const withoutTexts = (line: BankLine): BankLine => ({
  ...line,
  text: '',
  counterparty: '',
  counterparty_iban: '',
  end_to_end_id: '',
  mandate_id: '',
  bank_reference: '',
  details: line.details.map(detail => ({
    ...detail,
    text: '',
    counterparty: '',
    counterparty_iban: '',
    end_to_end_id: '',
    mandate_id: '',
  })),
})

/**
 * The proposals without those of contacts that the caller may not read: the line next to them says who they are, and the proposal which contact that
 * is.
 */
export async function readableProposals(
  sql: Sql,
  caller: Caller,
  proposals: Map<number, Proposal[]>,
): Promise<Map<number, Proposal[]>> {
  if (seesRestricted(caller)) return proposals
  const all = [...proposals.values()].flat()
  const hidden = await restrictedAmong(sql, caller.group_id, [...new Set(all.flatMap(peopleIn))])
  if (hidden.size === 0) return proposals
  const isReadable = (proposal: Proposal) => !peopleIn(proposal).some(id => hidden.has(id))
  return new Map([...proposals].map(([id, list]) => [id, list.filter(isReadable)]))
}

const peopleIn = ({ payments, payer }: Proposal) => [
  ...payments.map(({ contact }) => contact.id),
  ...(payer ? [payer.id] : []),
]
