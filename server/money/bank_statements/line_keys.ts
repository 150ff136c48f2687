import { createHash } from 'node:crypto'
import type { ParsedStatement, StatementLine } from '../core/bank/statement.ts'

/** How many lines of each identity were numbered. */
export type LineCounts = Map<string, number>

/**
 * The key of each line, which recognises it in another file: the bank's reference with day and amount or, without one, what the line says. Equal
 * lines of a file are numbered.
 */
export function lineKeys(lines: StatementLine[], counts: LineCounts = new Map()): string[] {
  return lines.map(line => nextKey(line, counts))
}

function nextKey(line: StatementLine, counts: LineCounts) {
  const said = identityOf(line)
  const number = (counts.get(said) ?? 0) + 1
  counts.set(said, number)
  return createHash('sha256').update(`${said} ${number}`).digest('base64url')
}

/** The first key of the line that is not taken. */
export function freeKey(line: StatementLine, counts: LineCounts, taken: { has: (key: string) => boolean }) {
  let key = nextKey(line, counts)
  while (taken.has(key)) key = nextKey(line, counts)
  return key
}

/**
 * For each notification of a file the counts that its numbers continue: equal lines of two notifications are two lines. A notification that the file
 * repeats, and statements with balances, which tell their place, begin anew.
 */
export function fileCounts() {
  const by_account = new Map<number, LineCounts>()
  const seen = new Set<string>()
  return (account_id: number, { reference, opening_balance }: ParsedStatement): LineCounts => {
    const name = `${account_id} ${reference}`
    if (opening_balance !== null || reference === '' || seen.has(name)) return new Map()
    seen.add(name)
    const counts: LineCounts = by_account.get(account_id) ?? new Map()
    by_account.set(account_id, counts)
    return counts
  }
}

const identityOf = ({ date, amount, ...line }: StatementLine) =>
  JSON.stringify(
    line.bank_reference
      ? ['reference', date, amount, line.bank_reference]
      : [
          'text',
          date,
          amount,
          letters(line.text),
          letters(line.counterparty),
          line.counterparty_iban,
          line.end_to_end_id,
        ],
  )

/** Banks write the same text with other blanks and signs from file to file. */
const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
