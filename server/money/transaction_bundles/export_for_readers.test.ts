import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, payment } from '../../test/money.ts'
import { aUser, type Person, refusal } from '../../test/people.ts'
import { dayIn, type ReadCell, readWorkbook } from '../../test/workbooks.ts'
import { dayIn as dayInZone } from '../../time_zone.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const csv = '/v1/transaction_bundles.csv'
const xlsx = '/v1/transaction_bundles.xlsx'
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const ann = await aContactId(app, treasurer, { firstname: 'Ann', surname: '=1+1' })
const ben = await aContactId(app, treasurer, { firstname: 'Ben', surname: 'Nevis' })
const status = (await aStatus(app, treasurer, { name: 'Looked at' })).id
const first = await aBundle(app, treasurer, {
  transactions: [
    payment(ann, { amount: 10_000, date: '2026-03-01T23:30:00Z', payment_method_kind: 'Cheque', status_id: status }),
    payment(ben, {
      amount: 2500,
      reimbursed_amount: 500,
      unpaid_amount: 100,
      date: '2026-04-02',
      code_campaign: 'SPRING',
    }),
  ],
  memberships: [payment(ann, { amount: 3000, start_date: '2026-03-01', end_date: '2026-12-31T23:59:59.999Z' })],
  donations: [payment(ann, { amount: 9000, date: '2026-03-01' }), payment(ben, { amount: 500, date: '2026-04-02' })],
})
const second = await aBundle(app, treasurer, {
  transactions: [payment(ben, { amount: 1234, currency: 'JPY', date: '2025-01-01', comment: 'a\nb' })],
})

const french_items =
  'Numéro de paiement;Ligne;Numéro de ligne;Date;Fin d’adhésion;Numéro de contact;Prénom;Nom;Montant payé;Montant ventilé;Devise;Remboursé;' +
  'Impayé;Moyen;Statut;Campagne;Commentaire'
const english_payments =
  'Payment number,Line number,Date,Contact number,First name,Surname,Amount paid,Currency,Refunded,Unpaid,Method,Status,Campaign,Comment'

const linesOf = async (query: string, person = treasurer) =>
  (await app.as(person).get(`${csv}${query}`)).text.split('\r\n').slice(0, -1)

async function workbook(query = '', person: Person = treasurer) {
  const headers = { authorization: `Bearer ${person.token}` }
  const response = await fetch(`${app.url}${xlsx}${query}`, { headers })
  assert.equal(response.status, 200)
  const [sheet] = readWorkbook(Buffer.from(await response.arrayBuffer()))
  return { response, name: sheet!.name, heading: sheet!.rows[0]!.map(cell => cell!.value), rows: sheet!.rows.slice(1) }
}

const values = (row: (ReadCell | undefined)[]) => row.map(cell => cell?.value)

/** The sum of the column with this heading, in minor units of a currency with two decimals. */
const sumOf = ({ heading, rows }: Awaited<ReturnType<typeof workbook>>, name: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[heading.indexOf(name)]?.value ?? 0) * 100), 0)

describe('a CSV for readers', () => {
  test('in French has French headings, words and days, and two columns of amounts', async () => {
    const [paid, repaid] = first.transactions
    const [joined] = first.memberships
    const [given, later] = first.donations
    const [refund, returned] = first.reversals
    assert.deepEqual(await linesOf('?language=fr&separator=%3B&date_from=2026-01-01'), [
      french_items,
      `${first.id};Paiement;${paid.id};01/03/2026;;${ann};Ann;'=1+1;100,00;;EUR;0,00;0,00;Chèque;Looked at;;`,
      `${first.id};Paiement;${repaid.id};02/04/2026;;${ben};Ben;Nevis;25,00;;EUR;5,00;1,00;;Valid;SPRING;`,
      `${first.id};Adhésion;${joined.id};01/03/2026;31/12/2026;${ann};Ann;'=1+1;;30,00;EUR;;;;;;`,
      `${first.id};Don;${given.id};01/03/2026;;${ann};Ann;'=1+1;;90,00;EUR;;;;;;`,
      `${first.id};Don;${later.id};02/04/2026;;${ben};Ben;Nevis;;5,00;EUR;;;;;;`,
      `${first.id};Remboursement;${refund.id};02/04/2026;;${ben};Ben;Nevis;-5,00;;EUR;;;;;;`,
      `${first.id};Rejet bancaire;${returned.id};02/04/2026;;${ben};Ben;Nevis;-1,00;;EUR;;;;;;`,
    ])
  })

  test('in English has a line for each payment on request', async () => {
    const [paid, repaid] = first.transactions
    assert.deepEqual(await linesOf('?language=en&lines=payments'), [
      english_payments,
      `${second.id},${second.transactions[0].id},2025-01-01,${ben},Ben,Nevis,1234,JPY,0,0,,Valid,,"a`.concat('\nb"'),
      `${first.id},${paid.id},2026-03-01,${ann},Ann,'=1+1,100.00,EUR,0.00,0.00,Cheque,Looked at,,`,
      `${first.id},${repaid.id},2026-04-02,${ben},Ben,Nevis,25.00,EUR,5.00,1.00,,Valid,SPRING,`,
    ])
  })

  test('has field names and times without a language, also with a line for each payment', async () => {
    const [header, ...lines] = await linesOf('?lines=payments&date_to=2025-12-31')
    assert.equal(
      header,
      'bundle_id,id,date,contact_id,firstname,surname,amount,currency,reimbursed_amount,unpaid_amount,payment_method_kind,status,code_campaign,comment',
    )
    assert.match(lines.join('\n'), /,2025-01-01T00:00:00\.000Z,/)
    assert.deepEqual(await linesOf('?lines=items'), await linesOf(''))
  })

  test('with a line for each payment leaves out payments of a matching bundle that do not match themselves', async () => {
    const idsFor = async (query: string) =>
      (await linesOf(`?lines=payments&${query}`)).slice(1).map(line => Number(line.split(',')[1]))
    const [paid, repaid] = first.transactions
    assert.deepEqual(await idsFor('date_from=2026-04-01'), [repaid.id])
    assert.deepEqual(await idsFor(`status_id=${status}`), [paid.id])
    assert.deepEqual(await idsFor('code_campaign=spring'), [repaid.id])
    assert.deepEqual(await idsFor('payment_method_kind=cheque'), [paid.id])
    assert.deepEqual(await idsFor(`contact_id=${ann}`), [paid.id, repaid.id])
  })

  for (const query of ['lines=rows', 'lines=', 'language=de', 'language='])
    test(`with ${query} is refused`, async () => {
      for (const path of [csv, xlsx]) {
        const answer = await app.as(treasurer).get(`${path}?${query}`)
        assert.deepEqual(refusal(answer), [422, 'invalid_request', `query.${query.split('=')[0]}`])
      }
    })
})

describe('a spreadsheet', () => {
  test('is a file with the rows of the CSV, with days and numbers as such', async () => {
    const { response, name, heading, rows } = await workbook('?language=fr&date_from=2026-01-01')
    assert.equal(response.headers.get('content-type'), media)
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="transaction_bundles.xlsx"')
    assert.deepEqual([name, heading.join(';')], ['Paiements', french_items])
    assert.equal(rows.length, 7)
    const [paid, , joined] = rows
    assert.deepEqual(values(paid!).slice(5), [ann, 'Ann', '=1+1', 100, undefined, 'EUR', 0, 0, 'Chèque', 'Looked at'])
    assert.deepEqual([dayIn(paid![3]), paid![3]!.format, paid![8]!.format], ['2026-03-01', 'dd/mm/yyyy', '#,##0.00'])
    assert.deepEqual(values(joined!).slice(5), [ann, 'Ann', '=1+1', undefined, 30, 'EUR'])
    assert.deepEqual([joined![1]!.value, dayIn(joined![4])], ['Adhésion', '2026-12-31'])
  })

  test('accepts the filters of the list, and one row per payment', async () => {
    const { heading, rows } = await workbook('?language=en&lines=payments&date_to=2025-12-31')
    assert.equal(heading.join(), english_payments)
    assert.equal(rows.length, 1)
    const [row] = rows as [(ReadCell | undefined)[]]
    assert.deepEqual(
      [row[2]!.format, row[6]!.value, row[6]!.format, row[7]!.value],
      ['yyyy-mm-dd', 1234, '#,##0', 'JPY'],
    )
    assert.equal(row[13]!.value, 'a\nb')
    assert.deepEqual((await workbook('?contact_id=999999999')).rows, [])
  })

  test('is in the language of the caller, unless another is requested', async () => {
    const french = await aUser(app, treasurer.space, { role: 'admin' })
    await app.owner`update users set locale = 'fr-FR' where group_id = ${french.space} and id = ${french.id}`
    const undecided = await aUser(app, treasurer.space, { role: 'admin' })
    await app.owner`update users set locale = '' where group_id = ${undecided.space} and id = ${undecided.id}`
    await app.owner`update spaces set locale = 'en-GB' where id = ${treasurer.space}`
    assert.equal((await workbook('', french)).name, 'Paiements')
    assert.equal((await workbook('?language=en', french)).name, 'Payments')
    assert.equal((await workbook('', undecided)).name, 'Payments')
    await app.owner`update spaces set locale = 'fr' where id = ${treasurer.space}`
    assert.equal((await workbook('', undecided)).name, 'Paiements')
  })

  test('needs a token and permission to see payments, and shows nothing of another space', async () => {
    assert.deepEqual(refusal(await app.as().get(xlsx)), [401, 'unauthenticated'])
    assert.deepEqual(refusal(await app.as(await aUser(app, treasurer.space)).get(xlsx)), [403, 'forbidden'])
    assert.deepEqual(refusal(await app.as(treasurer).get(`${xlsx}?separator=tab`)), [
      422,
      'invalid_request',
      'query.separator',
    ])
    assert.deepEqual((await workbook(`?contact_id=${ann}`, await aTreasurer(app))).rows, [])
  })
})

describe('sums of columns', async () => {
  const person = await aTreasurer(app)
  const contact = await aContactId(app, person)
  for (const [index, date] of ['2026-01-31T23:59:59Z', '2026-02-01', '2026-02-14T10:00:00Z', '2026-03-01'].entries())
    await aBundle(app, person, {
      transactions: [
        payment(contact, { amount: 5001 + index, date, reimbursed_amount: 10 * index, unpaid_amount: index }),
        // A second payment of the bundle, a month later.
        payment(contact, {
          amount: 307,
          date: date.replace(/-0(\d)/, (_, month) => `-0${Number(month) + 1}`).replace('-31', '-28'),
        }),
      ],
      memberships: [payment(contact, { amount: 2000 })],
      donations: [payment(contact, { amount: 3001 }), payment(contact, { amount: 7 })],
    })

  for (const [from, to] of [
    ['2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31'],
  ])
    test(`from ${from} to ${to} are the statistics of that span, a row per payment`, async () => {
      const { body } = await app.as(person).get(`/v1/statistics/money?from=${from}&to=${to}`)
      const total = (name: string) => body.data.months.reduce((sum: number, month: any) => sum + month[name], 0)
      const file = await workbook(`?language=en&lines=payments&date_from=${from}&date_to=${to}`, person)
      assert.ok(total('collected') > 0)
      assert.equal(file.rows.length, total('transactions'))
      assert.equal(sumOf(file, 'Refunded'), total('refunded'))
      assert.equal(sumOf(file, 'Unpaid'), total('unpaid'))
      assert.equal(sumOf(file, 'Amount paid'), total('collected') + total('refunded') + total('unpaid'))
    })

  test('count each payment and each allocation once, a row per item', async () => {
    const { body } = await app.as(person).get('/v1/statistics/money?from=2026-01-01&to=2026-12-31')
    const total = (name: string) => body.data.months.reduce((sum: number, month: any) => sum + month[name], 0)
    const file = await workbook('?language=en', person)
    assert.equal(sumOf(file, 'Amount paid'), total('collected'))
    assert.equal(sumOf(file, 'Amount allocated'), total('donations') + total('memberships'))
    const donations = { ...file, rows: file.rows.filter(row => row[1]!.value === 'Donation') }
    assert.equal(sumOf(donations, 'Amount allocated'), total('donations'))
  })
})

test('the day of an instant is that of the time zone', () => {
  const days: [string, string, string][] = [
    ['2026-12-31T23:30:00.000Z', 'UTC', '2026-12-31'],
    ['2026-12-31T23:30:00.000Z', 'Europe/Paris', '2027-01-01'],
    ['2026-12-31T22:30:00.000Z', 'Europe/Paris', '2026-12-31'],
    ['2026-07-31T22:30:00.000Z', 'Europe/Paris', '2026-08-01'],
    ['2026-01-01T03:00:00.000Z', 'America/Martinique', '2025-12-31'],
  ]
  for (const [instant, zone, day] of days) assert.equal(dayInZone(zone, instant), day, `${instant} in ${zone}`)
})
