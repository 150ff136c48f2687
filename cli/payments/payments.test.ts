import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../server/test/harness.ts'
import {
  aTreasurer,
  changeTransactionSettings,
  rowCounts,
  statusOf,
  verificationFindings,
} from '../../server/test/money.ts'
import { civicrm_csv, importLabelIn, paymentImports } from '../../server/test/payment_imports.ts'
import { aUser, type Person } from '../../server/test/people.ts'

// Imports payments from other programs, exactly and once, and undoes imports.

const app = await startTestApp()
const { muster, refused, aFile, bundlesOf, aSpaceToImport } = paymentImports(app)
/** What an import of this file, or of this text in the format of any program, says. */
const imports = (who: Person, text: string | Buffer, ...wish: string[]) =>
  muster(who, 'payments', aFile(text), '--from', text === civicrm_csv ? 'civicrm' : 'generic', ...wish)
const refusal = async (who: Person, text: string, ...wish: string[]) =>
  (await refused(who, 'payments', aFile(text), '--from', 'generic', ...wish)).message

describe('payments of another program', () => {
  test('become bundles with payer, purpose, means, date and status', async () => {
    const { treasurer, ann, ben, price } = await aSpaceToImport()
    const said = await imports(treasurer, civicrm_csv)
    assert.match(said, /^Imported: 6 new, 0 already imported, 0 refused, 1 to look at\./)
    assert.match(said, /row 3: Membership \d+ has the amount 24\.00 EUR, and its price is 30\.00 EUR/)
    const [gift, dues, pending, back, failed, cancelled] = await bundlesOf(treasurer)
    const [paid] = gift.transactions
    assert.deepEqual(
      [paid.contact_id, paid.amount, paid.currency, paid.date, paid.payment_method_kind, paid.external_transaction_id],
      [ann, 123450, 'EUR', '2026-01-31T23:10:00.000Z', 'cheque', 101],
    )
    assert.deepEqual(paid.extra_json, { imported: { source: 'civicrm', id: '101', import: importLabelIn(said) } })
    assert.equal(gift.donations.length, 1)
    assert.partialDeepStrictEqual(gift.donations[0], { amount: 123450, contact_id: ann })
    const until = '2026-12-31T23:59:59.999Z'
    const member = { membership_price_id: price, contact_id: ben, amount: 2400, end_date: until }
    assert.partialDeepStrictEqual(dues.memberships[0], member)
    assert.deepEqual(
      [pending.transactions[0].contact_id, pending.transactions[0].currency, pending.donations[0].currency],
      [ben, 'USD', 'USD'],
    )
    const { space } = treasurer
    const became = [gift, pending, back, failed, cancelled].map(
      ({ transactions: [t] }) => `${t.status_id} -${t.reimbursed_amount} -${t.unpaid_amount}`,
    )
    const expected = ['valid -0 -0', 'pending -0 -0', 'reimbursed -1000 -0', 'unpaid -0 -1100', 'cancel -0 -0']
    for (const [index, [kind = '', ...rest]] of expected.map(text => text.split(' ')).entries())
      assert.equal(became[index], [await statusOf(app, space, kind), ...rest].join(' '))
    for (const bundle of [back, failed, cancelled]) assert.deepEqual([bundle.memberships, bundle.donations], [[], []])
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('are previewed: their number, and sums by month and currency', async () => {
    const { treasurer } = await aSpaceToImport()
    const before = await rowCounts(app)
    const said = await imports(treasurer, civicrm_csv, '--dry-run')
    assert.match(said, /^Columns:\n {2}Contribution ID → id\n {2}Contact ID → payer\n/)
    assert.match(said, /Preview: 6 new, 0 already imported, 0 refused\./)
    assert.match(said, /2026-01 +EUR +1 +1234\.50 +1234\.50/)
    assert.match(said, /2026-02 +EUR +4 +57\.00 +24\.00/)
    assert.match(said, /2026-02 +USD +1 +30\.00 +0\.00/)
    assert.match(said, /total +EUR +5 +1291\.50 +1258\.50/)
    assert.match(said, /Nothing was imported\.$/)
    assert.deepEqual(await rowCounts(app), before)
    await imports(treasurer, civicrm_csv)
    const statistics = await app.as(treasurer).get('/v1/statistics/money?from=2026-01-01&to=2026-12-31')
    assert.match(statistics.text, /125850/)
  })

  test('are created once: imported again, by another user, from another file, or without the mark of the import', async () => {
    const { treasurer } = await aSpaceToImport()
    const colleague = await aUser(app, treasurer.space, { role: 'admin' })
    await imports(treasurer, civicrm_csv)
    const again = await imports(treasurer, civicrm_csv)
    assert.match(again, /^Imported: 0 new, 6 already imported, 0 refused\./)
    assert.match(again, /Already imported, by month:\n.*\n.*1234\.50/)
    const more = aFile(`${civicrm_csv}107,7,,5,EUR,2026-03-01,Donation,,Cash,Completed\n`)
    assert.match(await muster(colleague, 'payments', more, '--from', 'civicrm'), /^Imported: 1 new, 6 already imported/)
    const bundles = await bundlesOf(treasurer)
    assert.equal(bundles.length, 7)
    for (const { id, transactions } of bundles)
      await app
        .as(treasurer)
        .patch(`/v1/transaction_bundles/${id}`, { transactions: [{ id: transactions[0].id, extra_json: {} }] })
    assert.match(await imports(treasurer, civicrm_csv), /^Imported: 0 new, 6 already imported/)
  })

  test('of two programs with the same IDs are two payments with different --source', async () => {
    const { treasurer } = await aSpaceToImport()
    const text = 'id,date,amount,mail\n1,2026-01-01,5,ann@example.org\n'
    await imports(treasurer, text, '--source', 'paypal')
    assert.match(await imports(treasurer, text, '--source', 'bank'), /Imported: 1 new/)
    const other = await refusal(treasurer, text.replace(',5,', ',6,'), '--source', 'bank')
    assert.match(other, /It exists as bundle \d+ with 5\.00 EUR, in the file with 6\.00 EUR/)
    const label = importLabelIn(await imports(treasurer, text, '--source', 'paypal'))
    assert.match(await muster(treasurer, 'undo', label), /1 of 1 payments undone/)
    const [{ transactions }, another] = await bundlesOf(treasurer)
    assert.deepEqual([transactions[0].extra_json.imported.source, another], ['bank', undefined])
  })

  test('of a program that reuses its IDs each year are not mistaken for those of the year before', async () => {
    const { treasurer } = await aSpaceToImport()
    const text = (day: string, mail: string) => `id,date,amount,mail\n1,${day},24,${mail}\n`
    await imports(treasurer, text('2025-03-01', 'ann@example.org'))
    const [year, payer] = [text('2026-03-01', 'ann@example.org'), text('2025-03-01', 'ben@example.org')]
    assert.match(await refusal(treasurer, year), /of 2025-03-01, in the file of 2026-03-01/)
    assert.match(await refusal(treasurer, payer), /paid by contact \d+, in the file by \d+/)
    assert.equal((await bundlesOf(treasurer)).length, 1)
  })

  test('are read from NationBuilder with the month first, and from other programs by the options', async () => {
    const { treasurer, ann } = await aSpaceToImport()
    const nation =
      "nationbuilder_id,signup_nationbuilder_id,amount,succeeded_at,payment_type_name\n8,7,'$25.00,03/04/2026 1:05 PM,Check\n"
    const inDollars = ['--from', 'nationbuilder', '--currency', 'usd']
    await muster(treasurer, 'payments', aFile(nation), ...inDollars)
    const action =
      'Stripe Transaction ID,uuid,Email,Amount,Currency,Status,Timestamp (EST)\nab-1,,ann@example.org,10.5,usd,success,2026-03-04 10:00:00\n'
    await muster(treasurer, 'payments', aFile(action), '--from', 'actionnetwork')
    const own = 'Beleg;Wer;Betrag;Tag;Art;Weg\nA 1;7;1.234,50 €;04.03.2026;Mitglied;Bar\n'
    const map = 'id=Beleg,payer=Wer,amount=Betrag,date=Tag,kind=Art,method=Weg'
    const words = 'Mitglied=membership,Bar=cash'
    const wish = ['--from', 'generic', '--map', map, '--values', words, '--membership', 'yearly']
    await muster(treasurer, 'payments', aFile(own), ...wish)
    const seen = (await bundlesOf(treasurer)).map(({ transactions: [t], memberships }) =>
      [t.contact_id === ann, t.amount, t.currency, t.date, t.payment_method_kind, memberships.length].join(' '),
    )
    assert.deepEqual(seen, [
      'true 2500 USD 2026-03-04T13:05:00.000Z cheque 0',
      'true 1050 USD 2026-03-04T10:00:00.000Z  0',
      'true 123450 EUR 2026-03-04T00:00:00.000Z cash 1',
    ])
  })

  test('are read from files with a byte order mark, semicolons, Windows-1252 and line breaks in cells', async () => {
    const { treasurer } = await aSpaceToImport()
    const text =
      'id;date;montant;courriel;type;commentaire\r\n1;2026-01-01;"1 234,50 €";ann@example.org;Adhésion;"Été\r\nœuvre; ""fin"""\r\n\r\n'
    const ansi = Buffer.from(text.replaceAll('€', '\x80').replaceAll('œ', '\x9c'), 'latin1')
    await imports(treasurer, ansi, '--membership', 'Yearly')
    assert.match(await imports(treasurer, `\uFEFF${text}`, '--membership', 'Yearly'), /1 already imported/)
    const [{ transactions, memberships }] = await bundlesOf(treasurer)
    assert.deepEqual([transactions[0].amount, transactions[0].comment], [123450, 'Été\r\nœuvre; "fin"'])
    assert.equal(memberships.length, 1)
  })
})

describe('undoing', () => {
  test('is for those of the space; it deletes the payments, keeps those changed since and lists them', async () => {
    const { treasurer, ann } = await aSpaceToImport()
    await imports(treasurer, 'id,date,amount,mail\n1,2026-01-01,5,ann@example.org\n')
    const label = importLabelIn(await imports(treasurer, civicrm_csv))
    const changed = (await bundlesOf(treasurer)).find(({ transactions: [t] }) => t.external_transaction_id === 102)
    await app.as(treasurer).patch(`/v1/transaction_bundles/${changed.id}`, {
      transactions: [{ id: changed.transactions[0].id, comment: 'Seen' }],
    })
    await app.as(treasurer).send('PATCH', `/contacts/${ann}`, {
      body: JSON.stringify({ data: { contact: { surname: 'Married' } } }),
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    const strange = await refused(await aTreasurer(app), 'undo', label)
    assert.match(strange.message, /This space has no payment of payments-\w+/)
    const said = await muster(treasurer, 'undo', label)
    assert.match(said, /5 of 6 payments undone\.\nKept:\n {2}bundle \d+ \(102\): changed since the import$/)
    const left = (await bundlesOf(treasurer)).map(({ transactions: [t] }) => t.external_transaction_id)
    assert.deepEqual(left, [1, 102])
    assert.match(await imports(treasurer, civicrm_csv), /^Imported: 5 new, 1 already imported/)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('keeps payments in a closed period or a closed batch', async () => {
    const { treasurer } = await aSpaceToImport()
    const rows = [1, 2, 3].map(id => `${id},202${id + 4}-05-05,5,ann@example.org\n`)
    const label = importLabelIn(await imports(treasurer, `id,date,amount,mail\n${rows.join('')}`))
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
    const text = 'id,date,amount,mail\n1,2026-05-05,5,ann@example.org\n'
    const label = importLabelIn(await imports(treasurer, text))
    const [{ transactions }] = await bundlesOf(treasurer)
    const copy = { contact_id: ann, amount: 500, extra_json: transactions[0].extra_json }
    assert.equal((await app.as(treasurer).post('/v1/transaction_bundles', { transactions: [copy] })).status, 200)
    assert.match(await muster(treasurer, 'undo', label), /1 of 2 payments undone[\s\S]*not created by this import/)
    assert.equal((await bundlesOf(treasurer)).length, 1)
  })
})
