import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../server/test/harness.ts'
import { aTreasurer, changeTransactionSettings, verificationFindings } from '../../server/test/money.ts'
import { civicrm_csv, importLabelIn, paymentImports } from '../../server/test/payment_imports.ts'

// An import can be undone, except for payments changed since.

const app = await startTestApp()
const { muster, refused, aFile, bundlesOf, aSpaceToImport } = paymentImports(app)

describe('undoing', () => {
  test('deletes the payments, keeps those changed since and lists them', async () => {
    const { treasurer, ann } = await aSpaceToImport()
    const kept = aFile('id,date,amount,mail\n1,2026-01-01,5,ann@example.org\n')
    await muster(treasurer, 'payments', kept, '--from', 'generic')
    const label = importLabelIn(await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm'))
    const changed = (await bundlesOf(treasurer)).find(({ transactions: [t] }) => t.external_transaction_id === 102)
    await app.as(treasurer).patch(`/v1/transaction_bundles/${changed.id}`, {
      transactions: [{ id: changed.transactions[0].id, comment: 'Seen' }],
    })
    const renamed = { surname: 'Married' }
    await app.as(treasurer).send('PATCH', `/contacts/${ann}`, {
      body: JSON.stringify({ data: { contact: renamed } }),
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    const said = await muster(treasurer, 'undo', label)
    assert.match(said, /5 of 6 payments undone\.\nKept:\n {2}bundle \d+ \(102\): changed since the import$/)
    assert.deepEqual(
      (await bundlesOf(treasurer)).map(({ transactions: [t] }) => t.external_transaction_id),
      [1, 102],
    )
    assert.match(
      await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm'),
      /^Imported: 5 new, 1 already imported/,
    )
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('keeps payments in a closed period or a closed batch', async () => {
    const { treasurer } = await aSpaceToImport()
    const rows = [1, 2, 3].map(id => `${id},202${id + 4}-05-05,5,ann@example.org\n`)
    const label = importLabelIn(
      await muster(treasurer, 'payments', aFile(`id,date,amount,mail\n${rows.join('')}`), '--from', 'generic'),
    )
    const [, { transactions }] = await bundlesOf(treasurer)
    const ask = app.as(treasurer)
    const { id } = (await ask.post('/v1/transaction_batches', { expected_count: 1, expected_amount: 500 })).body.data
    await ask.post(`/v1/transaction_batches/${id}/transactions`, { transaction_ids: [transactions[0].id] })
    assert.equal((await ask.post(`/v1/transaction_batches/${id}/close`)).status, 200)
    const years = { start: '2026-01-01', end: '2027-12-31T23:59:59.999Z', open: true }
    await changeTransactionSettings(app, treasurer, { open_periods: { years } })
    const said = await muster(treasurer, 'undo', label)
    assert.match(said, /1 of 3 payments undone/)
    assert.match(said, /bundle \d+ \(1\): .*period is closed/)
    assert.match(said, /bundle \d+ \(2\): This payment is in batch .* closed/)
  })

  test('keeps a copy that a user made of an imported payment', async () => {
    const { treasurer, ann } = await aSpaceToImport()
    const file = aFile('id,date,amount,mail\n1,2026-05-05,5,ann@example.org\n')
    const label = importLabelIn(await muster(treasurer, 'payments', file, '--from', 'generic'))
    const [{ transactions }] = await bundlesOf(treasurer)
    const copy = { contact_id: ann, amount: 500, extra_json: transactions[0].extra_json }
    assert.equal((await app.as(treasurer).post('/v1/transaction_bundles', { transactions: [copy] })).status, 200)
    assert.match(await muster(treasurer, 'undo', label), /1 of 2 payments undone[\s\S]*not created by this import/)
    assert.equal((await bundlesOf(treasurer)).length, 1)
  })

  test('of an unknown import, or of one of another space, is refused', async () => {
    const { treasurer } = await aSpaceToImport()
    const stranger = await aTreasurer(app)
    const label = importLabelIn(await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm'))
    assert.match((await refused(stranger, 'undo', label)).message, /This space has no payment of payments-\w+/)
    assert.equal((await bundlesOf(treasurer)).length, 6)
  })
})
