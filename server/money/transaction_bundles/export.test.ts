import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, bundleAt, payment } from '../../test/money.ts'
import { aUser, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const treasurer = await aTreasurer(app)
const path = '/v1/transaction_bundles.csv'
const header =
  'bundle_id,item,id,date,end_date,contact_id,firstname,surname,amount,currency,reimbursed_amount,unpaid_amount,payment_method_kind,status,' +
  'code_campaign,comment'

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

const download = async (person: Person, query = '') => (await app.as(person).get(`${path}${query}`)).text
/** Every line but the first, each as an object. */
async function linesFor(person: Person, query = '', separator = ',') {
  const [names, ...lines] = cells(await download(person, query), separator)
  return lines.map(line => Object.fromEntries(names!.map((name, index) => [name, line[index]])))
}
const other = await aTreasurer(app)
/** The one line that a payment makes. */
async function lineOf(transaction: object, contact: object = {}, query = '', separator = ',') {
  const id = await aContactId(app, other, { ...contact })
  await aBundle(app, other, { transactions: [payment(id, { ...transaction })] })
  return (await linesFor(other, `?contact_id=${id}${query}`, separator))[0]!
}

describe('a download', async () => {
  const ann = await aContactId(app, treasurer, { firstname: 'Ann', surname: 'Arbor' })
  const ben = await aContactId(app, treasurer, { firstname: 'Ben', surname: 'Nevis' })
  const status = (await aStatus(app, treasurer, { name: 'Looked at' })).id
  const first = await aBundle(app, treasurer, {
    transactions: [
      payment(ann, {
        amount: 123456,
        reimbursed_amount: 5,
        unpaid_amount: 50,
        date: '2026-03-01T12:00:00+02:00',
        payment_method_kind: 'Card',
        code_campaign: 'SPRING',
        comment: 'thanks',
        status_id: status,
      }),
    ],
    memberships: [payment(ann, { amount: 3000, comment: 'joins' })],
    donations: [payment(ben, { amount: 7, comment: 'gives' })],
  })
  const second = await aBundle(app, treasurer, {
    transactions: [payment(ben, { date: '2025-01-01', status_id: null })],
  })

  test('is a CSV that a browser saves as a file', async () => {
    const { status, headers, text } = await app.as(treasurer).get(path)
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(headers.get('content-disposition'), 'attachment; filename="transaction_bundles.csv"')
    assert.ok(text.startsWith(`${header}\r\n`))
  })

  test('has a line for each item, newest bundle first, amounts in whole units', async () => {
    const place = (item: string, { id }: { id: number }) => `${first.id},${item},${id},`
    const [paid, joined, given] = [first.transactions[0], first.memberships[0], first.donations[0]]
    assert.deepEqual((await download(treasurer)).split('\r\n').slice(1), [
      `${second.id},transaction,${second.transactions[0].id},2025-01-01T00:00:00.000Z,,${ben},Ben,Nevis,10.00,EUR,0.00,0.00,,,,`,
      `${place('transaction', paid)}2026-03-01T10:00:00.000Z,,${ann},Ann,Arbor,1234.56,EUR,0.05,0.50,Card,Looked at,SPRING,thanks`,
      `${place('membership', joined)}${joined.start_date},${joined.end_date},${ann},Ann,Arbor,30.00,EUR,,,,,,joins`,
      `${place('donation', given)}${given.date},,${ben},Ben,Nevis,0.07,EUR,,,,,,gives`,
      '',
    ])
  })

  test('accepts the filters of the list', async () => {
    const idsFor = async (query: string) => [
      ...new Set((await linesFor(treasurer, query)).map(line => Number(line.bundle_id))),
    ]
    assert.deepEqual(await idsFor('?date_to=2025-01-01'), [second.id])
    assert.deepEqual(await idsFor(`?contact_id=${ann}`), [first.id])
    assert.deepEqual(await idsFor(`?contact_id=${ben}`), [second.id, first.id])
    assert.deepEqual(await idsFor(`?status_id=${status}&code_campaign=SPRING&date_from=2026-01-01`), [first.id])
    assert.deepEqual(await idsFor('?updated_since=9000-01-01'), [])
  })

  test('without results has only a header', async () => {
    assert.equal(await download(await aTreasurer(app)), `${header}\r\n`)
  })

  test('suits a French spreadsheet on request: semicolons, decimal commas, a byte order mark', async () => {
    const response = await fetch(`${app.url}${path}?separator=%3B&bom=true`, {
      headers: { authorization: `Bearer ${treasurer.token}` },
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
    const text = bytes.toString().slice(1)
    assert.ok(text.startsWith(`${header.replaceAll(',', ';')}\r\n`))
    const lines = cells(text, ';')
    assert.deepEqual(
      lines.slice(1).map(line => line[8]),
      ['10,00', '1234,56', '30,00', '0,07'],
    )
    assert.deepEqual(new Set(lines.map(line => line.length)), new Set([16]))
  })

  test('has tabs on request, and a byte order mark only on request', async () => {
    const text = await download(treasurer, '?separator=tab')
    assert.ok(text.startsWith(`${header.replaceAll(',', '\t')}\r\n`))
  })

  for (const query of ['separator=x', 'separator=', 'bom=1', 'date_from=soon', 'contact_id=x']) {
    test(`with ${query} is refused as a problem`, async () => {
      const answer = await app.as(treasurer).get(`${path}?${query}`)
      assert.deepEqual(refusal(answer), [422, 'invalid_request', `query.${query.split('=')[0]}`])
      assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
    })
  }

  test('needs a token, and permission to see payments; refusals are problem documents', async () => {
    const anonymous = await app.as().get(path)
    assert.deepEqual(refusal(anonymous), [401, 'unauthenticated'])
    const user = await app.as(await aUser(app, treasurer.space)).get(path)
    assert.deepEqual(refusal(user), [403, 'forbidden'])
    for (const { headers } of [anonymous, user])
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  })

  test('shows nothing of another space', async () => {
    const other_space_user = await aTreasurer(app)
    assert.equal(await download(other_space_user, `?contact_id=${ann}`), `${header}\r\n`)
  })

  test('leaves out deleted bundles', async () => {
    const { id } = await aBundle(app, treasurer)
    await app.as(treasurer).delete(bundleAt(id))
    assert.ok((await linesFor(treasurer)).every(line => line.bundle_id !== String(id)))
  })
})

describe('cells', () => {
  for (const start of ['=', '+', '-', '@', ' =', '\u00a0@', '\ufeff=', '＝', '＋', '－', '＠']) {
    test(`a text that begins with ${JSON.stringify(start)} is not a formula`, async () => {
      const text = `${start}1+cmd|' /C calc'!A0`
      const line = await lineOf({ comment: text, code_campaign: text }, { firstname: text, surname: text })
      for (const cell of ['comment', 'code_campaign', 'firstname', 'surname']) assert.equal(line[cell], `'${text}`)
    })
  }

  for (const start of ['\t', '\r', '\n', '\n=', '\r\n ＝']) {
    test(`a comment that begins with ${JSON.stringify(start)} is not a formula`, async () => {
      const { comment } = await lineOf({ comment: `${start}1+1` })
      assert.ok(comment?.startsWith("'"), comment)
      assert.doesNotMatch(comment ?? '', /(^|[\r\n])\s*[=＝]/)
    })
  }

  test('a spreadsheet that expects another separator finds no formula either', async () => {
    for (const [query, separator, text] of [
      ['', ',', 'a;=1+1'],
      ['', ',', 'a; ＝1+1'],
      ['', ',', 'a\t@SUM(1)'],
      ['', ',', 'a\n-1'],
      ['&separator=%3B', ';', 'a,=1+1'],
      ['&separator=tab', '\t', 'a,b;+1'],
    ] as const) {
      const person = await aTreasurer(app)
      const contact = await aContactId(app, person)
      await aBundle(app, person, { transactions: [payment(contact, { comment: text })] })
      const { text: file } = await app.as(person).get(`${path}?contact_id=${contact}${query}`)
      const cells = file.split(/[,;\t\r\n]/).map(cell => cell.replace(/^"/, '').trim())
      assert.deepEqual(
        cells.filter(cell => /^[=+\-@＝＋－＠]/.test(cell)),
        [],
        `${JSON.stringify(text)} behind ${JSON.stringify(separator)}`,
      )
    }
  })

  test('any text with a possible separator is quoted', async () => {
    for (const text of ['a,b', 'a;b', 'a\tb']) {
      const person = await aTreasurer(app)
      await aBundle(app, person, { transactions: [payment(await aContactId(app, person), { comment: text })] })
      for (const query of ['', '?separator=%3B', '?separator=tab']) {
        const file = (await app.as(person).get(`${path}${query}`)).text
        assert.ok(file.includes(`"${text}"`), `${JSON.stringify(text)} ${query}`)
      }
    }
  })

  test('amounts have the decimals of ISO 4217', async () => {
    const expected: [string, number, string][] = [
      ['EUR', 123_456, '1234.56'],
      ...'HUF IDR COP PKR ALL AFN IRR KPW LAK LBP MGA MMK SOS SYP YER VED'
        .split(' ')
        .map((code): [string, number, string] => [code, 123_456, '1234.56']),
      ['jpy', 123_456, '123456'],
      ['XAF', 7, '7'],
      ['IQD', 123_456, '123.456'],
      ['KWD', 7, '0.007'],
      ['CLF', 123_456, '12.3456'],
    ]
    const person = await aTreasurer(app)
    const contact = await aContactId(app, person)
    const transactions = expected.map(([currency, amount]) => payment(contact, { currency, amount }))
    await aBundle(app, person, { transactions })
    const lines = (await linesFor(person)).map(({ currency, amount }) => [currency, amount])
    assert.deepEqual(
      lines,
      expected.map(([currency, , written]) => [currency, written]),
    )
  })

  test('a status named like a formula is not a formula', async () => {
    const person = await aTreasurer(app)
    const { id } = await aStatus(app, person, { name: '=HYPERLINK("http://x")' })
    await aBundle(app, person, { transactions: [payment(await aContactId(app, person), { status_id: id })] })
    assert.equal((await linesFor(person))[0]!.status, '\'=HYPERLINK("http://x")')
  })

  for (const text of ['"quoted"', 'one\ntwo\r\nthree', 'a,b', 'a;b', 'a\tb', '"', ',', 'é漢🏳️‍🌈', "O'Neill"]) {
    test(`${JSON.stringify(text)} is exported correctly, with any separator`, async () => {
      for (const [query, separator] of [
        ['', ','],
        ['&separator=%3B', ';'],
        ['&separator=tab', '\t'],
      ] as const) {
        const line = await lineOf({ comment: text }, { surname: text }, query, separator)
        assert.deepEqual([line.comment, line.surname], [text, text])
      }
    })
  }

  const amounts: [amount: number, currency: string, shown: string][] = [
    [1234, 'JPY', '1234'],
    [1234, 'jpy', '1234'],
    [0, 'JPY', '0'],
    [1234, 'KWD', '1.234'],
    [5, 'eur', '0.05'],
    [0, 'EUR', '0.00'],
    [Number.MAX_SAFE_INTEGER, 'EUR', '90071992547409.91'],
  ]
  for (const [amount, currency, shown] of amounts) {
    test(`${amount} of ${currency} is ${shown}`, async () => {
      const line = await lineOf({ amount, currency })
      assert.deepEqual([line.amount, line.currency], [shown, currency])
    })
  }
})

test('1,200 bundles are streamed completely, each once and in order', async () => {
  const person = await aTreasurer(app)
  const { id } = await aBundle(app, person, {
    transactions: [payment(await aContactId(app, person), { comment: 'é' })],
  })
  const copies = await app.owner<{ id: number }[]>`
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
    select b.group_id, n.id, created_at, updated_at, created_by,
           replace(replace(document, '"comment":"é"', '"comment":"' || repeat('é', 500) || '"'),
             ${`"transaction_bundle_id":${id}`}, '"transaction_bundle_id":' || n.id)
    from transaction_bundles b, (select nextval('transaction_bundles_id_seq') as id from generate_series(1, 1199)) n
    where b.group_id = ${person.space} and b.id = ${id}
    returning id`
  await app.owner`
    insert into items (group_id, bundle_id, kind, id, contact_id, date, amount, currency, payment_method_kind, code_campaign, reimbursed_amount,
      unpaid_amount)
    select group_id, n.id, kind, nextval('transactions_id_seq'), contact_id, date, amount, currency, payment_method_kind, code_campaign,
      reimbursed_amount, unpaid_amount
    from items t, unnest(${copies.map(copy => copy.id)}::bigint[]) as n (id)
    where t.group_id = ${person.space} and t.bundle_id = ${id}`
  const lines = await linesFor(person)
  const ids = lines.map(line => Number(line.bundle_id))
  assert.equal(new Set(ids).size, 1200)
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  )
  assert.ok(lines.slice(0, -1).every(({ comment }) => comment === 'é'.repeat(500)))
})
