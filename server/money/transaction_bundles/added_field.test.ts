import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Line } from '../../fields.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, verificationFindings } from '../../test/money.ts'
import { itemFields } from '../core/item_fields.ts'

const tables = ['transactions', 'memberships', 'donations'] as const
const app = await startTestApp({ own: true })

test('payments older than an added field have its default, and verification finds only real changes', async t => {
  // Other tests of this process read the same table of fields.
  t.after(() => {
    for (const table of tables) delete (itemFields[table] as Record<string, unknown>)['added_later']
  })
  const treasurer = await aTreasurer(app)
  const contact_id = await aContactId(app, treasurer)
  const item = { contact_id, amount: 100, comment: ',"contact": {"quoted"}' }
  const { id } = await aBundle(app, treasurer, { transactions: [item], memberships: [item], donations: [item] })
  for (const table of tables) {
    Object.assign(itemFields[table], { added_later: { schema: Line, default: '' } })
    await app.owner`select add_item_field(${table}, 'added_later', '""')`
  }
  const [row] = await app.owner`select document from transaction_bundles where id = ${id}`
  assert.equal(row?.['document'].split('"added_later":""').length, 4)
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  await app.owner`
    update transaction_bundles
    set document = replace(document, '"rolling_year":false,"added_later":""', '"rolling_year":false,"added_later":"x"') where id = ${id}`
  const findings = (await verificationFindings(app, treasurer.space)).map(({ what }) => what)
  assert.ok(findings.some(what => /^membership \d+ differs from its history$/.test(what)))
})
