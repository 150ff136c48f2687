import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Sql } from '../../db/sql.ts'
import { RawJson } from '../../json.ts'
import { startTestApp } from '../../test/harness.ts'
import { aTreasurer, verificationFindings } from '../../test/money.ts'
import { runs } from '../../test/runs.ts'
import { tamperedBooks } from '../../test/tampered_books.ts'
import { documentOf } from '../core/document.ts'
import { type ItemTable, itemFields, itemTables } from '../core/item_fields.ts'
import { contactsIn, loadBundles } from '../core/rows.ts'

const app = await startTestApp()
const { treasurer, other, bundle, deleted, findingsAfter, findingsAfterUpdate, assertFoundInBundle } =
  await tamperedBooks(app)

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
        const findings = await findingsAfter(
          sql => sql`update bundle_history set ${sql({ [column]: changed })} where id = ${row.id}`,
        )
        assertFoundInBundle(findings, row.transaction_bundle_id)
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
            update bundle_changes set entries = replace(entries::text, ${from!}, ${to!})::json where bundle_id = ${bundle.id} and position = 4`,
        ),
      )
  })

  const changes = [
    "created_at = created_at + interval '1 millisecond'",
    'target_id = target_id + 1',
    'user_id = user_id + 1',
    "kind = 'donation'",
    'old = new',
    'new = null',
    'position = 99',
  ]
  for (const change of changes) {
    test(`an entry with ${change}`, async () => {
      assertFoundInBundle(
        await findingsAfterUpdate('bundle_history', change, `transaction_bundle_id = ${bundle.id} and position = 2`),
      )
    })
  }

  for (const position of [1, 3, 4, 5, 6]) {
    test(`entry ${position} of 6 was removed`, async () => {
      const statement = `delete from bundle_history where transaction_bundle_id = ${bundle.id} and position = ${position}`
      assertFoundInBundle(await findingsAfter(sql => sql.unsafe(statement)))
    })
  }

  test('an entry was removed and those after it moved up', async () => {
    const findings = await findingsAfter(async sql => {
      await sql`delete from bundle_history where transaction_bundle_id = ${bundle.id} and position = 5`
      await sql`update bundle_history set position = 5 where transaction_bundle_id = ${bundle.id} and position = 6`
    })
    assertFoundInBundle(findings)
  })

  test('two entries changed places', async () => {
    const findings = await findingsAfter(async sql => {
      for (const [from, to] of [
        [2, 99],
        [1, 2],
        [99, 1],
      ] as const)
        await sql`update bundle_history set position = ${to} where transaction_bundle_id = ${bundle.id} and position = ${from}`
    })
    assertFoundInBundle(findings)
  })

  test('the whole history of a bundle was removed', async () => {
    assertFoundInBundle(
      await findingsAfter(sql => sql`delete from bundle_history where transaction_bundle_id = ${bundle.id}`),
    )
  })

  test('the last entries of a deletion were removed', async () => {
    const cut = (sql: Sql) =>
      sql`delete from bundle_history where transaction_bundle_id = ${deleted.id} and position > 4`
    assertFoundInBundle(await findingsAfter(cut), deleted.id)
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
  await sql`update transaction_bundles set document = ${changed} where id = ${bundle.id}`
}

function otherValue(value: unknown) {
  if (typeof value === 'number') return value === 1000 ? 1001 : other
  if (typeof value === 'boolean') return !value
  if (value instanceof RawJson) return new RawJson('{"x":1}')
  return value === null ? 1 : `${value}.`
}

describe('verification finds changes that bypass the history', () => {
  const money = ['amount = amount + 1', "currency = 'USD'", `contact_id = ${other}`]
  const columns: Record<ItemTable, string[]> = {
    transactions: [
      ...money,
      "payment_method_kind = 'cash'",
      "date = date + interval '1 millisecond'",
      "code_campaign = 'x'",
      'reimbursed_amount = reimbursed_amount + 1',
      'unpaid_amount = 1',
      'status_id = null',
    ],
    memberships: [...money, "start_date = start_date - interval '1 day'", 'end_date = null'],
    donations: [...money, "date = date - interval '1 day'"],
  }
  for (const table of itemTables)
    for (const field of ['CreatedAt', 'UpdatedAt', ...Object.keys(itemFields[table])])
      test(`the document: ${field} of ${table}`, async () =>
        assertFoundInBundle(await findingsAfter(sql => editDocument(sql, table, field))))

  for (const [table, changes] of Object.entries(columns)) {
    for (const change of changes)
      test(`${table}: ${change.replace(String(other), 'another')}`, async () =>
        assertFoundInBundle(await findingsAfterUpdate(table, change)))

    test(`${table}: one was removed`, async () => {
      assertFoundInBundle(
        await findingsAfter(sql => sql.unsafe(`delete from ${table} where transaction_bundle_id = ${bundle.id}`)),
      )
    })

    test(`${table}: the amount of one in a deleted bundle`, async () => {
      assertFoundInBundle(
        await findingsAfterUpdate(table, 'amount = amount + 1', `transaction_bundle_id = ${deleted.id}`),
        deleted.id,
      )
    })
  }

  test('an item that no history knows', async () => {
    const findings = await findingsAfter(
      sql => sql`
        insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency)
        select group_id, bundle_id, kind, nextval('donations_id_seq'), contact_id, date, amount, currency
        from items where kind = 'donation' and bundle_id = ${bundle.id}`,
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
          await sql`alter table items drop constraint items_contact`
          await sql.unsafe(`update items set ${column} = -1 where ${where}`)
        })
        assertFoundInBundle(findings)
        assert.ok(findings.some(({ what }) => what.startsWith(kind) && what.includes('refers to')))
      })

  test('items whose bundle does not exist', async () => {
    const findings = await findingsAfter(
      sql => sql`update items set bundle_id = 9000000 where bundle_id = ${bundle.id}`,
    )
    const what = 'has items and is missing'
    assert.ok(findings.some(finding => finding.transaction_bundle_id === 9000000 && finding.what === what))
  })

  const heads = [
    "document = replace(document, '1000', '1001')",
    "document = document || ' '",
    "created_at = created_at - interval '1 day'",
    "updated_at = updated_at + interval '1 day'",
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
    "deleted_at = deleted_at + interval '1 millisecond'",
    "updated_at = updated_at + interval '1 millisecond'",
    "document = replace(document, '1000', '1001')",
    'document = replace(document, \'"UpdatedAt":"20\', \'"UpdatedAt":"19\')',
    "created_at = created_at - interval '1 day'",
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
