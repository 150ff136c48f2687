import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Sql } from '../../db/sql.ts'
import { RawJson } from '../../json.ts'
import { startTestApp } from '../../test/harness.ts'
import { aTreasurer, verificationFindings } from '../../test/money.ts'
import { runs } from '../../test/runs.ts'
import { moved, tamperedBooks } from '../../test/tampered_books.ts'
import { documentOf } from '../core/document.ts'
import type { HistoryRow } from '../core/history.ts'
import { type ItemTable, itemFields, itemTables } from '../core/item_fields.ts'
import { contactsIn, loadBundles } from '../core/rows.ts'

const app = await startTestApp()
const books = await tamperedBooks(app)
const { treasurer, other, bundle, deleted, assertFoundInBundle } = books
const { findingsAfter, findingsAfterEdit, findingsAfterUpdate } = books

test('unmodified payments have no findings', async () => {
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('a space without bundles has no findings, and each space is checked alone', async () => {
  const other_space_user = await aTreasurer(app)
  assert.deepEqual(await verificationFindings(app, other_space_user.space), [])
})

describe('verification finds tampering with the history', () => {
  test('any changed character in any text of any entry', async () => {
    const rows = [
      ...(await app.owner<Record<string, any>[]>`
        select id, old, new, source, hash, kind, transaction_bundle_id from bundle_history where group_id = ${treasurer.space}`),
    ]
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
        const findings = await findingsAfterEdit(
          ({ id }) => (id === row['id'] ? { [column]: changed } : {}),
          row['transaction_bundle_id'],
        )
        assertFoundInBundle(findings, row['transaction_bundle_id'])
      }),
      { seed: 4, numRuns: runs(150) },
    )
  })

  test('a changed character that no reader of the history would see', async () => {
    for (const [from, to] of [
      ['"old":null', '"olx":null'],
      ['"new_seal"', '"x":1,"new_seal"'],
      ['[{', '[ {'],
    ])
      assertFoundInBundle(
        await findingsAfter(
          sql => sql`
            update bundle_changes set entries = replace(entries::text, ${from!}, ${to!})::json
            where group_id = ${treasurer.space} and bundle_id = ${bundle.id} and position = 4`,
        ),
      )
  })

  const changes: Record<string, (entry: HistoryRow) => Partial<HistoryRow>> = {
    'a time one millisecond later': ({ created_at }) => ({
      created_at: new Date(Date.parse(created_at) + 1).toISOString(),
    }),
    'another item': ({ target_id }) => ({ target_id: target_id + 1 }),
    'another user': ({ user_id }) => ({ user_id: user_id + 1 }),
    'another kind': () => ({ kind: 'donation' }),
    'the new state as the old one': entry => ({ old: entry.new }),
    'no new state': () => ({ new: null }),
    'another position': () => ({ position: 99 }),
  }
  for (const [change, edit] of Object.entries(changes)) {
    test(`an entry with ${change}`, async () => {
      assertFoundInBundle(await findingsAfterEdit(entry => (entry.position === 2 ? edit(entry) : {})))
    })
  }

  for (const removed of [1, 3, 4, 5, 6]) {
    test(`entry ${removed} of 6 was removed`, async () => {
      assertFoundInBundle(await findingsAfterEdit(({ position }) => (position === removed ? null : {})))
    })
  }

  test('an entry was removed and those after it moved up', async () => {
    assertFoundInBundle(
      await findingsAfterEdit(({ position }) => (position === 5 ? null : position === 6 ? { position: 5 } : {})),
    )
  })

  test('two entries changed places', async () => {
    assertFoundInBundle(await findingsAfterEdit(({ position }) => (position <= 2 ? { position: 3 - position } : {})))
  })

  test('the whole history of a bundle was removed', async () => {
    assertFoundInBundle(await findingsAfterEdit(() => null))
  })

  test('the last entries of a deletion were removed', async () => {
    assertFoundInBundle(await findingsAfterEdit(({ position }) => (position > 4 ? null : {}), deleted.id), deleted.id)
  })
})

/** A document with another value in one field of the first item of a list. */
async function editDocument(sql: Sql, table: ItemTable, field: string) {
  const [[stored], contacts] = await Promise.all([
    loadBundles(sql, treasurer.space, [bundle.id]),
    contactsIn(sql, treasurer.space, [bundle.id]),
  ])
  const { document, deleted: _, ...rows } = stored!
  const [first, ...others] = rows[table] as object[]
  const edited = { ...rows, [table]: [{ ...first, [field]: otherValue((first as any)[field]) }, ...others] }
  const people = new Map([...contacts, [other, contacts.values().next().value!]])
  const changed = documentOf(edited, people)
  assert.notEqual(changed, document)
  await sql`update transaction_bundles set document = ${changed} where group_id = ${treasurer.space} and id = ${bundle.id}`
}

function otherValue(value: unknown) {
  if (typeof value === 'number') return value === 1000 || value === other ? value + 1 : other
  if (typeof value === 'boolean') return !value
  if (value instanceof RawJson) return new RawJson('{"x":1}')
  return value === null ? 1 : `${value}.`
}

describe('verification finds changes that bypass the history', () => {
  const money = ['amount = amount + 1', "currency = 'USD'", `contact_id = ${other}`]
  const columns: Record<string, string[]> = {
    transaction: [
      ...money,
      "payment_method_kind = 'cash'",
      moved('date', '1 millisecond'),
      "code_campaign = 'x'",
      'reimbursed_amount = reimbursed_amount + 1',
      'unpaid_amount = 1',
      'status_id = null',
    ],
    membership: [...money, moved('date', '-1 day'), 'end_date = null'],
    donation: [...money, moved('date', '-1 day')],
  }
  for (const table of itemTables)
    for (const field of ['CreatedAt', 'UpdatedAt', ...Object.keys(itemFields[table])])
      test(`the document: ${field} of ${table}`, async () =>
        assertFoundInBundle(await findingsAfter(sql => editDocument(sql, table, field))))

  for (const [kind, changes] of Object.entries(columns)) {
    const itemsOf = (id: number) => `bundle_id = ${id} and kind = '${kind}'`
    for (const change of changes)
      test(`a ${kind}: ${change.replace(String(other), 'another')}`, async () =>
        assertFoundInBundle(await findingsAfterUpdate('items', change, itemsOf(bundle.id))))

    test(`a ${kind} was removed`, async () => {
      const statement = `delete from items where group_id = ${treasurer.space} and ${itemsOf(bundle.id)}`
      assertFoundInBundle(await findingsAfter(sql => sql.unsafe(statement)))
    })

    test(`a ${kind}: the amount of one in a deleted bundle`, async () => {
      assertFoundInBundle(await findingsAfterUpdate('items', 'amount = amount + 1', itemsOf(deleted.id)), deleted.id)
    })
  }

  test('an item that no history knows', async () => {
    const findings = await findingsAfter(
      sql => sql`
        insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency)
        select group_id, bundle_id, kind, nextval('donations_id_seq'), contact_id, date, amount, currency
        from items where group_id = ${treasurer.space} and kind = 'donation' and bundle_id = ${bundle.id}`,
    )
    assertFoundInBundle(findings)
  })

  const unresolved = {
    transaction: ['contact_id', 'status_id'],
    membership: ['contact_id', 'membership_price_id'],
    donation: ['contact_id', 'donation_price_id'],
  }
  for (const [kind, columns] of Object.entries(unresolved))
    for (const column of columns)
      test(`a ${kind} whose ${column} does not exist`, async () => {
        const where = `bundle_id = ${bundle.id} and kind = '${kind}'`
        const findings = await findingsAfter(async sql => {
          // Citus then reads other tables in the same transaction.
          await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`
          await sql`alter table items drop constraint items_contact`
          await sql.unsafe(`update items set ${column} = -1 where group_id = ${treasurer.space} and ${where}`)
        })
        assertFoundInBundle(findings)
        assert.ok(findings.some(({ what }) => what.startsWith(kind) && what.includes('refers to')))
      })

  test('items whose bundle does not exist', async () => {
    const findings = await findingsAfter(
      sql => sql`update items set bundle_id = 9000000 where group_id = ${treasurer.space} and bundle_id = ${bundle.id}`,
    )
    const what = 'has items and is missing'
    assert.ok(findings.some(finding => finding.transaction_bundle_id === 9000000 && finding.what === what))
  })

  const heads = [
    "document = replace(document, '1000', '1001')",
    "document = document || ' '",
    moved('created_at', '-1 day'),
    moved('updated_at', '1 day'),
    'deleted_at = now()',
    'created_by = created_by + 1',
  ]
  for (const change of heads) {
    test(`the bundle itself: ${change}`, async () =>
      assertFoundInBundle(await findingsAfterUpdate('transaction_bundles', change, `id = ${bundle.id}`)))
  }

  test('a deleted bundle that was restored', async () => {
    assertFoundInBundle(
      await findingsAfterUpdate('transaction_bundles', 'deleted_at = null', `id = ${deleted.id}`),
      deleted.id,
    )
  })

  const gone = [
    moved('deleted_at', '1 millisecond'),
    moved('updated_at', '1 millisecond'),
    "document = replace(document, '1000', '1001')",
    'document = replace(document, \'"UpdatedAt":"20\', \'"UpdatedAt":"19\')',
    moved('created_at', '-1 day'),
    'created_by = created_by + 1',
  ]
  for (const change of gone) {
    test(`a deleted bundle: ${change}`, async () =>
      assertFoundInBundle(await findingsAfterUpdate('transaction_bundles', change, `id = ${deleted.id}`), deleted.id))
  }

  test('afterwards the payments are as they were', async () => {
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})
