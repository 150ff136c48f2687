import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../server/test/harness.ts'
import { aContactId, verificationFindings } from '../../server/test/money.ts'
import { paymentImports } from '../../server/test/payment_imports.ts'
import type { Person } from '../../server/test/people.ts'

// What the exports of other programs say about money that was not received, or was given back, imported and imported again.

const app = await startTestApp()
const { muster, refused, aFile, bundlesOf, aSpaceToImport } = paymentImports(app)

/** Each payment: external ID, amounts, kind of its status, and what it pays. */
async function recorded(person: Person) {
  const { body } = await app.as(person).get('/v1/transaction_statuses?limit=1000')
  const kinds = new Map(body.data.map(({ id, kind }: any) => [id, kind]))
  return (await bundlesOf(person)).map(({ transactions: [paid], memberships, donations }) =>
    [
      paid.extra_json.imported.id,
      `${paid.amount} -${paid.reimbursed_amount} -${paid.unpaid_amount}`,
      kinds.get(paid.status_id),
      ...memberships.map(({ amount }: any) => `membership ${amount}`),
      ...donations.map(({ amount, affectation }: any) => `gift ${amount} ${affectation}`.trim()),
    ].join(', '),
  )
}

/** The money of the space in 2026 that was received and kept, as the statistics say. */
async function collected(person: Person) {
  const { body } = await app.as(person).get('/v1/statistics/money?from=2026-01-01&to=2026-12-31')
  return JSON.stringify(body.data)
}

describe('transactions of NationBuilder', () => {
  const head =
    'nationbuilder_id,type,amount,payment_type_name,created_at,succeeded_at,failed_at,canceled_at,signup_nationbuilder_id,signup_membership_names\n'
  const from = ['--from', 'nationbuilder']

  test('that were refunded count as refunded, and those that failed are not money', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = aFile(
      `${head}1,Donation,25.00,Credit Card,01/31/2026,02/01/2026 10:11:12,,,7,
2,Donation,50.00,Credit Card,01/31/2026,02/03/2026 10:11:12,,03/04/2026 08:00:00,7,
3,Donation,60.00,Credit Card,01/31/2026,,02/04/2026 10:11:12,,7,
4,Donation,70.00,Credit Card,01/31/2026,,,02/05/2026,7,
5,Donation,80.00,EFT,01/31/2026,02/06/2026,02/16/2026,,7,
6,Donation,90.00,Credit Card,01/31/2026,02/07/2026 12:00:00,02/07/2026 11:00:00,,7,
`,
    )
    const said = await muster(treasurer, 'payments', file, ...from)
    assert.match(said, /^Imported: 4 new, 0 already imported, 0 refused, 2 skipped\./)
    assert.match(said, /row 4: The payment failed: no money was received\. Nothing to do/)
    assert.match(said, /row 5: It was cancelled before it was paid/)
    assert.deepEqual(await recorded(treasurer), [
      '1, 2500 -0 -0, valid, gift 2500',
      '2, 5000 -5000 -0, reimbursed',
      '5, 8000 -0 -8000, bank_error',
      '6, 9000 -0 -0, valid, gift 9000',
    ])
    const [, refund, returned] = await bundlesOf(treasurer)
    const dates = [refund, returned].map(({ transactions: [t] }) => `${t.date} ${t.extra_json.imported.reversed_at}`)
    assert.deepEqual(dates, [
      '2026-02-03T10:11:12.000Z 2026-03-04T08:00:00.000Z',
      '2026-02-06T00:00:00.000Z 2026-02-16T00:00:00.000Z',
    ])
    assert.match(said, /total +EUR +4 +245\.00 +115\.00/)
    assert.match(await collected(treasurer), /11500/)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
    const again = await muster(treasurer, 'payments', file, ...from)
    assert.match(again, /^Imported: 0 new, 4 already imported, 0 refused, 2 skipped\./)
  })

  test('that were imported as paid and are refunded in a newer file are named', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = (canceled_at: string) => aFile(`${head}1,Donation,25.00,Cash,,02/01/2026,,${canceled_at},7,\n`)
    await muster(treasurer, 'payments', file(''), ...from)
    const { message } = await refused(treasurer, 'payments', file('02/09/2026'), ...from)
    assert.match(
      message,
      /row 2: It exists as bundle \d+ .*, in the file it is reimbursed\. Record the change in Muster/,
    )
  })
})

describe('contributions of CiviCRM', () => {
  const head =
    'Contribution ID,Contact ID,Total Amount,Paid Amount,Contribution Date,Financial Type,Contribution Status,Cancelled / Refunded Date,Test Mode\n'
  const from = ['--from', 'civicrm']

  test('that are partially paid are not taken for those of a newer file with more of it', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = (status: string, paid: string) => aFile(`${head}1,7,100.00,${paid},2026-02-01,Donation,${status},,\n`)
    const reason = async (path: string) => (await refused(treasurer, 'payments', path, ...from)).message
    const said = await muster(treasurer, 'payments', file('Partially paid', '40'), ...from)
    assert.match(said, /total +EUR +1 +100\.00 +40\.00/)
    assert.match(
      await reason(file('Partially paid', '60')),
      /60\.00 EUR was not paid; in the file 40\.00 EUR is not paid/,
    )
    assert.match(await reason(file('Partially paid', '20')), /in the file 80\.00 EUR is not paid/)
    assert.match(await reason(file('Completed', '')), /in the file 0\.00 EUR is not paid\. Record the change in Muster/)
  })
})

describe('donations of Action Network', () => {
  const head = 'Email,Recipient,Amount,Status,Timestamp (EST),Stripe Transaction ID\n'
  const from = ['--from', 'actionnetwork']
  const two = `${head}ann@example.org,River Fund,10.00,success,2026-02-01 10:00:00,ch_1
ann@example.org,Forest Fund,10.00,success,2026-02-01 10:00:00,ch_1
ben@example.org,River Fund,20.00,refunded,2026-02-02 10:00:00,ch_2
ben@example.org,Forest Fund,5.00,success,2026-02-02 10:00:00,ch_2
`

  test('to several recipients under one transaction ID are several gifts', async () => {
    const { treasurer } = await aSpaceToImport()
    const said = await muster(treasurer, 'payments', aFile(two), ...from)
    assert.match(said, /total +EUR +4 +45\.00 +25\.00/)
    const gifts = [
      'ch_1 / River Fund, 1000 -0 -0, valid, gift 1000 River Fund',
      'ch_1 / Forest Fund, 1000 -0 -0, valid, gift 1000 Forest Fund',
      'ch_2 / River Fund, 2000 -2000 -0, reimbursed',
      'ch_2 / Forest Fund, 500 -0 -0, valid, gift 500 Forest Fund',
    ]
    assert.deepEqual(await recorded(treasurer), gifts)
    const [header, ...rows] = two.trim().split('\n')
    const reordered = aFile([header, ...rows.toReversed(), ''].join('\n'))
    assert.match(
      await muster(treasurer, 'payments', reordered, ...from),
      /^Imported: 0 new, 4 already imported, 0 refused/,
    )
    assert.deepEqual(await recorded(treasurer), gifts)
  })

  test('that were imported without their recipient are not imported again', async () => {
    const { treasurer } = await aSpaceToImport()
    const plain = aFile(`${head}ann@example.org,,10.00,success,2026-02-01 10:00:00,ch_1\n`)
    await muster(treasurer, 'payments', plain, ...from)
    const said = await muster(treasurer, 'payments', aFile(two), ...from)
    assert.match(said, /^Imported: 3 new, 1 already imported, 0 refused/)
    const again = await muster(treasurer, 'payments', aFile(two), ...from)
    assert.match(again, /^Imported: 0 new, 4 already imported, 0 refused/)
  })
})

test('a reader of French gets the reasons in French', async () => {
  const { treasurer } = await aSpaceToImport()
  for (const _ of [1, 2]) await aContactId(app, treasurer, { mail: 'twin@example.org' })
  await app.owner`update users set locale = 'fr' where id = ${treasurer.id}`
  const file = aFile(
    'id,date,amount,mail,status,test mode,membership\n1,2026-01-01,5,ann@example.org,completed,yes,\n' +
      ',2026-01-01,5,ann@example.org,failed,,\n2,2026-02-30,5,ann@example.org,completed,,\n' +
      '3,2026-01-01,5,unknown@example.org,completed,,\n4,2026-01-01,5,twin@example.org,completed,,\n' +
      '5,2026-01-01,5,ann@example.org,completed,,Gold\n',
  )
  const { message } = await refused(treasurer, 'payments', file, '--from', 'generic')
  assert.match(message, /row 2: Paiement de test : rien n’a été encaissé\. Rien à faire\./)
  assert.match(message, /row 3: Le paiement a échoué : rien n’a été encaissé/)
  assert.match(message, /row 4: « 2026-02-30 » n’est pas une date valide\. Corrigez-la\./)
  assert.match(message, /row 5: Aucun contact n’a l’e-mail unknown@example\.org\. Importez d’abord les contacts/)
  assert.match(message, /row 6: Le payeur correspond à plusieurs contacts/)
  assert.match(message, /row 7: « Gold » n’est pas une adhésion de l’espace, qui a Yearly\. Créez-la/)
})
