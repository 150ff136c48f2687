import { createHash } from 'node:crypto'
import type { StatementLine } from '../core/bank/statement.ts'

/**
 * The key of each line, which recognises it in another file: the bank's reference with day and amount or, without one, what the line says. Equal
 * lines of a file are numbered.
 */
export function lineKeys(lines: StatementLine[]): string[] {
  const counts = new Map<string, number>()
  return lines.map(line => {
    const said = identityOf(line)
    const number = (counts.get(said) ?? 0) + 1
    counts.set(said, number)
    return createHash('sha256').update(`${said} ${number}`).digest('base64url')
  })
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
