import assert from 'node:assert/strict'
import { isCarriedKind } from '../money/core/ledger/carried.ts'
import { columns } from '../money/ledger/fec.ts'
import type { LedgerEntry } from '../money/ledger/schema.ts'
import type { TestApp } from './harness.ts'
import { aBundle, aContactId, payment } from './money.ts'
import { aSpace, aUser, type Person } from './people.ts'

// Reads the ledger over HTTP.

/** A donation of 10.00 or another amount, paid on this day by this contact or a new one. */
export async function aPaidGift(app: TestApp, person: Person, day: string, amount = 1000, contact?: number) {
  const id = contact ?? (await aContactId(app, person, { firstname: 'Ann', surname: 'Lee' }))
  const transactions = [payment(id, { amount, date: `${day}T12:00:00Z` })]
  return aBundle(app, person, { transactions, donations: [payment(id, { amount })] })
}

export type FecRow = Record<(typeof columns)[number], string>

/** The entries that match. Without a query all but what is carried forward, which depends on the day of the test. */
export async function entriesOf(app: TestApp, person: Person, query = ''): Promise<LedgerEntry[]> {
  const { status, body, text } = await app.as(person).get(`/v1/ledger${query || '?limit=1000'}`)
  assert.equal(status, 200, text)
  return query === '' ? body.data.filter(({ kind }: LedgerEntry) => !isCarriedKind(kind)) : body.data
}

/** What opens an accounting year by itself, in short. */
export async function carriedTo(app: TestApp, person: Person, first_day: string) {
  const entries = await entriesOf(app, person, `?journal=opening&from=${first_day}&to=${first_day}&limit=1000`)
  return told(entries.filter(({ kind }) => isCarriedKind(kind)))
}

/** Opening balances by hand as they were possible for any year before balances were carried forward: money on an account, from an account of funds. */
export async function openByHand(app: TestApp, person: Person, year: number, accounts: string[], amount: number) {
  const [money, funds, counterpart] = accounts
  const sides = [
    [money, counterpart],
    [counterpart, funds],
  ]
  await app.owner`delete from ledger_entries where group_id = ${person.space} and bundle_id = 0 and item_id = ${year} and number is null`
  for (const [debit = '', credit = ''] of sides)
    await app.owner`
      insert into ledger_entries (group_id, bundle_id, position, journal, kind, item_id, reversed, date, event_date, debit_account, credit_account, amount,
                                  currency)
      select ${person.space}, 0, coalesce(max(position), 0) + 1, 'opening', 'opening', ${year}, false, ${`${year}-01-01`}::date, ${`${year}-01-01`}::date,
             ${debit}, ${credit}, ${amount}, 'EUR'
      from ledger_entries where group_id = ${person.space} and bundle_id = 0`
}

/** Entries in short: journal, day, accounts with names, amount. */
export const told = (entries: LedgerEntry[]) =>
  entries.map(({ journal_code, date, lines, amount }) => {
    const [debit, credit] = lines.map(({ account, contact_name }) => `${account} ${contact_name}`.trim())
    return `${journal_code} ${date} ${debit} → ${credit} ${(amount / 100).toFixed(2)}`
  })

/** The balance of each account and currency. */
export async function balancesOf(app: TestApp, person: Person, query = ''): Promise<Record<string, number>> {
  const { status, body, text } = await app.as(person).get(`/v1/ledger/balances${query}`)
  assert.equal(status, 200, text)
  return Object.fromEntries(
    body.data.map(({ account, currency, debit, credit, balance }: Record<string, number>) => {
      assert.equal(balance, (debit ?? 0) - (credit ?? 0))
      return [`${account} ${currency}`, balance]
    }),
  )
}

/** What the entries of some days brought to each account, without what opens an accounting year. */
export async function movementsOf(app: TestApp, person: Person, query: string): Promise<Record<string, number>> {
  const { body } = await app.as(person).get(`/v1/ledger/balances${query}`)
  return Object.fromEntries(
    body.data.map(({ account, currency, balance, opening }: Record<string, number>) => [
      `${account} ${currency}`,
      (balance ?? 0) - (opening ?? 0),
    ]),
  )
}

export async function validate(app: TestApp, person: Person, until: string): Promise<number> {
  const { status, body, text } = await app.as(person).post('/v1/ledger/validate', { until })
  assert.equal(status, 200, text)
  assert.equal(body.data.validated_until, until)
  return body.data.entries
}

/** The lines of a file with the columns of the FEC. */
export function parseFec(text: string, separator = '\t'): FecRow[] {
  const [head, ...lines] = text.split('\r\n').slice(0, -1)
  assert.equal(head, columns.join(separator))
  return lines.map(line => {
    const cells = line.split(separator)
    assert.equal(cells.length, columns.length, line)
    return Object.fromEntries(columns.map((name, i) => [name, cells[i]])) as FecRow
  })
}

export async function rowsOf(app: TestApp, person: Person, query = '', separator = '\t'): Promise<FecRow[]> {
  const { status, text } = await app.as(person).get(`/v1/ledger.csv${query}`)
  assert.equal(status, 200, text)
  return parseFec(text, separator)
}

export const cents = (text: string) => {
  assert.match(text, /^\d+,\d\d$/)
  return Number(text.replace(',', ''))
}

/** What arithmetic and the format require of every file, provisional entries included: lines of an entry follow each other and are balanced. */
export function checkFile(rows: FecRow[]) {
  assert.equal(rows.length % 2, 0)
  for (const [index, row] of rows.entries()) {
    assert.ok((cents(row.Debit) === 0) !== (cents(row.Credit) === 0), 'a line is a debit or a credit')
    for (const date of [row.EcritureDate, row.PieceDate]) assert.match(date, /^\d{8}$/)
    for (const name of ['JournalCode', 'JournalLib', 'CompteNum', 'CompteLib', 'PieceRef', 'EcritureLib'] as const)
      assert.notEqual(row[name], '', name)
    const other = rows[index % 2 === 0 ? index + 1 : index - 1]
    assert.equal(cents(row.Debit), cents(other?.Credit ?? ''), 'an entry is balanced')
    for (const name of ['JournalCode', 'EcritureNum', 'EcritureDate', 'PieceRef', 'EcritureLib'] as const)
      assert.equal(row[name], other?.[name], name)
  }
}

/** A treasurer of a French association, with a SIREN. */
export async function anAssociation(app: TestApp, settings: object = {}) {
  const space = await aSpace(app, 'Association', 'fr')
  const treasurer = await aUser(app, space, { role: 'superadmin' })
  const { status } = await app.as(treasurer).patch('/v1/ledger/settings', { siren: '123456789', ...settings })
  assert.equal(status, 200)
  return treasurer
}

/** The tax file of 2025, or of another query. */
export async function fecFor(app: TestApp, person: Person, query = 'year=2025') {
  const answer = await app.as(person).get(`/v1/ledger/fec?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer
}
