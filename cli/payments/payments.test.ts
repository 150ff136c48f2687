import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../server/test/harness.ts'
import { rowCounts, statusOf, verificationFindings } from '../../server/test/money.ts'
import { civicrm_csv, importLabelIn, paymentImports } from '../../server/test/payment_imports.ts'
import { aUser } from '../../server/test/people.ts'

// Imports payments from other programs, exactly and once.

const app = await startTestApp()
const { muster, refused, aFile, bundlesOf, aSpaceToImport } = paymentImports(app)

describe('payments of another program', () => {
  test('become bundles with payer, purpose, means, date and status', async () => {
    const { treasurer, ann, ben, price } = await aSpaceToImport()
    const said = await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm')
    assert.match(said, /^Imported: 6 new, 0 already imported, 0 refused, 1 to look at\./)
    assert.match(said, /row 3: Membership \d+ has the amount 24\.00 EUR, and its price is 30\.00 EUR/)
    const [gift, dues, pending, back, failed, cancelled] = await bundlesOf(treasurer)
    const [paid] = gift.transactions
    assert.deepEqual(
      [paid.contact_id, paid.amount, paid.currency, paid.date, paid.payment_method_kind, paid.external_transaction_id],
      [ann, 123450, 'EUR', '2026-01-31T23:10:00.000Z', 'cheque', 101],
    )
    assert.deepEqual(paid.extra_json, { imported: { source: 'civicrm', id: '101', import: importLabelIn(said) } })
    assert.deepEqual(
      gift.donations.map(({ amount, contact_id }: any) => [amount, contact_id]),
      [[123450, ann]],
    )
    const [{ membership_price_id, contact_id, amount, end_date }] = dues.memberships
    assert.deepEqual(
      [membership_price_id, contact_id, amount, end_date],
      [price, ben, 2400, '2026-12-31T23:59:59.999Z'],
    )
    assert.deepEqual(
      [pending.transactions[0].contact_id, pending.transactions[0].currency, pending.donations[0].currency],
      [ben, 'USD', 'USD'],
    )
    const { space } = treasurer
    const became = [gift, pending, back, failed, cancelled].map(({ transactions: [t] }) => [
      t.status_id,
      t.reimbursed_amount,
      t.unpaid_amount,
    ])
    assert.deepEqual(became, [
      [await statusOf(app, space, 'valid'), 0, 0],
      [await statusOf(app, space, 'pending'), 0, 0],
      [await statusOf(app, space, 'reimbursed'), 1000, 0],
      [await statusOf(app, space, 'unpaid'), 0, 1100],
      [await statusOf(app, space, 'cancel'), 0, 0],
    ])
    for (const bundle of [back, failed, cancelled]) assert.deepEqual([bundle.memberships, bundle.donations], [[], []])
    assert.deepEqual(await verificationFindings(app, space), [])
  })

  test('are previewed: their number, and sums by month and currency', async () => {
    const { treasurer } = await aSpaceToImport()
    const before = await rowCounts(app)
    const said = await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm', '--dry-run')
    assert.match(said, /^Columns:\n {2}Contribution ID → id\n {2}Contact ID → payer\n/)
    assert.match(said, /Preview: 6 new, 0 already imported, 0 refused\./)
    assert.match(said, /2026-01 +EUR +1 +1234\.50 +1234\.50/)
    assert.match(said, /2026-02 +EUR +4 +57\.00 +24\.00/)
    assert.match(said, /2026-02 +USD +1 +30\.00 +0\.00/)
    assert.match(said, /total +EUR +5 +1291\.50 +1258\.50/)
    assert.match(said, /Nothing was imported\.$/)
    assert.deepEqual(await rowCounts(app), before)
    await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm')
    const statistics = await app.as(treasurer).get('/v1/statistics/money?from=2026-01-01&to=2026-12-31')
    const eur = JSON.stringify(statistics.body.data)
    assert.match(eur, /125850/)
  })

  test('are created once, also when imported again, from another file or by another user', async () => {
    const { treasurer } = await aSpaceToImport()
    const colleague = await aUser(app, treasurer.space, { role: 'admin' })
    await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm')
    const again = await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm')
    assert.match(again, /^Imported: 0 new, 6 already imported, 0 refused\./)
    assert.match(again, /Already imported, by month:\n.*\n.*1234\.50/)
    const more = `${civicrm_csv}107,7,,5,EUR,2026-03-01,Donation,,Cash,Completed\n`
    assert.match(
      await muster(colleague, 'payments', aFile(more), '--from', 'civicrm'),
      /^Imported: 1 new, 6 already imported/,
    )
    assert.equal((await bundlesOf(treasurer)).length, 7)
  })

  test('are created once although the mark of the import was removed', async () => {
    const { treasurer } = await aSpaceToImport()
    await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm')
    for (const { id, transactions } of await bundlesOf(treasurer))
      await app
        .as(treasurer)
        .patch(`/v1/transaction_bundles/${id}`, { transactions: [{ id: transactions[0].id, extra_json: {} }] })
    assert.match(
      await muster(treasurer, 'payments', aFile(civicrm_csv), '--from', 'civicrm'),
      /^Imported: 0 new, 6 already imported/,
    )
  })

  test('of two programs with the same IDs are two payments with different --source', async () => {
    const { treasurer } = await aSpaceToImport()
    const from = (source: string) => ['--from', 'generic', '--source', source]
    const file = aFile('id,date,amount,mail\n1,2026-01-01,5,ann@example.org\n')
    await muster(treasurer, 'payments', file, ...from('paypal'))
    assert.match(await muster(treasurer, 'payments', file, ...from('bank')), /Imported: 1 new/)
    const other = aFile('id,date,amount,mail\n1,2026-01-01,6,ann@example.org\n')
    const { message } = await refused(treasurer, 'payments', other, ...from('bank'))
    assert.match(message, /It exists as bundle \d+ with 5\.00 EUR, in the file with 6\.00 EUR/)
    const label = importLabelIn(await muster(treasurer, 'payments', file, ...from('paypal')))
    assert.match(await muster(treasurer, 'undo', label), /1 of 1 payments undone/)
    assert.deepEqual(
      (await bundlesOf(treasurer)).map(({ transactions: [paid] }) => paid.extra_json.imported.source),
      ['bank'],
    )
  })

  test('of a program that reuses its IDs each year are not mistaken for those of the year before', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = (day: string, mail: string) => aFile(`id,date,amount,mail\n1,${day},24,${mail}\n`)
    await muster(treasurer, 'payments', file('2025-03-01', 'ann@example.org'), '--from', 'generic')
    const again = (day: string, mail: string) => refused(treasurer, 'payments', file(day, mail), '--from', 'generic')
    assert.match((await again('2026-03-01', 'ann@example.org')).message, /of 2025-03-01, in the file of 2026-03-01/)
    assert.match((await again('2025-03-01', 'ben@example.org')).message, /paid by contact \d+, in the file by \d+/)
    assert.equal((await bundlesOf(treasurer)).length, 1)
  })

  test('of an erased person are kept, and do not create the person again', async () => {
    const { treasurer, ann } = await aSpaceToImport()
    const file = aFile('id,date,amount,mail,name\n1,2026-01-01,5,ann@example.org,Ann\n')
    await muster(treasurer, 'payments', file, '--from', 'generic')
    const officer = app.as(await aUser(app, treasurer.space, { role: 'superadmin' }))
    const request = await officer.post('/v1/privacy_requests', { kind: 'erasure', contact_id: ann })
    await officer.post(`/v1/privacy_requests/${request.body.data.id}/complete`, { confirm_contact_id: ann })
    const before = await rowCounts(app)
    const { message } = await refused(treasurer, 'payments', file, '--from', 'generic', '--create-contacts')
    assert.match(message, /row 2: The person with the mail ann@example.org was erased\./)
    assert.deepEqual(await rowCounts(app), before)
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
    const wish = ['--from', 'generic', '--membership', 'Yearly']
    await muster(treasurer, 'payments', aFile(ansi), ...wish)
    assert.match(await muster(treasurer, 'payments', aFile(`\uFEFF${text}`), ...wish), /1 already imported/)
    const [{ transactions, memberships }] = await bundlesOf(treasurer)
    assert.deepEqual([transactions[0].amount, transactions[0].comment], [123450, 'Été\r\nœuvre; "fin"'])
    assert.equal(memberships.length, 1)
  })
})
