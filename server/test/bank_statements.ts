import assert from 'node:assert/strict'
import { aFileAccount, type CamtEntry, camt053, sendBankFile } from './bank_files.ts'
import type { TestApp } from './harness.ts'
import { aSpace, aUser, type Person } from './people.ts'

// A month of entries in statements, and what is stored of them.

export const entry = (day: number, amount: number, more: Partial<CamtEntry> = {}): CamtEntry => ({
  amount,
  date: `2026-10-${String(day).padStart(2, '0')}`,
  reference: `R-${day}-${amount}`,
  ...more,
})
export const month = [entry(1, 100), entry(2, -30), entry(5, 500), entry(5, 700), entry(9, -250), entry(20, 80)]
export const month_amounts = month.map(({ amount }) => amount)

/** The balance before an entry of the month. */
export const balanceBefore = (index: number) => month.slice(0, index).reduce((sum, { amount }) => sum + amount, 0)

/** A statement of the entries from one index to another. */
export const partOfMonth = (start: number, end: number, opening = balanceBefore(start)) =>
  camt053(month.slice(start, end), { opening, id: `P-${start}-${end}` })

/** Reads what is stored in the space of a person. */
export function bankStatementHelpers(app: TestApp) {
  const aTreasurer = async () => aUser(app, await aSpace(app), { role: 'admin' })
  /** A treasurer with a bank account. */
  const anAccount = async (fields: object = {}) => {
    const who = await aTreasurer()
    return { who, id: await aFileAccount(app, who.space, fields) }
  }
  const linesOf = async (who: Person) => [
    ...(await app.owner<{ date: string; amount: number; text: string; details: unknown[] }[]>`
      select date::text, amount, text, counterparty, details from bank_lines where group_id = ${who.space} order by date, position, id`),
  ]
  const amountsOf = async (who: Person) => (await linesOf(who)).map(({ amount }) => amount)
  /** The balance before the first line. */
  const openingOf = async (who: Person) => {
    const [account] = await app.owner<{ opening_balance: number }[]>`
      select opening_balance from bank_accounts where group_id = ${who.space} order by id limit 1`
    return account?.opening_balance
  }
  const statementsOf = async (who: Person) => (await app.as(who).get('/v1/bank_statements')).body.data
  /** The file is refused with this message and leaves nothing. */
  const refuses = async (who: Person, file: string | Uint8Array, message: RegExp, query = {}, status = 422) => {
    const stored = async () => [await statementsOf(who), await linesOf(who), await openingOf(who)]
    const before = await stored()
    const { status: found, body } = await sendBankFile(app, who, file, query)
    assert.equal(found, status, body.detail)
    assert.match(body.detail, message)
    assert.deepEqual(await stored(), before)
  }
  return { aTreasurer, anAccount, linesOf, amountsOf, openingOf, statementsOf, refuses }
}
