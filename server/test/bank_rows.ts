import { createHash } from 'node:crypto'
import { bankAccountsChanged, postLines } from '../money/core/bank/post_lines.ts'
import { holdLedger } from '../money/core/ledger/post.ts'
import type { TestApp } from './harness.ts'
import { type Person, withAppPool } from './people.ts'

// Writes rows of the bank without the operations that import and match, for tests of what the ledger and the months make of them.

interface AccountWish {
  name?: string
  iban?: string
  currency?: string
  ledger_account?: string
  opening_balance?: number
}

/** A bank account with an empty statement. */
export async function aBankAccount(app: TestApp, { space, id: user_id }: Person, wish: AccountWish = {}) {
  const usual = { name: 'Current account', iban: '', currency: 'EUR', ledger_account: '1000', opening_balance: 0 }
  const file = { file_name: 'statement.xml', format: 'camt.053', reference: '', lines_count: 0, added_count: 0 }
  const statement = { ...file, group_id: space, created_by: user_id, from_date: '2026-01-01', to_date: '2026-01-31' }
  return withAppPool(app, pool =>
    pool.write({ group_id: space }, async sql => {
      const [account] = await sql<[{ id: number }]>`
        insert into bank_accounts ${sql({ ...usual, ...wish, group_id: space })} returning id`
      await sql`
        insert into bank_statements ${sql({ ...statement, bank_account_id: account.id })}`
      await bankAccountsChanged(sql, space)
      return account.id
    }),
  )
}

interface LineWish {
  date: string
  amount: number
  text?: string
}

let lines = 0

/** An open line of a bank account. */
export async function aBankLine(app: TestApp, { space }: Person, bank_account_id: number, wish: LineWish) {
  const line_key = createHash('sha256').update(`${++lines}`).digest('base64url')
  const [line] = await app.owner<[{ id: number }]>`
    insert into bank_lines ${app.owner({
      ...{ group_id: space, bank_account_id, line_key, position: lines, value_date: wish.date, text: 'VIREMENT' },
      ...{ counterparty: '', counterparty_iban: '', end_to_end_id: '', mandate_id: '' },
      ...{ bank_reference: '', return_reason: '' },
      ...wish,
      statement_id: await statementOf(app, space, bank_account_id),
    })} returning id`
  return line.id
}

async function statementOf(app: TestApp, space: number, bank_account_id: number) {
  const [row] = await app.owner<[{ id: number }]>`
    select id from bank_statements where group_id = ${space} and bank_account_id = ${bank_account_id} order by id limit 1`
  return row.id
}

export interface MatchWish {
  kind: 'payment' | 'reversal' | 'account'
  bundle_id?: number
  transaction_id?: number
  reversal_id?: number
  account?: string
  amount: number
}

/** Matches a line, without what matching does to payments. */
export async function matchRows(app: TestApp, { space, id: user_id }: Person, line_id: number, matches: MatchWish[]) {
  await withAppPool(app, pool =>
    pool.write({ group_id: space }, async sql => {
      for (const match of matches) await sql`insert into bank_matches ${sql({ ...match, group_id: space, line_id })}`
      await sql`
        update bank_lines set state = 'matched', settled_at = now(), settled_by = ${user_id} where group_id = ${space} and id = ${line_id}`
      await holdLedger(sql, space)
      await postLines(sql, space, [line_id])
    }),
  )
}

export async function undoRows(app: TestApp, { space }: Person, line_id: number) {
  await withAppPool(app, pool =>
    pool.write({ group_id: space }, async sql => {
      await sql`delete from bank_matches where group_id = ${space} and line_id = ${line_id}`
      await sql`
        update bank_lines set state = 'open', settled_at = null, settled_by = null, ignored_reason = ''
        where group_id = ${space} and id = ${line_id}`
      await holdLedger(sql, space)
      await postLines(sql, space, [line_id])
    }),
  )
}

export async function ignoreRow(app: TestApp, { space, id: user_id }: Person, line_id: number) {
  await app.owner`
    update bank_lines set state = 'ignored', ignored_reason = 'Between own accounts', settled_at = now(), settled_by = ${user_id}
    where group_id = ${space} and id = ${line_id}`
}

/** A bank account with so many matched lines and their entries, for tests of plans. */
export async function fillBankMonths(owner: TestApp['owner'], space: number, count: number): Promise<number> {
  const [account] = await owner<[{ id: number }]>`
    insert into bank_accounts (group_id, name, iban, currency, ledger_account) values (${space}, 'Monthly', '', 'EUR', '512800') returning id`
  const [statement] = await owner<[{ id: number }]>`
    insert into bank_statements (group_id, created_by, bank_account_id, file_name, format, reference, from_date, to_date, lines_count, added_count)
    values (${space}, 1, ${account.id}, 'months.csv', 'csv', '', '2026-01-01', '2026-12-31', 0, 0) returning id`
  await owner`
    insert into bank_lines (group_id, bank_account_id, statement_id, line_key, position, date, value_date, amount, text, counterparty, counterparty_iban,
                            end_to_end_id, mandate_id, bank_reference, return_reason, state, settled_at, settled_by)
    select ${space}, ${account.id}, ${statement.id}, rpad('m' || n, 43, '-'), n, date '2026-01-01' + n % 300, '2026-01-01', n, '', '', '', '', '', '', '',
           'matched', now(), 1
    from generate_series(1, ${count}::integer) n`
  await owner`
    insert into bank_matches (group_id, line_id, kind, account, amount)
    select ${space}, l.id, 'account', '627000', l.amount from bank_lines l where l.group_id = ${space} and l.bank_account_id = ${account.id}`
  await owner`
    insert into ledger_entries (group_id, bundle_id, position, journal, kind, item_id, reversed, date, event_date, debit_account, credit_account, amount,
                                currency)
    select ${space}, -l.id, 1, 'bank', 'bank_line', l.id, false, l.date, l.date, '512800', '627000', l.amount, 'EUR'
    from bank_lines l where l.group_id = ${space} and l.bank_account_id = ${account.id}`
  return account.id
}
