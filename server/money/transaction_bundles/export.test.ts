import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, bundleAt, payment } from '../../test/money.ts'
import { aUser, type Person } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import { dayIn, type ReadCell, readWorkbook } from '../../test/workbooks.ts'
import { csvOf } from './csv.ts'
import { type ExportedItem, exportColumnsOf } from './export_columns.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const csv = '/v1/transaction_bundles.csv'
const xlsx = '/v1/transaction_bundles.xlsx'
const header =
  'bundle_id,item,id,date,end_date,contact_id,firstname,surname,amount,currency,reimbursed_amount,unpaid_amount,payment_method_kind,status,' +
  'code_campaign,comment,paid,allocated,refunded,unpaid,price'
const payments_header =
  'bundle_id,id,date,contact_id,firstname,surname,amount,currency,reimbursed_amount,unpaid_amount,payment_method_kind,status,code_campaign,' +
  'comment,paid,refunded,unpaid,item'
const french_items =
  'Numéro de paiement;Ligne;Numéro de ligne;Date;Fin d’adhésion;Numéro de contact;Prénom;Nom;Montant;Encaissé;Ventilé;Devise;Remboursé;' +
  'Impayé;Moyen;Statut;Campagne;Tarif;Commentaire'
const english_payments =
  'Payment number,Line,Line number,Date,Contact number,First name,Surname,Amount,Paid,Currency,Refunded,Unpaid,Method,Status,Campaign,Comment'

/** The cells of a CSV text, read as a spreadsheet with this separator does. */
function cells(text: string, separator = ','): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"\\r\\n${separator}]*)(${separator}|\\r\\n)`, 'y')
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    assert.ok(found, 'a cell is not as RFC 4180 wants it')
    const [, value = '', end] = found
    rows.at(-1)!.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === '\r\n') rows.push([])
  }
  assert.deepEqual(rows.pop(), [], 'the last line has an end')
  return rows
}

const ann = await aContactId(app, treasurer, { firstname: 'Ann', surname: '=1+1' })
const ben = await aContactId(app, treasurer, { firstname: 'Ben', surname: 'Nevis' })
const status = (await aStatus(app, treasurer, { name: 'Looked at' })).id
const march = { amount: 10_000, date: '2026-03-01T23:30:00Z', payment_method_kind: 'Cheque', status_id: status }
const april = { amount: 2500, reimbursed_amount: 500, unpaid_amount: 100, date: '2026-04-02', code_campaign: 'SPRING' }
const first = await aBundle(app, treasurer, {
  transactions: [payment(ann, march), payment(ben, april)],
  memberships: [payment(ann, { amount: 3000, start_date: '2026-03-01', end_date: '2026-12-31T23:59:59.999Z' })],
  donations: [payment(ann, { amount: 9000, date: '2026-03-01' }), payment(ben, { amount: 500, date: '2026-04-02' })],
})
const second = await aBundle(app, treasurer, {
  transactions: [payment(ben, { amount: 1234, currency: 'JPY', date: '2025-01-01', status_id: null, comment: 'a\nb' })],
})
const deleted = await aBundle(app, treasurer)
await app.as(treasurer).delete(bundleAt(deleted.id))

const [paid, repaid] = first.transactions
const [joined] = first.memberships
const [given, later] = first.donations
const [refund, returned] = first.reversals

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

describe('a cell of the CSV', () => {
  const all = [',', ';', '\t']
  const texts = ['comment', 'code_campaign', 'firstname', 'surname', 'status', 'payment_method_kind'] as const

  /** The file of one item, whose texts are all this one. */
  async function fileOf(text: string, separator: string, fields: Partial<ExportedItem> = {}) {
    const item = { currency: 'EUR', ...Object.fromEntries(texts.map(name => [name, text])), ...fields }
    async function* pages() {
      yield [item]
    }
    const style = { separator, bom: false, language: undefined, time_zone: 'UTC' }
    return (await Array.fromAsync(csvOf(exportColumnsOf('items', undefined), pages(), style))).join('')
  }
  async function readBack(text: string, separator: string, fields: Partial<ExportedItem> = {}) {
    const [names, line] = cells(await fileOf(text, separator, fields), separator)
    return Object.fromEntries(names!.map((name, index) => [name, line![index]]))
  }

  test('whose text begins like a formula is not a formula', async () => {
    for (const separator of all) {
      for (const start of ['=', '+', '-', '@', ' =', '\u00a0@', '\ufeff=', '＝', '＋', '－', '＠']) {
        const text = `${start}1+cmd|' /C calc'!A0`
        const line = await readBack(text, separator)
        for (const name of texts) assert.equal(line[name], `'${text}`, name)
      }
      for (const start of ['\t', '\r', '\n', '\n=', '\r\n ＝']) {
        const { comment = '' } = await readBack(`${start}1+1`, separator)
        assert.ok(comment.startsWith("'"), comment)
        assert.doesNotMatch(comment, /(^|[\r\n])\s*[=＝]/)
      }
    }
  })

  test('is not a formula for a spreadsheet that expects another separator either', async () => {
    for (const [separator, text] of [
      [',', 'a;=1+1'],
      [',', 'a; ＝1+1'],
      [',', 'a\t@SUM(1)'],
      [',', 'a\n-1'],
      [';', 'a,=1+1'],
      ['\t', 'a,b;+1'],
    ] as const) {
      const pieces = (await fileOf(text, separator)).split(/[,;\t\r\n]/).map(cell => cell.replace(/^"/, '').trim())
      const formulas = pieces.filter(cell => /^[=+\-@＝＋－＠]/.test(cell))
      assert.deepEqual(formulas, [], `${JSON.stringify(text)} behind ${JSON.stringify(separator)}`)
    }
  })

  test('has any other text as it is, quoted if it has a possible separator', async () => {
    for (const separator of all) {
      for (const text of ['"quoted"', 'one\ntwo\r\nthree', 'a,b', 'a;b', 'a\tb', '"', ',', 'é漢🏳️‍🌈', "O'Neill"]) {
        const line = await readBack(text, separator)
        for (const name of texts) assert.equal(line[name], text)
      }
      for (const text of ['a,b', 'a;b', 'a\tb']) assert.ok((await fileOf(text, separator)).includes(`"${text}"`), text)
    }
  })

  test('has an amount with the decimals of ISO 4217', async () => {
    for (const [currency, amount, expected] of [
      ...'EUR HUF IDR COP PKR ALL AFN IRR KPW LAK LBP MGA MMK SOS SYP YER VED'
        .split(' ')
        .map(code => [code, 123_456, '1234.56'] as const),
      ['JPY', 1234, '1234'],
      ['jpy', 123_456, '123456'],
      ['JPY', 0, '0'],
      ['XAF', 7, '7'],
      ['IQD', 123_456, '123.456'],
      ['KWD', 7, '0.007'],
      ['CLF', 123_456, '12.3456'],
      ['eur', 5, '0.05'],
      ['EUR', 0, '0.00'],
      ['EUR', -5, '-0.05'],
      ['EUR', Number.MAX_SAFE_INTEGER, '90071992547409.91'],
    ] as const)
      for (const separator of all) {
        const line = await readBack('x', separator, { amount, currency, unpaid_amount: amount })
        const shown = separator === ';' ? expected.replace('.', ',') : expected
        assert.deepEqual([line['amount'], line['unpaid_amount'], line['currency']], [shown, shown, currency])
      }
  })
})

describe('a CSV', () => {
  test('is a file with a line for each item, newest bundle first, amounts in whole units, without deleted bundles', async () => {
    const { status, headers, text } = await app.as(treasurer).get(csv)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(headers.get('content-disposition'), 'attachment; filename="transaction_bundles.csv"')
    const place = (item: string, { id }: { id: number }) => `${first.id},${item},${id},`
    assert.deepEqual(text.split('\r\n'), [
      header,
      `${second.id},transaction,${second.transactions[0].id},2025-01-01T00:00:00.000Z,,${ben},Ben,Nevis,1234,JPY,0,0,,,,"a\nb",1234,,0,0,`,
      `${place('transaction', paid)}2026-03-01T23:30:00.000Z,,${ann},Ann,'=1+1,100.00,EUR,0.00,0.00,Cheque,Looked at,,,100.00,,0.00,0.00,`,
      `${place('transaction', repaid)}2026-04-02T00:00:00.000Z,,${ben},Ben,Nevis,25.00,EUR,5.00,1.00,,Valid,SPRING,,25.00,,0.00,0.00,`,
      `${place('membership', joined)}${joined.start_date},${joined.end_date},${ann},Ann,'=1+1,30.00,EUR,,,,,,,,30.00,,,`,
      `${place('donation', given)}${given.date},,${ann},Ann,'=1+1,90.00,EUR,,,,,,,,90.00,,,`,
      `${place('donation', later)}${later.date},,${ben},Ben,Nevis,5.00,EUR,,,,,,,,5.00,,,`,
      `${place('refund', refund)}${refund.date},,${ben},Ben,Nevis,5.00,EUR,,,,,,,-5.00,,5.00,0.00,`,
      `${place('return', returned)}${returned.date},,${ben},Ben,Nevis,1.00,EUR,,,,,,,-1.00,,0.00,1.00,`,
      '',
    ])
  })

  test('of another space, or without results, has only a header', async () => {
    assert.deepEqual(await linesOf(`?contact_id=${ann}`, await aTreasurer(app)), [header])
    assert.deepEqual(await linesOf('?updated_since=9000-01-01'), [header])
  })

  test('suits a French spreadsheet on request: semicolons, decimal commas, a byte order mark', async () => {
    const response = await fetch(`${app.url}${csv}?separator=%3B&bom=true`, {
      headers: { authorization: `Bearer ${treasurer.token}` },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    const [names, ...lines] = cells(bytes.toString().slice(1), ';')
    assert.equal(names!.join(), header)
    assert.deepEqual(pick(lines, '8'), ['1234', '100,00', '25,00', '30,00', '90,00', '5,00', '5,00', '1,00'])
    assert.equal((await linesOf('?separator=tab'))[0], header.replaceAll(',', '\t'), 'tabs, and no mark')
  })

  test('in French has French headings, words and days, and a column for each kind of amount', async () => {
    assert.deepEqual(await linesOf('?language=fr&separator=%3B&date_from=2026-01-01'), [
      french_items,
      `${first.id};Paiement;${paid.id};01/03/2026;;${ann};Ann;'=1+1;100,00;100,00;;EUR;0,00;0,00;Chèque;Looked at;;;`,
      `${first.id};Paiement;${repaid.id};02/04/2026;;${ben};Ben;Nevis;25,00;25,00;;EUR;0,00;0,00;;Valid;SPRING;;`,
      `${first.id};Adhésion;${joined.id};01/03/2026;31/12/2026;${ann};Ann;'=1+1;;;30,00;EUR;;;;;;;`,
      `${first.id};Don;${given.id};01/03/2026;;${ann};Ann;'=1+1;;;90,00;EUR;;;;;;;`,
      `${first.id};Don;${later.id};02/04/2026;;${ben};Ben;Nevis;;;5,00;EUR;;;;;;;`,
      `${first.id};Remboursement;${refund.id};02/04/2026;;${ben};Ben;Nevis;;-5,00;;EUR;5,00;0,00;;;;;`,
      `${first.id};Rejet bancaire;${returned.id};02/04/2026;;${ben};Ben;Nevis;;-1,00;;EUR;0,00;1,00;;;;;`,
    ])
  })

  test('has a line for each payment on request, in words or for programs', async () => {
    assert.deepEqual(await linesOf('?language=en&lines=payments'), [
      english_payments,
      `${second.id},Payment,${second.transactions[0].id},2025-01-01,${ben},Ben,Nevis,1234,1234,JPY,0,0,,,,"a\nb"`,
      `${first.id},Payment,${paid.id},2026-03-01,${ann},Ann,'=1+1,100.00,100.00,EUR,0.00,0.00,Cheque,Looked at,,`,
      `${first.id},Payment,${repaid.id},2026-04-02,${ben},Ben,Nevis,25.00,25.00,EUR,0.00,0.00,,Valid,SPRING,`,
      `${first.id},Refund,${refund.id},2026-04-02,${ben},Ben,Nevis,,-5.00,EUR,5.00,0.00,,,,`,
      `${first.id},Returned by the bank,${returned.id},2026-04-02,${ben},Ben,Nevis,,-1.00,EUR,0.00,1.00,,,,`,
    ])
    const [names, line] = await linesOf('?lines=payments&date_to=2025-12-31')
    assert.equal(names, payments_header)
    assert.match(line!, /,2025-01-01T00:00:00\.000Z,/)
    assert.deepEqual(await linesOf('?lines=items'), await linesOf(''))
  })

  test('with a line for each payment leaves out payments of a matching bundle that do not match themselves', async () => {
    for (const [query, ids] of [
      ['date_from=2026-04-01', [repaid.id, refund.id, returned.id]],
      [`status_id=${status}`, [paid.id]],
      ['code_campaign=spring', [repaid.id, refund.id, returned.id]],
      ['payment_method_kind=cheque', [paid.id]],
      [`contact_id=${ann}`, [paid.id, repaid.id, refund.id, returned.id]],
    ] as const) {
      const lines = (await linesOf(`?lines=payments&${query}`)).slice(1)
      const found = lines.map(line => Number(line.split(',')[1]))
      assert.deepEqual(found, ids, query)
    }
  })

  test('of more bundles than are read at once has each of them once and in order', async () => {
    const person = await aTreasurer(app)
    const { id } = await aBundle(app, person, {
      transactions: [payment(await aContactId(app, person), { comment: 'é' })],
    })
    await app.owner`
      insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
      select b.group_id, n.id, created_at, updated_at, created_by,
             replace(document, ${`"transaction_bundle_id":${id}`}, '"transaction_bundle_id":' || n.id)
      from transaction_bundles b, (select nextval('transaction_bundles_id_seq') as id from generate_series(1, 1000)) n
      where b.group_id = ${person.space} and b.id = ${id}`
    const [, ...lines] = cells((await app.as(person).get(csv)).text)
    const ids = lines.map(([bundle]) => Number(bundle))
    assert.deepEqual([ids.length, new Set(ids).size], [1001, 1001])
    assert.ok(
      ids.every((id, index) => index === 0 || id < ids[index - 1]!),
      'newest first',
    )
    assert.ok(lines.every(line => line[15] === 'é'))
  })
})

describe('a spreadsheet', () => {
  test('is a file with the rows of the CSV, with days and numbers as such', async () => {
    const { response, name, heading, rows } = await workbook('?language=fr&date_from=2026-01-01')
    const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    assert.equal(response.headers.get('content-type'), media)
    assert.equal(response.headers.get('content-disposition'), 'attachment; filename="transaction_bundles.xlsx"')
    assert.deepEqual([name, heading.join(';'), rows.length], ['Paiements', french_items, 7])
    const [paid, , joined] = rows
    assert.deepEqual(values(paid!).slice(5), [
      ann,
      'Ann',
      '=1+1',
      100,
      100,
      undefined,
      'EUR',
      0,
      0,
      'Chèque',
      'Looked at',
    ])
    assert.deepEqual([dayIn(paid![3]), paid![3]!.format, paid![8]!.format], ['2026-03-01', 'dd/mm/yyyy', '#,##0.00'])
    assert.deepEqual(values(joined!).slice(5), [ann, 'Ann', '=1+1', undefined, undefined, 30, 'EUR'])
    assert.deepEqual([joined![1]!.value, dayIn(joined![4])], ['Adhésion', '2026-12-31'])
  })

  test('accepts the filters of the list, and one row per payment; another space has none', async () => {
    const { heading, rows } = await workbook('?language=en&lines=payments&date_to=2025-12-31')
    assert.deepEqual([heading.join(), rows.length], [english_payments, 1])
    const [row] = rows as [(ReadCell | undefined)[]]
    assert.deepEqual(
      [row[3]!.format, row[8]!.value, row[8]!.format, row[9]!.value, row[15]!.value],
      ['yyyy-mm-dd', 1234, '#,##0', 'JPY', 'a\nb'],
    )
    assert.deepEqual((await workbook('?contact_id=999999999')).rows, [])
    assert.deepEqual((await workbook(`?contact_id=${ann}`, await aTreasurer(app))).rows, [])
  })

  test('is in the language of the caller, or of the space, unless another is requested', async () => {
    const french = await aUser(app, treasurer.space, { role: 'admin' })
    await app.owner`update users set locale = 'fr-FR' where group_id = ${french.space} and id = ${french.id}`
    const undecided = await aUser(app, treasurer.space, { role: 'admin' })
    await app.owner`update users set locale = '' where group_id = ${undecided.space} and id = ${undecided.id}`
    const nameFor = async (person: Person, query = '') => (await workbook(query, person)).name
    for (const [locale, name] of [
      ['en-GB', 'Payments'],
      ['fr', 'Paiements'],
    ] as const) {
      await app.owner`update spaces set locale = ${locale} where id = ${treasurer.space}`
      assert.equal(await nameFor(undecided), name)
      assert.equal(await nameFor(french), 'Paiements')
    }
    assert.equal(await nameFor(french, '?language=en'), 'Payments')
  })
})

describe('sums of columns', async () => {
  const person = await aTreasurer(app)
  const contact = await aContactId(app, person)
  for (const [index, [date, next]] of [
    ['2026-01-31T23:59:59Z', '2026-02-28T23:59:59Z'],
    ['2026-02-01', '2026-03-01'],
    ['2026-02-14T10:00:00Z', '2026-03-14T10:00:00Z'],
    ['2026-03-01', '2026-04-01'],
  ].entries())
    await aBundle(app, person, {
      transactions: [
        payment(contact, { amount: 5001 + index, date, reimbursed_amount: 10 * index, unpaid_amount: index }),
        // A second payment of the bundle, a month later.
        payment(contact, { amount: 307, date: next }),
      ],
      memberships: [payment(contact, { amount: 2000 })],
      donations: [payment(contact, { amount: 3001 }), payment(contact, { amount: 7 })],
    })
  // A payment of January that went back in March.
  const returned_later = await aBundle(app, person, {
    transactions: [payment(contact, { amount: 4000, date: '2026-01-20' })],
  })
  const back = { amount: 4000, reason: 'Returned', date: '2026-03-20' }
  await app.as(person).post(`/v1/transactions/${returned_later.transactions[0].id}/refunds`, back)
  const statisticsOf = async (from: string, to: string) => {
    const { body } = await app.as(person).get(`/v1/statistics/money?from=${from}&to=${to}`)
    return (name: string) => body.data.months.reduce((sum: number, month: any) => sum + month[name], 0)
  }

  test('are the statistics of a span, a row per payment', async () => {
    for (const [from, to] of [
      ['2026-02-01', '2026-02-28'],
      ['2026-01-01', '2026-03-31'],
      ['2026-03-01', '2026-03-31'],
    ] as const) {
      const total = await statisticsOf(from, to)
      const file = await workbook(`?language=en&lines=payments&date_from=${from}&date_to=${to}`, person)
      assert.ok(total('collected') > 0)
      assert.equal(file.rows.filter(row => row[1]?.value === 'Payment').length, total('transactions'))
      assert.equal(sumOf(file, 'Refunded'), total('refunded'))
      assert.equal(sumOf(file, 'Unpaid'), total('unpaid'))
      assert.equal(sumOf(file, 'Paid'), total('collected'))
    }
  })
})
