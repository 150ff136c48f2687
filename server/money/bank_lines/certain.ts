import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { proposalsOf } from '../core/bank/proposals/read.ts'
import { checkBankAccount, inSavepoint, lockLines, nextOpenLines } from './certain_queries.ts'
import { ignoreLine, matchLines, payFromLine } from './matching.ts'
import type { Proposal } from './schema.ts'

interface Writer {
  caller: Caller
  request_id: string
}

interface Accepted {
  accepted: number
  amount: number
  line_ids: number[]
  more: boolean
}

/** The lines that one call accepts at most. */
const accepted_max = 1000
/** The lines that proposals are made for at once, and in one call. */
const page_size = 2000
const pages_max = 10
/** The lines that are matched together. If one of them is refused, they are tried one by one. */
const lines_at_once = 100

/**
 * Accepts the certain proposals of an account, from the oldest line on, each payment once. A line that is refused, because another request was
 * faster or its month is closed, is left open.
 */
export async function acceptCertain(
  sql: Sql,
  writer: Writer,
  sent: { bank_account_id: number; month?: string },
): Promise<Accepted> {
  await checkBankAccount(sql, writer.caller, sent.bank_account_id)
  const result: Accepted = { accepted: 0, amount: 0, line_ids: [], more: false }
  const used = new Set<number>()
  let after = { date: '0001-01-01', id: 0 }
  for (let page = 0; page < pages_max; page++) {
    const lines = await nextOpenLines(sql, writer.caller, sent, after, page_size)
    const certain = await certainLines(sql, writer.caller, lines, used)
    const wanted = certain.slice(0, accepted_max - result.accepted)
    await lockLines(
      sql,
      writer.caller,
      wanted.map(({ id }) => id),
    )
    for (let at = 0; at < wanted.length; at += lines_at_once) {
      const accepted = await acceptLines(sql, writer, wanted.slice(at, at + lines_at_once))
      for (const line of accepted) count(result, line)
    }
    if (wanted.length < certain.length) return { ...result, more: true }
    const last = lines.at(-1)
    if (lines.length < page_size || !last) return result
    after = last
  }
  return { ...result, more: true }
}

interface CertainLine {
  id: number
  amount: number
  proposal: Proposal
}

/** The lines with a certain proposal, whose payments no line before them uses. */
async function certainLines(
  sql: Sql,
  { group_id }: Caller,
  lines: { id: number; amount: number }[],
  used: Set<number>,
) {
  const ids = lines.map(({ id }) => id)
  const proposals = await proposalsOf(sql, group_id, ids)
  return lines.flatMap(({ id, amount }): CertainLine[] => {
    const proposal = proposals.get(id)?.find(({ certain }) => certain)
    return proposal && !usesAgain(proposal, used) ? [{ id, amount, proposal }] : []
  })
}

function count(result: Accepted, { id, amount }: CertainLine) {
  result.accepted++
  result.amount += amount
  result.line_ids.push(id)
}

/** Whether a line before brings a payment of the proposal. Remembers them. A debit can come and go back in one call. */
function usesAgain({ matches }: Proposal, used: Set<number>): boolean {
  const ids = matches.flatMap(({ kind, transaction_id }) => (kind === 'payment' && transaction_id) || [])
  if (ids.some(id => used.has(id))) return true
  for (const id of ids) used.add(id)
  return false
}

/** Accepts lines, and returns those that were not refused. */
async function acceptLines(sql: Sql, writer: Writer, lines: CertainLine[]): Promise<CertainLine[]> {
  const matched = lines.filter(({ proposal }) => proposal.matches.length > 0)
  const together = await isDone(sql, () => matchLines(sql, writer, matched.map(sentMatches)))
  const accepted = new Set(together ? matched : [])
  for (const line of together ? lines.filter(({ proposal }) => proposal.matches.length === 0) : lines)
    if (await isDone(sql, () => accept(sql, writer, line))) accepted.add(line)
  return lines.filter(line => accepted.has(line))
}

const sentMatches = ({ id, proposal: { matches } }: CertainLine) => ({ id, matches })

/** Whether the work was done. If it is refused, nothing of it is. */
async function isDone(sql: Sql, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await inSavepoint(sql, work)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

async function accept(sql: Sql, writer: Writer, line: CertainLine) {
  const { id, proposal } = line
  const { matches, rule, payer } = proposal
  if (matches.length > 0) return matchLines(sql, writer, [sentMatches(line)])
  const { kind, price_id, code_campaign, reason } = rule?.outcome ?? {}
  if (kind === 'ignore') return ignoreLine(sql, writer.caller, id, reason ?? '')
  if ((kind !== 'donation' && kind !== 'membership') || !payer)
    throw new ApiError('conflict', 'The proposal has nothing to accept.')
  const campaign = code_campaign === undefined ? {} : { code_campaign }
  return payFromLine(sql, writer, id, { contact_id: payer.id, kind, ...(price_id && { price_id }), ...campaign })
}
