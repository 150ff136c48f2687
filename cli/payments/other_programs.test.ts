import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../server/test/harness.ts'
import { aContactId, verificationFindings } from '../../server/test/money.ts'
import { paymentImports } from '../../server/test/payment_imports.ts'
import type { Person } from '../../server/test/people.ts'

// What the exports of other programs say about money that was not received, or was given back.

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
    assert.deepEqual(
      [refund, returned].map(({ transactions: [paid] }) => [paid.date, paid.extra_json.imported.reversed_at]),
      [
        ['2026-02-03T10:11:12.000Z', '2026-03-04T08:00:00.000Z'],
        ['2026-02-06T00:00:00.000Z', '2026-02-16T00:00:00.000Z'],
      ],
    )
    assert.match(said, /total +EUR +4 +245\.00 +115\.00/)
    assert.match(await collected(treasurer), /11500/)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
    const again = await muster(treasurer, 'payments', file, ...from)
    assert.match(again, /^Imported: 0 new, 4 already imported, 0 refused, 2 skipped\./)
  })

  test('pay the membership of the payer that has this price; other gifts of members stay gifts', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = aFile(
      `${head}1,Donation,30.00,Cash,,02/01/2026,,,7,Yearly
2,Donation,12.00,Cash,,02/02/2026,,,7,Yearly
3,,12.00,Cash,,02/03/2026,,,8,yearly
4,Membership,30.00,Cash,,02/04/2026,,,8,"Yearly, Newsletter"
5,Donation,12.00,Cash,,02/05/2026,,,8,
`,
    )
    await muster(treasurer, 'payments', file, ...from)
    assert.deepEqual(await recorded(treasurer), [
      '1, 3000 -0 -0, valid, membership 3000',
      '2, 1200 -0 -0, valid, gift 1200',
      '3, 1200 -0 -0, valid, membership 1200',
      '4, 3000 -0 -0, valid, membership 3000',
      '5, 1200 -0 -0, valid, gift 1200',
    ])
  })

  test('with a membership that the space does not have are refused, and the reason says what to do', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = aFile(
      `${head}1,Donation,30.00,Cash,,02/01/2026,,,7,Gold\n2,Membership,5.00,Cash,,02/01/2026,,,7,"Yearly, Gold"\n`,
    )
    const { message } = await refused(treasurer, 'payments', file, ...from)
    assert.match(
      message,
      /row 2: The payer has the membership “Gold”, .* it has Yearly\. Create it, map it with --values/,
    )
    assert.match(
      message,
      /row 3: The payer has several memberships, Yearly, Gold, and none has this price\. Leave the one/,
    )
    const first = aFile(`${head}1,Donation,30.00,Cash,,02/01/2026,,,7,Gold\n`)
    await muster(treasurer, 'payments', first, ...from, '--values', 'Gold=Yearly')
    const second = aFile(`${head}2,Donation,30.00,Cash,,02/01/2026,,,7,Gold\n`)
    await muster(treasurer, 'payments', second, ...from, '--map', 'payer_memberships=')
    assert.deepEqual(await recorded(treasurer), [
      '1, 3000 -0 -0, valid, membership 3000',
      '2, 3000 -0 -0, valid, gift 3000',
    ])
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

  test('of the test mode are skipped', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = aFile(
      `${head}1,7,10,,2026-02-01,Donation,Completed,,No\n2,7,20,,2026-02-01,Donation,Completed,,Yes\n` +
        '3,7,30,,2026-02-01,Donation,Completed,,1\n4,7,40,,2026-02-01,Donation,Completed,,\n5,7,50,,2026-02-01,Donation,Template,,0\n',
    )
    const said = await muster(treasurer, 'payments', file, ...from)
    assert.match(said, /2 new, 0 already imported, 0 refused, 3 skipped\./)
    assert.match(said, /row 3: A test payment: no money was received\. Nothing to do\.\n {2}row 4: A test payment/)
    assert.match(said, /row 6: A template of a recurring payment/)
    assert.deepEqual(await recorded(treasurer), ['1, 1000 -0 -0, valid, gift 1000', '4, 4000 -0 -0, valid, gift 4000'])
    const odd = aFile(`${head}9,7,10,,2026-02-01,Donation,Completed,,maybe\n`)
    assert.match((await refused(treasurer, 'payments', odd, ...from)).message, /row 2: “maybe” is neither yes nor no/)
  })

  test('have a status, as label or internal name, in English or French', async () => {
    const { treasurer } = await aSpaceToImport()
    const statuses: [words: string, became: string, paid?: string][] = [
      ['Completed, completed, Terminé', '10000 -0 -0, valid, gift 10000'],
      [
        'Pending, Pending (Pay Later), Pending (Incomplete Transaction), En attente',
        '10000 -0 -0, pending, gift 10000',
      ],
      ['In Progress, In_Progress, in-progress, En cours', '10000 -0 -0, pending, gift 10000'],
      ['Overdue, overdue, En retard', '10000 -0 -10000, unpaid'],
      ['Failed, failed, Échoué', '10000 -0 -10000, unpaid'],
      ['Cancelled, Canceled, cancelled, Annulé', '10000 -0 -0, cancel'],
      ['Refunded, refunded, Remboursé', '10000 -10000 -0, reimbursed'],
      ['Chargeback, chargeback, Charge back', '10000 -0 -10000, bank_error'],
      [
        'Partially paid, Partially_paid, PARTIALLY PAID, Partiellement payé',
        '10000 -0 -6000, valid, gift 4000',
        '40.00',
      ],
      ['Pending refund, Pending_refund, Remboursement en attente', '12000 -0 -0, valid, gift 12000', '120.00'],
      ['Pending refund', '10000 -0 -0, valid, gift 10000'],
    ]
    const rows = statuses.flatMap(([words, became, paid = '']) =>
      words.split(', ').map(word => ({ word, became, paid })),
    )
    const lines = rows.map(({ word, paid }, index) => `${index + 1},7,100.00,${paid},2026-02-01,Donation,${word},,No`)
    const file = aFile(`${head}${lines.join('\n')}\n`)
    await muster(treasurer, 'payments', file, ...from)
    assert.deepEqual(
      (await recorded(treasurer)).map((became, index) => `${rows[index]?.word}: ${became}`),
      rows.map(({ word, became }, index) => `${word}: ${index + 1}, ${became}`),
    )
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
    const again = await muster(treasurer, 'payments', file, ...from)
    assert.match(again, new RegExp(`^Imported: 0 new, ${rows.length} already imported, 0 refused\\.`))
  })

  test('that are partially paid need the amount paid, and a newer file with more of it is not taken for the same', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = (status: string, paid: string) => aFile(`${head}1,7,100.00,${paid},2026-02-01,Donation,${status},,\n`)
    const reason = async (path: string) => (await refused(treasurer, 'payments', path, ...from)).message
    assert.match(
      await reason(file('Partially paid', '')),
      /row 2: It is partially paid, and no column gives the amount/,
    )
    assert.match(await reason(file('Partially paid', '100')), /the amount paid is not smaller than the amount/)
    const said = await muster(treasurer, 'payments', file('Partially paid', '40'), ...from)
    assert.match(said, /total +EUR +1 +100\.00 +40\.00/)
    assert.match(
      await reason(file('Partially paid', '60')),
      /60\.00 EUR was not paid; in the file 40\.00 EUR is not paid/,
    )
    assert.match(await reason(file('Completed', '')), /in the file 0\.00 EUR is not paid\. Record the change in Muster/)
  })

  test('keep the date of their refund, and are refused if a paid one has such a date', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = aFile(
      `${head}1,7,10,,2026-02-01,Donation,Refunded,2026-03-01,\n2,7,10,,2026-02-01,Donation,Chargeback,2026-03-02,\n`,
    )
    await muster(treasurer, 'payments', file, ...from)
    assert.deepEqual(
      (await bundlesOf(treasurer)).map(({ transactions: [paid] }) => paid.extra_json.imported.reversed_at),
      ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    )
    const odd = aFile(`${head}3,7,10,,2026-02-01,Donation,Completed,2026-03-01,\n`)
    const { message } = await refused(treasurer, 'payments', odd, ...from)
    assert.match(message, /row 2: Its status says that it is paid, and it has a date of refund/)
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

  test('that failed are skipped, also without an ID, and a paid one without an ID is refused', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = aFile(
      `${head}ann@example.org,River Fund,10.00,failed,2026-02-01 10:00:00,\n` +
        'ann@example.org,River Fund,10.00,failed,2026-02-01 10:00:00,ch_3\n' +
        'ann@example.org,River Fund,10.00,success,2026-02-01 10:00:00,\n',
    )
    const said = await muster(treasurer, 'payments', file, ...from, '--yes')
    assert.match(said, /^Imported: 0 new, 0 already imported, 1 refused, 2 skipped\./)
    assert.match(said, /row 4: It has no id\. Add it, or name its column with --map/)
    assert.match(said, /row 2: The payment failed: .*\n {2}row 3: The payment failed: /)
    assert.deepEqual(await recorded(treasurer), [])
  })
})

test('a failed payment without an ID is skipped from any program', async () => {
  const { treasurer } = await aSpaceToImport()
  const file = aFile('id,date,amount,mail,status\n,2026-01-01,5,ann@example.org,failed\n')
  assert.match(await muster(treasurer, 'payments', file, '--from', 'generic'), /^Imported: 0 new, .* 1 skipped\./)
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
