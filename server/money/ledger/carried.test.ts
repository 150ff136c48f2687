import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBankAccount, aBankLine, ignoreRow, matchRows } from '../../test/bank_rows.ts'
import { checkFec } from '../../test/fec_rules.ts'
import { startTestApp } from '../../test/harness.ts'
import {
  anAssociation,
  aPaidGift,
  balancesOf,
  carriedTo,
  cents,
  checkFile,
  entriesOf,
  type FecRow,
  fecFor,
  movementsOf,
  openByHand,
  rowsOf,
  validate,
} from '../../test/ledger.ts'
import { aBundle, aContactId, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { type Person, refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import type { ReplyBody } from '../../test/reply_body.ts'

const app = await startTestApp()

const year_2025 = '?from=2025-01-01&to=2025-12-31'

/** The balances of accounts in lines of a file. */
function balancesIn(rows: FecRow[]) {
  const sums: Record<string, number> = {}
  for (const { CompteNum, Debit, Credit } of rows)
    sums[`${CompteNum} EUR`] = (sums[`${CompteNum} EUR`] ?? 0) + cents(Debit) - cents(Credit)
  return sums
}

/** The treasurer and the payments of December: a gift of 80.00, and 20.00 that Léa paid without saying what for. */
async function aDecember() {
  const treasurer = await anAssociation(app)
  const lea = await aContactId(app, treasurer, { firstname: 'Léa', surname: 'Roy' })
  const gift = await aPaidGift(app, treasurer, '2024-12-20', 8000)
  const paid = payment(lea, { amount: 2000, date: '2024-12-22', payment_method_kind: 'cash' })
  const unexplained = await aBundle(app, treasurer, { transactions: [paid] })
  return { treasurer, gift, unexplained }
}

const opened_in_2025 = [
  'AN 2025-01-01 890000 → 411000 Léa Roy 20.00',
  'AN 2025-01-01 512000 → 890000 80.00',
  'AN 2025-01-01 530000 → 890000 20.00',
  'AN 2025-01-01 890000 → 120000 80.00',
]

const giveBack = (person: Person, bundle: ReplyBody, date: string, amount = 2000) =>
  app.as(person).post(`/v1/transactions/${bundle.transactions[0].id}/refunds`, { amount, reason: 'x', date })

describe('an accounting year', () => {
  test('opens with what accounts and people had, follows the year before, is fixed with it, and is in the tax file', async () => {
    const { treasurer, gift, unexplained } = await aDecember()
    const ask = app.as(treasurer)
    assert.equal((await giveBack(treasurer, unexplained, '2025-01-08')).status, 200)
    assert.deepEqual(await carriedTo(app, treasurer, '2025-01-01'), opened_in_2025)
    // Léa has her money back, and the bank has its balance of December.
    const held = { '120000 EUR': -8000, '411000 EUR': 0, '512000 EUR': 8000, '530000 EUR': 0, '890000 EUR': 0 }
    assert.deepEqual(await balancesOf(app, treasurer, year_2025), held)

    const [{ id }] = gift.transactions
    const change = (amount: number) =>
      ask.patch(bundleAt(gift.id), {
        transactions: [{ id, amount }],
        donations: [{ id: gift.donations[0].id, amount }],
      })
    assert.equal((await change(9000)).status, 200)
    const [, bank, , result] = await carriedTo(app, treasurer, '2025-01-01')
    assert.deepEqual([bank, result], ['AN 2025-01-01 512000 → 890000 90.00', 'AN 2025-01-01 890000 → 120000 90.00'])
    assert.equal((await change(8000)).status, 200)

    await validate(app, treasurer, '2024-12-31')
    const opening = await entriesOf(app, treasurer, '?journal=opening&to=2025-12-31')
    assert.deepEqual(
      pick(opening, 'number', 'state').map(String),
      [1, 2, 3, 4].map(number => `${number},validated`),
    )
    assert.deepEqual(
      opening.map(({ label, reference }) => `${reference} ${label}`),
      [...Array(3).fill('OUV/2025 À nouveau 2025'), 'RES/2024 Résultat 2024'],
    )
    const file = (await fecFor(app, treasurer, 'year=2024')).text
    assert.equal((await change(8500)).status, 200)
    await validate(app, treasurer, '2025-12-31')
    assert.deepEqual(await carriedTo(app, treasurer, '2025-01-01'), opened_in_2025)
    assert.deepEqual(await entriesOf(app, treasurer, '?journal=opening&to=2025-12-31'), opening)
    assert.equal((await fecFor(app, treasurer, 'year=2024')).text, file)

    const rows = checkFec((await fecFor(app, treasurer)).text)
    const first = rows.slice(0, 8)
    assert.deepEqual(
      [...new Set(pick(first, 'JournalCode', 'JournalLib', 'EcritureDate').map(String))],
      ['AN,À nouveaux,20250101'],
    )
    assert.equal(first[1]?.CompAuxLib, 'Léa Roy')
    assert.deepEqual(balancesIn(rows), held)
    assert.deepEqual(await balancesOf(app, treasurer, year_2025), held)
    assert.equal((await balancesOf(app, treasurer, '?from=2026-01-01'))['512000 EUR'], 8500)
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })

  test('is the same in list, sums, file and balances, before it is fixed and after', async () => {
    const { treasurer, unexplained } = await aDecember()
    await giveBack(treasurer, unexplained, '2025-01-08', 500)
    await aPaidGift(app, treasurer, '2025-01-01', 300)
    const read = async () => {
      const rows = await rowsOf(app, treasurer, year_2025)
      checkFile(rows)
      const balances = await balancesOf(app, treasurer, year_2025)
      assert.deepEqual(balancesIn(rows), balances)
      const entries = await entriesOf(app, treasurer, `${year_2025}&limit=1000`)
      const { data } = (await app.as(treasurer).get(`/v1/ledger/sums${year_2025}`)).body
      const amount = entries.reduce((sum, one) => sum + one.amount, 0)
      assert.deepEqual(data, [{ currency: 'EUR', amount, entries: entries.length }])
      for (const sort of ['date', '-date', 'amount', '-amount']) {
        const all = await entriesOf(app, treasurer, `${year_2025}&limit=1000&sort=${sort}`)
        const paged = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const query = `${year_2025}&limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`
          const { body } = await app.as(treasurer).get(`/v1/ledger${query}`)
          paged.push(...body.data)
          cursor = body.next_cursor
        }
        assert.deepEqual(paged, all, sort)
        assert.equal(new Set(pick(all, 'id')).size, entries.length)
      }
      assert.equal((await entriesOf(app, treasurer, `${year_2025}&account=530000`)).length, 2)
      assert.equal((await entriesOf(app, treasurer, '?from=2025-01-02&to=2025-12-31')).length, 1)
      return balances
    }
    const before = await read()
    assert.equal(before['530000 EUR'], 1500)
    await validate(app, treasurer, '2024-12-31')
    assert.deepEqual(await read(), before)
    assert.equal((await movementsOf(app, treasurer, year_2025))['530000 EUR'], -500)
    // Without a first day and over several years nothing counts twice; a span that begins within a year has its movements.
    for (const [query, cash] of [
      ['', 1500],
      ['?from=2024-01-01', 1500],
      ['?from=2025-01-02', -500],
    ] as const)
      assert.equal((await balancesOf(app, treasurer, query))['530000 EUR'], cash, query)
  })

  test('opens the same for the bank, whose differences of December keep their explanations', async () => {
    const { treasurer, gift } = await aDecember()
    const bank = await aBankAccount(app, treasurer, { ledger_account: '512000', opening_balance: 0 })
    const [matched, left] = [
      await aBankLine(app, treasurer, bank, { date: '2024-12-23', amount: 8000 }),
      await aBankLine(app, treasurer, bank, { date: '2024-12-30', amount: -700 }),
    ]
    const ids = { bundle_id: gift.id as number, transaction_id: gift.transactions[0].id as number }
    await matchRows(app, treasurer, matched, [{ kind: 'payment', ...ids, amount: 8000 }])
    await ignoreRow(app, treasurer, left)
    const months = async () => {
      const { data } = (await app.as(treasurer).get(`/v1/bank_months?bank_account_id=${bank}&limit=1000`)).body
      const shown = data.filter(({ month }: ReplyBody) => ['2024-12', '2025-01', '2025-12'].includes(month))
      return shown.map(({ book_balance, explanations }: ReplyBody) => [book_balance, explanations])
    }
    const expected = Array(3).fill([8000, [{ kind: 'ignored_lines', count: 1, amount: -700 }]])
    assert.deepEqual(await months(), expected)
    await validate(app, treasurer, '2024-12-31')
    assert.deepEqual(await months(), expected)
    assert.equal((await balancesOf(app, treasurer, '?from=2025-01-01&to=2025-01-31'))['512000 EUR'], 8000)
  })
})

describe('opening balances by hand', () => {
  const balances = (amount: number) => [
    { account: '512000', debit: amount },
    { account: '102000', credit: amount },
  ]

  test('are of one year, and what accounts hold in later ones is carried forward', async () => {
    const { treasurer } = await aDecember()
    const send = (year: number, list: object[]) =>
      app.as(treasurer).post('/v1/ledger/opening_balances', { year, balances: list })
    assert.equal((await send(2024, balances(50_000))).status, 200)
    assert.equal((await send(2024, balances(60_000))).status, 200)
    const later = await send(2025, balances(1000))
    assert.deepEqual(refusal(later), [409, 'conflict'])
    assert.match(later.body.detail, /on 2025-01-01 is carried forward.* those of 2024-01-01\. Change those, or remove/)
    assert.ok((await carriedTo(app, treasurer, '2025-01-01')).includes('AN 2025-01-01 512000 → 890000 680.00'))
    // The books can begin later than the payments.
    assert.equal((await send(2024, [])).status, 200)
    assert.equal((await send(2025, balances(1000))).status, 200)
    assert.deepEqual(await carriedTo(app, treasurer, '2025-01-01'), [])
    const bank = async (query: string) => (await balancesOf(app, treasurer, query))['512000 EUR']
    assert.deepEqual([await bank(year_2025), await bank(''), await bank('?to=2024-12-31')], [1000, 1000, 8000])
    assert.equal((await send(2025, [])).status, 200)
    await validate(app, treasurer, '2024-12-31')
    const fixed = await send(2025, balances(1000))
    assert.deepEqual(refusal(fixed), [409, 'conflict'])
    assert.match(fixed.body.detail, /on 2025-01-01 was carried forward when the year before was validated/)
  })

  test('of a later year that were entered before an upgrade stay in place of what would be carried forward', async () => {
    const { treasurer } = await aDecember()
    await openByHand(app, treasurer, 2024, ['512000', '102000', '890000'], 50_000)
    await openByHand(app, treasurer, 2025, ['512000', '102000', '890000'], 58_000)
    const bank = await aBankAccount(app, treasurer, { ledger_account: '512900', opening_balance: 0 })
    await aBankLine(app, treasurer, bank, { date: '2024-12-30', amount: 1 })
    for (const until of [null, '2024-12-31', '2025-12-31']) {
      if (until) await validate(app, treasurer, until)
      assert.deepEqual(await carriedTo(app, treasurer, '2025-01-01'), [])
      const opened = { '102000 EUR': -58_000, '512000 EUR': 58_000, '890000 EUR': 0 }
      assert.deepEqual(await balancesOf(app, treasurer, year_2025), opened)
      assert.deepEqual(await carriedTo(app, treasurer, '2026-01-01'), [
        'AN 2026-01-01 890000 → 102000 580.00',
        'AN 2026-01-01 512000 → 890000 580.00',
      ])
    }
    assert.deepEqual(await verificationFindings(app, treasurer.space), [])
  })
})

/** Years that a version validated which carried nothing forward. */
async function validatedBefore(person: Person, until: string) {
  await validate(app, person, until)
  await app.owner`
    delete from ledger_entries where group_id = ${person.space} and kind in ('carried_forward', 'result')`
}

test('years that were validated before an upgrade keep their files, and the next one opens with what they left', async () => {
  const { treasurer } = await aDecember()
  await aPaidGift(app, treasurer, '2025-03-01', 500)
  await validatedBefore(treasurer, '2026-02-28')
  const files = async () => [
    (await fecFor(app, treasurer, 'year=2024')).text,
    (await fecFor(app, treasurer, 'year=2025')).text,
  ]
  const before = await files()
  assert.equal((await balancesOf(app, treasurer, year_2025))['512000 EUR'], 8500)
  const opened = await carriedTo(app, treasurer, '2026-01-01')
  assert.deepEqual(opened, [
    'AN 2026-01-01 890000 → 120000 80.00',
    'AN 2026-01-01 890000 → 411000 Léa Roy 20.00',
    'AN 2026-01-01 512000 → 890000 85.00',
    'AN 2026-01-01 530000 → 890000 20.00',
    'AN 2026-01-01 890000 → 120000 5.00',
  ])
  await validate(app, treasurer, '2026-03-31')
  assert.deepEqual(await carriedTo(app, treasurer, '2026-01-01'), opened)
  assert.deepEqual(await carriedTo(app, treasurer, '2025-01-01'), [])
  const numbers = pick(await entriesOf(app, treasurer, '?journal=opening&from=2026-01-01&to=2026-12-31'), 'number')
  assert.deepEqual(numbers, [1, 2, 3, 4, 5])
  assert.deepEqual(await files(), before)
  assert.deepEqual(await verificationFindings(app, treasurer.space), [])
})

test('muster verify compares what is carried forward with the year before', async () => {
  const { treasurer } = await aDecember()
  await aPaidGift(app, treasurer, '2025-03-01', 500)
  await validate(app, treasurer, '2025-12-31')
  const group_id = treasurer.space
  const findings = async () => pick(await verificationFindings(app, group_id), 'what')
  assert.deepEqual(await findings(), [])
  const change = (amount: number) => app.owner`
    update ledger_entries set amount = amount + ${amount}
    where group_id = ${group_id} and kind = 'carried_forward' and date = '2026-01-01' and '512000' in (debit_account, credit_account)`
  await change(1)
  assert.deepEqual(await findings(), [
    'the entries that open the year on 2026-01-01 are not balanced in EUR',
    'what is carried forward to 2026-01-01 differs from the balance of 512000 EUR',
  ])
  await change(-1)
  await app.owner`
    delete from ledger_entries where group_id = ${group_id} and kind in ('carried_forward', 'result') and date = '2026-01-01'`
  assert.deepEqual(await findings(), ['the entries that open the year on 2026-01-01 are missing'])
})
