import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Sql } from '../../db/sql.ts'
import { Line } from '../../fields.ts'
import { RawJson } from '../../json.ts'
import { editHistory } from '../../test/editable_history.ts'
import { eventually, startTestApp } from '../../test/harness.ts'
import { aTreasurer, verificationFindings } from '../../test/money.ts'
import { runs } from '../../test/runs.ts'
import { moved, tamperedBooks } from '../../test/tampered_books.ts'
import { documentOf } from '../core/document.ts'
import type { HistoryRow } from '../core/history.ts'
import { type ItemTable, itemFields, itemTables } from '../core/item_fields.ts'
import { contactsIn, loadBundles } from '../core/rows.ts'
import { verifyPayments } from './verify.ts'

const app = await startTestApp()
const books = await tamperedBooks(app)
const { treasurer, other, bundle, deleted, findingsAfter, findingsAfterEdit, assertFoundInBundle } = books
const { space } = treasurer
const of = `group_id = ${space}`

test('unmodified payments have no findings, nor has a space without bundles', async () => {
  assert.deepEqual(await verificationFindings(app, space), [])
  assert.deepEqual(await verificationFindings(app, (await aTreasurer(app)).space), [])
})

type Tampering = [what: string, tamper: (sql: Sql) => Promise<unknown>, id?: number]
/** Each of these is found in its bundle, and in no other. */
function found(tamperings: Tampering[]) {
  for (const [what, tamper, id = bundle.id] of tamperings)
    test(what, async () => assertFoundInBundle(await findingsAfter(tamper), id))
}
const statement = (text: string) => (sql: Sql) => sql.unsafe(text)
const update = (table: string, change: string, where: string) =>
  statement(`update ${table} set ${change} where ${of} and ${where}`)

describe('verification finds tampering with the history:', () => {
  const edited =
    (edit: (entry: HistoryRow) => Partial<HistoryRow> | null, id = bundle.id) =>
    (sql: Sql) =>
      editHistory(sql, space, entry => (entry.transaction_bundle_id === id ? edit(entry) : {}))
  const second = (edit: (entry: HistoryRow) => Partial<HistoryRow>) =>
    edited(entry => (entry.position === 2 ? edit(entry) : {}))
  const text = (from: string, to: string) => (sql: Sql) =>
    sql`
    update bundle_changes set entries = replace(entries::text, ${from}, ${to})::json
    where group_id = ${space} and bundle_id = ${bundle.id} and position = 4`
  const later = ({ created_at }: HistoryRow) => new Date(Date.parse(created_at) + 1).toISOString()

  found([
    ['a time one millisecond later', second(entry => ({ created_at: later(entry) }))],
    ['another item', second(({ target_id }) => ({ target_id: target_id + 1 }))],
    ['another user', second(({ user_id }) => ({ user_id: user_id + 1 }))],
    ['another kind', second(() => ({ kind: 'donation' }))],
    ['the new state as the old one', second(entry => ({ old: entry.new }))],
    ['no new state', second(() => ({ new: null }))],
    ['another position', second(() => ({ position: 99 }))],
    ...[1, 3, 4, 5, 6].map(
      (removed): Tampering => [
        `entry ${removed} of 6 was removed`,
        edited(({ position }) => (position === removed ? null : {})),
      ],
    ),
    [
      'an entry was removed and those after it moved up',
      edited(({ position }) => (position === 5 ? null : position === 6 ? { position: 5 } : {})),
    ],
    ['two entries changed places', edited(({ position }) => (position <= 2 ? { position: 3 - position } : {}))],
    ['the whole history of a bundle was removed', edited(() => null)],
    [
      'the last entries of a deletion were removed',
      edited(({ position }) => (position > 4 ? null : {}), deleted.id),
      deleted.id,
    ],
    ['a name that no reader of the history would see', text('"old":null', '"olx":null')],
    ['a field that no reader would see', text('"new_seal"', '"x":1,"new_seal"')],
    ['a blank that no reader would see', text('[{', '[ {')],
  ])

  test('any changed character in any text of any entry', async () => {
    const rows = await app.owner<Record<string, any>[]>`
      select id, old, new, source, hash, kind, transaction_bundle_id from bundle_history where group_id = ${space}`
    const flip = fc.record({
      row: fc.constantFrom(...rows),
      column: fc.constantFrom('old', 'new', 'source', 'hash'),
      at: fc.nat(),
      letter: fc.constantFrom('a', '0', ' ', 'é', '}'),
    })
    await fc.assert(
      fc.asyncProperty(flip, async ({ row, column, at, letter }) => {
        const text: string | null = row[column]
        const place = at % (text?.length ?? 1)
        fc.pre(text === null || text[place] !== letter)
        const changed = text === null ? letter : text.slice(0, place) + letter + text.slice(place + 1)
        const id = row['transaction_bundle_id']
        const findings = await findingsAfterEdit(entry => (entry.id === row['id'] ? { [column]: changed } : {}), id)
        assertFoundInBundle(findings, id)
      }),
      { seed: 4, numRuns: runs(150) },
    )
  })
})

/** A document with another value in one field of the first item of a list. */
async function editDocument(sql: Sql, table: ItemTable, field: string) {
  const [[stored], contacts] = await Promise.all([
    loadBundles(sql, space, [bundle.id]),
    contactsIn(sql, space, [bundle.id]),
  ])
  const { document, deleted: _, ...rows } = stored!
  const [first, ...others] = rows[table] as object[]
  const edited = { ...rows, [table]: [{ ...first, [field]: otherValue((first as any)[field]) }, ...others] }
  const people = new Map([...contacts, [other, contacts.values().next().value!]])
  const changed = documentOf(edited, people)
  assert.notEqual(changed, document)
  await sql`update transaction_bundles set document = ${changed} where group_id = ${space} and id = ${bundle.id}`
}

function otherValue(value: unknown) {
  if (typeof value === 'number') return value === 1000 || value === other ? value + 1 : other
  if (typeof value === 'boolean') return !value
  if (value instanceof RawJson) return new RawJson('{"x":1}')
  return value === null ? 1 : `${value}.`
}

describe('verification finds changes that bypass the history:', () => {
  const money = ['amount = amount + 1', "currency = 'USD'", `contact_id = ${other}`]
  const parts = ['reimbursed_amount = reimbursed_amount + 1', 'unpaid_amount = 1', 'status_id = null']
  const received = ['received_amount = received_amount - 1', 'received_at = null']
  const columns: Record<string, string[]> = {
    transaction: [
      ...money,
      "payment_method_kind = 'cash'",
      moved('date', '1 millisecond'),
      "code_campaign = 'x'",
      ...parts,
    ],
    membership: [...money, moved('date', '-1 day'), 'end_date = null', ...received],
    donation: [...money, moved('date', '-1 day'), ...received],
  }
  const heads = [
    moved('created_at', '-1 day'),
    'created_by = created_by + 1',
    "document = replace(document, '1000', '1001')",
  ]
  const ofBundle = ["document = document || ' '", moved('updated_at', '1 day'), 'deleted_at = now()']
  const ofDeleted = [
    moved('deleted_at', '1 millisecond'),
    moved('updated_at', '1 millisecond'),
    'document = replace(document, \'"UpdatedAt":"20\', \'"UpdatedAt":"19\')',
    'deleted_at = null',
  ]

  found([
    ...itemTables.flatMap(table =>
      ['CreatedAt', 'UpdatedAt', ...Object.keys(itemFields[table])].map(
        (field): Tampering => [`the document: ${field} of ${table}`, sql => editDocument(sql, table, field)],
      ),
    ),
    ...Object.entries(columns).flatMap(([kind, changes]): Tampering[] => {
      const itemsOf = (id: number) => `bundle_id = ${id} and kind = '${kind}'`
      return [
        ...changes.map(
          (change): Tampering => [
            `a ${kind}: ${change.replace(String(other), 'another')}`,
            update('items', change, itemsOf(bundle.id)),
          ],
        ),
        [`a ${kind} was removed`, statement(`delete from items where ${of} and ${itemsOf(bundle.id)}`)],
        [`a ${kind} of a deleted bundle`, update('items', 'amount = amount + 1', itemsOf(deleted.id)), deleted.id],
      ]
    }),
    [
      'an item that no history knows',
      statement(`
        insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency)
        select group_id, bundle_id, kind, nextval('donations_id_seq'), contact_id, date, amount, currency
        from items where ${of} and kind = 'donation' and bundle_id = ${bundle.id}`),
    ],
    ...[...heads, ...ofBundle].map(
      (change): Tampering => [`the bundle: ${change}`, update('transaction_bundles', change, `id = ${bundle.id}`)],
    ),
    ...[...heads, ...ofDeleted].map(
      (change): Tampering => [
        `a deleted bundle: ${change}`,
        update('transaction_bundles', change, `id = ${deleted.id}`),
        deleted.id,
      ],
    ),
  ])

  const unresolved = {
    transaction: ['contact_id', 'status_id'],
    membership: ['contact_id', 'membership_price_id'],
    donation: ['contact_id', 'donation_price_id'],
  }
  for (const [kind, columns] of Object.entries(unresolved))
    for (const column of columns)
      test(`a ${kind} whose ${column} does not exist`, async () => {
        const findings = await findingsAfter(async sql => {
          // Citus then reads other tables in the same transaction.
          await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`
          await sql`alter table items drop constraint items_contact`
          await update('items', `${column} = -1`, `bundle_id = ${bundle.id} and kind = '${kind}'`)(sql)
        })
        assertFoundInBundle(findings)
        assert.ok(findings.some(({ what }) => what.startsWith(kind) && what.includes('refers to')))
      })

  test('items whose bundle does not exist', async () => {
    const findings = await findingsAfter(update('items', 'bundle_id = 9000000', `bundle_id = ${bundle.id}`))
    const what = 'has items and is missing'
    assert.ok(findings.some(finding => finding.transaction_bundle_id === 9000000 && finding.what === what))
  })
})

describe('verification finds a wrong', () => {
  // Until their events are ordered, payments are not in the sums.
  before(() =>
    eventually(async () => {
      const [row] = await app.owner`
        select count(*) as waiting from events where group_id = ${space} and position is null`
      return row?.['waiting'] === 0
    }),
  )
  const foundInSpace = async (text: string, words: RegExp) =>
    books.assertFoundInSpace(await findingsAfter(statement(text)), words)

  test('total of the list, or sum of a day', async () => {
    await foundInSpace(`update counters set delta = delta + 1 where ${of}`, /in total/)
    for (const sum of 'transactions amount reimbursed unpaid net donations memberships'.split(' '))
      await foundInSpace(`update sums set ${sum} = ${sum} + 1 where ${of}`, /^the sums of /)
  })

  test('deposit batch: less than at closing, a deleted payment, or another currency', async () => {
    const ask = app.as(treasurer)
    const { body } = await ask.post('/v1/transaction_batches', { expected_count: 1, expected_amount: 1000 })
    const batch = body.data.id
    const [first] = bundle.transactions
    await ask.post(`/v1/transaction_batches/${batch}/transactions`, { transaction_ids: [first.id] })
    assert.equal((await ask.post(`/v1/transaction_batches/${batch}/close`)).status, 200)
    assert.deepEqual(await verificationFindings(app, space), [])
    const held = `${of} and batch_id = ${batch}`
    const words = /was closed with 1 payments of 1000 and contains 0 of 0/
    await foundInSpace(`delete from batched_transactions where ${held}`, words)
    const another = `bundle_id = ${deleted.id}, transaction_id = ${deleted.transactions[0].id}`
    await foundInSpace(`update batched_transactions set ${another} where ${held}`, /contains a deleted payment/)
    const exchanged = `update transaction_batches set currency = 'CHF' where ${of} and id = ${batch}`
    await foundInSpace(exchanged, /in another currency/)
  })
})

test('payments older than an added field have its default, and verification finds only real changes', async t => {
  const tables = ['transactions', 'memberships', 'donations'] as const
  // Other tests of this process read the same table of fields. The documents get the field in a transaction that is rolled back.
  t.after(() => {
    for (const table of tables) delete (itemFields[table] as Record<string, unknown>)['added_later']
  })
  for (const table of tables) Object.assign(itemFields[table], { added_later: { schema: Line, default: '' } })
  const findings = await findingsAfter(async sql => {
    // The function rewrites the documents of all spaces: those of other tests would take long.
    await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`
    await sql`lock table transaction_bundles in access exclusive mode`
    await sql`delete from transaction_bundles where group_id <> ${space}`
    for (const table of tables) await sql`select add_item_field(${table}, 'added_later', '""')`
    const [row] = await sql`select document from transaction_bundles where group_id = ${space} and id = ${bundle.id}`
    assert.equal(row?.['document'].split('"added_later":""').length, 5)
    for await (const page of verifyPayments(work => work(sql), space)) assert.deepEqual(page.findings, [])
    const [from, to] = ['"rolling_year":false,"added_later":""', '"rolling_year":false,"added_later":"x"']
    await update('transaction_bundles', `document = replace(document, '${from}', '${to}')`, `id = ${bundle.id}`)(sql)
  })
  assert.ok(findings.some(({ what }) => /^membership \d+ differs from its history$/.test(what)))
  assertFoundInBundle(findings)
})

test('afterwards the payments are as they were', async () => {
  assert.deepEqual(await verificationFindings(app, space), [])
})
