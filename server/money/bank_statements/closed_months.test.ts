import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { csv_french } from '../../test/bank_file_samples.ts'
import { camt053, importBankFile, sendBankFile } from '../../test/bank_files.ts'
import { bankStatementHelpers } from '../../test/bank_statements.ts'
import { startTestApp } from '../../test/harness.ts'
import type { Person } from '../../test/people.ts'
import { guessMapping } from '../core/bank/files/csv_guess.ts'

const app = await startTestApp()
const { anAccount, refuses, amountsOf } = bankStatementHelpers(app)
const guessed = { ...guessMapping(csv_french), value_date: undefined, debit: undefined, credit: undefined }
const mapping = JSON.stringify({ ...guessed, skip_rows: 0, date: 0, amount: 1, text: [2], balance: undefined })
const csv = (date: string, amount: string) => `Date;Montant;Libelle\n${date};${amount};x\n`

/** An account that takes CSV files with days, amounts and texts. */
async function aCsvAccount() {
  const account = await anAccount()
  await app.owner`update bank_accounts set csv_mapping = ${mapping}::text::json where group_id = ${account.who.space}`
  return account
}

async function close({ who, id }: { who: Person; id: number }, month: string) {
  await app.owner`
    update bank_lines set state = 'ignored', ignored_reason = 'test', settled_at = now(), settled_by = ${who.id} where group_id = ${who.space}`
  const { status, text } = await app.as(who).post('/v1/bank_months/close', { bank_account_id: id, month })
  assert.equal(status, 200, text)
}

describe('an import leaves the balance of a closed month', () => {
  test('lines before and in a closed month are refused, later ones are taken', async () => {
    const account = await aCsvAccount()
    const { who, id: bank_account_id } = account
    await importBankFile(app, who, csv('05/03/2026', '10,00'), { bank_account_id })
    await close(account, '2026-03')
    for (const date of ['28/02/2026', '01/03/2026', '31/12/2024'])
      await refuses(
        who,
        csv(date, '3,00'),
        /The month 2026-03 of this bank account is closed/,
        { bank_account_id },
        409,
      )
    await importBankFile(app, who, csv('01/04/2026', '3,00'), { bank_account_id })
    assert.deepEqual(await amountsOf(who), [1000, 300])
  })

  test('an older statement that joins the first one is refused', async () => {
    const account = await anAccount()
    await importBankFile(app, account.who, camt053([{ amount: 500, date: '2026-03-05' }], { opening: 1000, id: 'B' }))
    await close(account, '2026-03')
    const older = camt053([{ amount: 300, date: '2026-02-05' }], { opening: 700, id: 'A' })
    await refuses(account.who, older, /2026-03 .* is closed, and its balance counts the lines before it/, {}, 409)
    const sent = { bank_account_id: account.id, month: '2026-03' }
    assert.equal((await app.as(account.who).post('/v1/bank_months/open', sent)).status, 200)
    await importBankFile(app, account.who, older)
  })

  test('a first statement with balances is refused if it gives another balance before the first line', async () => {
    const account = await aCsvAccount()
    const { who, id: bank_account_id } = account
    await importBankFile(app, who, csv('05/03/2026', '10,00'), { bank_account_id })
    await close(account, '2026-03')
    const april = (opening: number) => camt053([{ amount: 500, date: '2026-04-05' }], { opening })
    const message = /another balance before the first line, which would change the closed month 2026-03/
    await refuses(who, april(4200), message, {}, 409)
    const { status, text } = await sendBankFile(app, who, april(1000))
    assert.equal(status, 200, text)
  })
})
