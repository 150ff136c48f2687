import type { Sql } from '../../db/sql.ts'
import { linePostings } from '../core/bank/line_entries.ts'
import { type LedgerRules, ledgerRules } from '../core/ledger/accounts.ts'
import { netPostings } from '../core/ledger/changes.ts'
import { bookedEntries } from '../core/ledger/entries.ts'
import { bundleIdOfLine } from '../core/ledger/labels.ts'
import { ledgerState } from '../core/ledger/post.ts'
import type { Posting } from '../core/ledger/postings.ts'
import { nextLines } from './verify_bank_queries.ts'

const lines_at_once = 500
const findings_max = 20

/** Bank lines whose entries in the ledger are not those of their matches; compared once all bundles are posted. */
export async function wrongBankLines(sql: Sql, group_id: number): Promise<string[]> {
  const findings: string[] = []
  const { stored, posted_id } = await ledgerState(sql, group_id)
  if (posted_id !== null) return findings
  const rules = ledgerRules(stored)
  for (let after: number | undefined = 0; after !== undefined && findings.length < findings_max; ) {
    const ids = await nextLines(sql, group_id, after, lines_at_once)
    findings.push(...(await linesBookedOtherwise(sql, group_id, rules, ids)))
    after = ids.length < lines_at_once ? undefined : ids.at(-1)
  }
  return findings.slice(0, findings_max)
}

async function linesBookedOtherwise(sql: Sql, group_id: number, rules: LedgerRules, ids: number[]) {
  if (ids.length === 0) return []
  const expected = await linePostings(sql, group_id, rules, ids)
  const booked = await bookedEntries(sql, group_id, ids.map(bundleIdOfLine))
  const isOther = (id: number) =>
    sumsOf(netPostings(booked.get(bundleIdOfLine(id)) ?? [])) !== sumsOf(expected.get(id) ?? [])
  return ids.filter(isOther).map(id => `the ledger differs from bank line ${id}`)
}

/** The balance of each account, as text. */
function sumsOf(postings: Posting[]) {
  const sums = new Map<string, bigint>()
  const add = (account: string, amount: bigint) => sums.set(account, (sums.get(account) ?? 0n) + amount)
  for (const { debit_account, credit_account, amount } of postings) {
    add(debit_account, BigInt(amount))
    add(credit_account, -BigInt(amount))
  }
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([account, sum]) => `${account} ${sum}`)
    .sort()
    .join()
}
