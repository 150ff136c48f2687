import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, payment, statusOf } from '../../test/money.ts'
import { aUser, type Person, refusal } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
import { columns } from './fec.ts'

const app = await startTestApp()

type Row = Record<(typeof columns)[number], string>

async function rowsFor(person: Person, query = '', separator = '\t'): Promise<Row[]> {
  const { status, text } = await app.as(person).get(`/v1/ledger.csv${query}`)
  assert.equal(status, 200, text)
  const [head, ...lines] = text.split('\r\n').slice(0, -1)
  assert.equal(head, columns.join(separator))
  return lines.map(line => {
    const cells = line.split(separator)
    assert.equal(cells.length, 18)
    return Object.fromEntries(columns.map((name, i) => [name, cells[i]])) as Row
  })
}

const cents = (text: string) => {
  assert.match(text, /^\d+,\d\d$/)
  return Number(text.replace(',', ''))
}

/** What law and arithmetic require of every ledger file. */
function checkFile(rows: Row[]) {
  const sums = new Map<string, number>()
  for (const row of rows) {
    assert.ok((cents(row.Debit) === 0) !== (cents(row.Credit) === 0), 'a line is a debit or a credit')
    sums.set(row.EcritureNum, (sums.get(row.EcritureNum) ?? 0) + cents(row.Debit) - cents(row.Credit))
    for (const date of [row.EcritureDate, row.PieceDate, row.ValidDate]) assert.match(date, /^\d{8}$/)
    for (const name of ['JournalCode', 'JournalLib', 'CompteNum', 'CompteLib', 'PieceRef', 'EcritureLib'] as const)
      assert.notEqual(row[name], '', name)
  }
  for (const [number, sum] of sums) assert.equal(sum, 0, `entry ${number} is not balanced`)
  const numbers = [...new Set(rows.map(({ EcritureNum }) => Number(EcritureNum)))]
  assert.deepEqual(
    numbers,
    numbers.map((_, i) => i + 1),
    'numbers without a gap, in order',
  )
  const dates = rows.map(({ EcritureDate }) => EcritureDate)
  assert.deepEqual(dates, dates.toSorted())
}

const told = (rows: Row[]) =>
  rows.map(row => [row.JournalCode, row.CompteNum, row.CompAuxLib, row.Debit, row.Credit].join(' '))

describe('the ledger', () => {
  test('shows payments, their purpose, and refunds', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer, { firstname: 'Ann', surname: 'Tab\tbed' })
    const date = '2026-03-01T12:00:00Z'
    await aBundle(app, treasurer, {
      transactions: [payment(id, { amount: 8000, reimbursed_amount: 500, payment_method_kind: 'cheque', date })],
      memberships: [payment(id, { amount: 3000 })],
      donations: [payment(id, { amount: 5000, date })],
    })
    const rows = await rowsFor(treasurer)
    checkFile(rows)
    assert.deepEqual(told(rows), [
      'AD 411000 Ann Tab bed 50,00 0,00',
      'AD 754100  0,00 50,00',
      'AD 411000 Ann Tab bed 30,00 0,00',
      'AD 756000  0,00 30,00',
      'TR 511200  80,00 0,00',
      'TR 411000 Ann Tab bed 0,00 80,00',
      'TR 411000 Ann Tab bed 5,00 0,00',
      'TR 511200  0,00 5,00',
    ])
    assert.equal(rows[0]!.EcritureDate, '20260301')
    checkFile(await rowsFor(treasurer, '?separator=%7C', '|'))
  })

  test('a name cannot become a formula in a spreadsheet, nor swallow the following columns', async () => {
    const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
    const fronts = ['', ' ', '\u200b', '"', '\t', '|']
    const name = fc.tuple(fc.constantFrom(...fronts), fc.constantFrom(...signs), fc.string({ maxLength: 20 }))
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom('', 'x,', 'x; ', 'x"\t'), async (parts, front) => {
        const treasurer = await aTreasurer(app)
        const id = await aContactId(app, treasurer, { firstname: '', surname: front + parts.join('') })
        await aBundle(app, treasurer, { transactions: [payment(id)], donations: [payment(id)] })
        for (const [query, separator] of [
          ['', '\t'],
          ['?separator=%7C', '|'],
        ] as const) {
          const rows = await rowsFor(treasurer, query, separator)
          checkFile(rows)
          for (const cell of rows.flatMap(row => Object.values(row))) {
            assert.doesNotMatch(cell, /["\t|]/)
            assert.doesNotMatch(cell, /(^|[,;])[\s\p{Cf}]*[=+\-@＝＋－＠]/u)
          }
        }
      }),
      { numRuns: runs(20) },
    )
  })

  test('contains no pending or deleted payment', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    for (const kind of ['pending', 'unpaid', 'bank_error', 'cancel'])
      await aBundle(app, treasurer, {
        transactions: [payment(id, { status_id: await statusOf(app, treasurer.space, kind) })],
        donations: [payment(id)],
      })
    await aBundle(app, treasurer, { transactions: [payment(id, { unpaid_amount: 1000 })] })
    const removed = await aBundle(app, treasurer, { transactions: [payment(id)] })
    await app.as(treasurer).delete(`/v1/transaction_bundles/${removed.id}`)
    assert.deepEqual(await rowsFor(treasurer), [])
  })

  test('books an instalment when it is paid, and its purpose once, with the first', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    const at = (month: number) => payment(id, { amount: 1000, date: `2026-0${month}-15T10:00:00Z` })
    await aBundle(app, treasurer, { transactions: [at(3), at(1), at(2)], memberships: [payment(id, { amount: 3000 })] })
    const rows = await rowsFor(treasurer)
    checkFile(rows)
    assert.equal(rows.filter(({ CompteNum }) => CompteNum === '756000').length, 1)
    assert.equal(rows[0]!.EcritureDate, '20260115')
    const february = await rowsFor(treasurer, '?from=2026-02-01&to=2026-02-28')
    checkFile(february)
    assert.deepEqual(
      told(february).map(line => line.slice(0, 9)),
      ['TR 512000', 'TR 411000'],
    )
  })

  test('every entry is balanced and numbered without gaps, for any payments', async () => {
    const amount = fc.integer({ min: 0, max: 9_999_999 })
    const bundle = fc.record({
      paid: fc.array(fc.tuple(amount, fc.nat(50), fc.nat(50), fc.integer({ min: 1, max: 12 })), {
        minLength: 1,
        maxLength: 3,
      }),
      memberships: fc.array(amount, { maxLength: 2 }),
      donations: fc.array(amount, { maxLength: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(bundle, { minLength: 1, maxLength: 5 }), async bundles => {
        const treasurer = await aTreasurer(app)
        const id = await aContactId(app, treasurer)
        for (const { paid, memberships, donations } of bundles)
          await aBundle(app, treasurer, {
            transactions: paid.map(([amount, unpaid, back, month]) =>
              payment(id, {
                amount,
                unpaid_amount: Math.floor((amount * unpaid) / 100),
                reimbursed_amount: Math.floor((amount * back) / 100),
                date: `2026-${String(month).padStart(2, '0')}-10T10:00:00Z`,
              }),
            ),
            memberships: memberships.map(amount => payment(id, { amount })),
            donations: donations.map(amount => payment(id, { amount })),
          })
        const rows = await rowsFor(treasurer)
        checkFile(rows)
        const came = bundles.flatMap(({ paid }) =>
          paid.map(([amount, unpaid]) => amount - Math.floor((amount * unpaid) / 100)),
        )
        const booked = rows.filter(row => row.CompteNum === '512000').reduce((sum, row) => sum + cents(row.Debit), 0)
        assert.equal(
          booked,
          came.reduce((sum, amount) => sum + amount, 0),
        )
        const gone = rows.filter(row => row.CompteNum === '512000').reduce((sum, row) => sum + cents(row.Credit), 0)
        const { months } = (await app.as(treasurer).get('/v1/statistics/money?from=2026-01-01&to=2026-12-31')).body.data
        const collected = months.reduce((sum: number, month: { collected: number }) => sum + month.collected, 0)
        assert.equal(booked - gone, collected, 'what is left on the bank is what statistics say was collected')
      }),
      { numRuns: runs(12) },
    )
  })

  test('contains only its own space, and needs permission to see payments', async () => {
    const treasurer = await aTreasurer(app)
    await aBundle(app, await aTreasurer(app))
    assert.deepEqual(await rowsFor(treasurer), [])
    assert.deepEqual(refusal(await app.as().get('/v1/ledger.csv')).slice(0, 2), [401, 'unauthenticated'])
    assert.deepEqual(refusal(await app.as(await aUser(app, treasurer.space)).get('/v1/ledger.csv')).slice(0, 2), [
      403,
      'forbidden',
    ])
  })

  test('refuses other currencies, and a period that ends before it begins', async () => {
    const treasurer = await aTreasurer(app)
    const id = await aContactId(app, treasurer)
    await aBundle(app, treasurer, { transactions: [payment(id, { currency: 'CHF', date: '2026-05-05T00:00:00Z' })] })
    assert.deepEqual(refusal(await app.as(treasurer).get('/v1/ledger.csv')).slice(0, 2), [422, 'invalid_request'])
    assert.deepEqual(await rowsFor(treasurer, '?from=2026-01-01&to=2026-02-01'), [])
    assert.deepEqual(refusal(await app.as(treasurer).get('/v1/ledger.csv?from=2026-02-01&to=2026-01-01')).slice(0, 2), [
      422,
      'invalid_request',
    ])
  })
})
