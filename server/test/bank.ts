import { createHash } from 'node:crypto'
import type { Session } from '../db/sql.ts'
import type { NewMatch } from '../money/bank_lines/schema.ts'
import type { HttpClient, TestApp } from './harness.ts'
import { aBundle, aContactId, aTreasurer, payment } from './money.ts'
import type { Person } from './people.ts'
import type { ReplyBody } from './reply_body.ts'

// Bank accounts over HTTP; statements and lines as rows, whatever file they would come from.

let made = 0

/** A bank account of this person's space, with an account of its own in the ledger. */
export async function aBankAccount(app: TestApp, person: Person, wish: object = {}): Promise<ReplyBody> {
  const sent = { name: `Bank ${++made}`, ...wish }
  const { status, body, text } = await app.as(person).post('/v1/bank_accounts', sent)
  if (status !== 200) throw new Error(`the bank account was refused: ${text}`)
  return body.data
}

export interface LineFields {
  amount: number
  date?: string
  text?: string
  counterparty?: string
  counterparty_iban?: string
  end_to_end_id?: string
  mandate_id?: string
  bank_reference?: string
  return_reason?: string
  details?: object[]
}

const names = ['text', 'counterparty', 'counterparty_iban', 'end_to_end_id', 'mandate_id', 'bank_reference']
const no_texts = Object.fromEntries([...names, 'return_reason'].map(name => [name, '']))

/** Inserts a statement with these lines. Returns the ids of the lines, in their order. */
export async function insertLines(
  app: Pick<TestApp, 'owner'>,
  { space, id: user_id }: Person,
  bank_account_id: number,
  lines: LineFields[],
): Promise<number[]> {
  const dated = lines.map(line => ({ ...line, date: line.date ?? '2026-10-03' }))
  const days = dated.map(({ date }) => date).sort()
  const [statement] = await app.owner<[{ id: number }]>`
    insert into bank_statements (group_id, created_by, bank_account_id, file_name, format, reference, from_date, to_date, lines_count, added_count)
    values (${space}, ${user_id}, ${bank_account_id}, 'statement.xml', 'camt.053', ${`S${++made}`}, ${days[0] ?? '2026-10-01'},
      ${days.at(-1) ?? '2026-10-01'}, ${lines.length}, ${lines.length})
    returning id`
  const ids: number[] = []
  for (const [position, { details = [], ...line }] of dated.entries()) {
    const row = {
      ...no_texts,
      ...line,
      group_id: space,
      bank_account_id,
      statement_id: statement.id,
      value_date: line.date,
      position,
      line_key: createHash('sha256').update(`${statement.id} ${position}`).digest('base64url'),
    }
    const [inserted] = await app.owner<[{ id: number }]>`insert into bank_lines ${app.owner(row)} returning id`
    if (details.length > 0)
      await app.owner`
        update bank_lines set details = ${JSON.stringify(details)}::text::json where group_id = ${space} and id = ${inserted.id}`
    ids.push(inserted.id)
  }
  return ids
}

/** A treasurer with a bank account, and what tests do with it. */
export async function aDesk(app: TestApp, wish: object = {}) {
  const person = await aTreasurer(app)
  const account = await aBankAccount(app, person, wish)
  return deskOf(app, person, account.id)
}

export function deskOf(app: TestApp, person: Person, account_id: number) {
  const ask: HttpClient = app.as(person)
  const at = (id: number) => `/v1/bank_lines/${id}`
  return {
    person,
    ask,
    account_id,
    lines: (list: LineFields[]) => insertLines(app, person, account_id, list),
    line: async (amount: number, wish: Partial<LineFields> = {}) => {
      const [id = 0] = await insertLines(app, person, account_id, [{ ...wish, amount }])
      return id
    },
    /** A payment of this amount of a new contact, and its transaction. */
    payment: async (amount: number, wish: Record<string, unknown> = {}) => {
      const contact_id = await aContactId(app, person)
      const bundle = await aBundle(app, person, {
        transactions: [payment(contact_id, { amount, date: '2026-10-01T10:00:00.000Z', ...wish })],
        donations: [payment(contact_id, { amount })],
      })
      return { bundle_id: bundle.id as number, id: bundle.transactions[0].id as number, contact_id, bundle }
    },
    match: (id: number, matches: Partial<NewMatch>[]) => ask.post(`${at(id)}/match`, { matches }),
    pay: (id: number, data: object) => ask.post(`${at(id)}/payment`, data),
    ignore: (id: number, reason = 'Not ours') => ask.post(`${at(id)}/ignore`, { reason }),
    undo: (ids: number[], wish: object = {}) => ask.post('/v1/bank_lines/undo', { line_ids: ids, ...wish }),
    read: async (id: number): Promise<ReplyBody> => (await ask.get(at(id))).body.data,
    transaction: async (bundle_id: number): Promise<ReplyBody> =>
      (await ask.get(`/v1/transaction_bundles/${bundle_id}`)).body.data.transactions[0],
    waiting: async (query = ''): Promise<ReplyBody> =>
      (await ask.get(`/v1/waiting_payments?bank_account_id=${account_id}${query}`)).body,
  }
}

const statement_lines = 100

/** Inserts a bank account with this many lines in statements of a hundred, of which half are matched to payments of the space. */
export async function fillBank(owner: Session, group_id: number, count: number) {
  const [account] = await owner<[{ id: number }]>`
    insert into bank_accounts (group_id, name, iban, currency, ledger_account) values (${group_id}, 'Filled', '', 'EUR', '512900') returning id`
  const [user] = await owner<[{ id: number }]>`select id from users where group_id = ${group_id} order by id limit 1`
  const statements = await owner<{ id: number }[]>`
    insert into bank_statements (group_id, created_by, bank_account_id, file_name, format, reference, from_date, to_date, lines_count, added_count)
    select ${group_id}, ${user.id}, ${account.id}, 'filled.xml', 'camt.053', n::text, '2026-01-01'::date + n, '2026-01-01'::date + n,
           ${statement_lines}, ${statement_lines}
    from generate_series(1, ${Math.ceil(count / statement_lines)}::int) n
    returning id`
  const lines = await owner<{ id: number }[]>`
    insert into bank_lines (group_id, bank_account_id, statement_id, line_key, position, date, value_date, amount, text, counterparty,
      counterparty_iban, end_to_end_id, mandate_id, bank_reference, return_reason, state, settled_at, settled_by)
    select ${group_id}, ${account.id}, (${statements.map(({ id }) => id)}::bigint[])[1 + (t.place - 1) / ${statement_lines}], lpad(t.id::text, 43, 'k'),
           t.place, '2026-01-01'::date + (t.place / 10)::int, '2026-01-01'::date + (t.place / 10)::int, t.amount, 'Virement ' || t.place,
           'Payer ' || t.place, '', '', '', '', '', case when t.place % 2 = 0 then 'matched' else 'open' end,
           case when t.place % 2 = 0 then now() end, case when t.place % 2 = 0 then ${user.id}::bigint end
    from (
      select id, amount, row_number() over (order by id) as place from items
      where group_id = ${group_id} and kind = 'transaction' and amount > 0
      order by id
      limit ${count}
    ) t
    returning id`
  await owner`
    insert into bank_matches (group_id, line_id, kind, bundle_id, transaction_id, amount)
    select ${group_id}, l.id, 'payment', t.bundle_id, t.id, l.amount
    from bank_lines l
    join items t on t.group_id = ${group_id} and t.kind = 'transaction' and lpad(t.id::text, 43, 'k') = l.line_key
    where l.group_id = ${group_id} and l.bank_account_id = ${account.id} and l.state = 'matched'`
  return { account: account.id, statement: statements[0]?.id ?? 0, line: lines[0]?.id ?? 0 }
}
