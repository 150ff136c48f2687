import assert from 'node:assert/strict'
import { membership_states } from '../contacts/core/search_conditions.ts'
import type { TestApp } from './harness.ts'
import { movementsOf } from './ledger.ts'
import type { Person } from './people.ts'
import type { ReplyBody } from './reply_body.ts'
import { queryOf, searchAs } from './search.ts'
import { readWorkbook } from './workbooks.ts'

// What lists, sums, statistics, files and the ledger say of the same payments, which are in euros.

const span = 'from=2020-01-01&to=2030-12-31'

const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)

/** Asserts that every place says the same, month by month. `money`: the accounts of money; without, the ledger books some of it on other days. */
export async function checkFigures(app: TestApp, person: Person, money?: string[]) {
  const read = async (path: string) => (await app.as(person).get(path)).body.data
  const { months } = await read(`/v1/statistics/money?${span}`)
  for (const { month, collected, refunded, unpaid } of months) {
    const [from, to] = [`${month}-01`, lastDayOf(month)]
    const days = `date_from=${from}&date_to=${to}`
    const file = await columnsOf(app, person, `${days}&language=en&lines=payments`)
    assert.deepEqual(
      [file['Paid'], file['Refunded'], file['Unpaid']],
      [collected, refunded, unpaid],
      `file of ${month}`,
    )
    const [sums] = await read(`/v1/transaction_bundles/sums?${days}`)
    assert.deepEqual([sums?.collected ?? 0, sums?.unpaid ?? 0], [collected, unpaid], `list of ${month}`)
    const [owed] = await read(`/v1/transaction_bundles/sums?${days}&state=unpaid`)
    const { total } = (await app.as(person).get(`/v1/transaction_bundles?${days}&state=unpaid&limit=1`)).body
    assert.equal(total > 0, (owed?.unpaid ?? 0) > 0, `unpaid of ${month}`)
    if (money) {
      const movements = await movementsOf(app, person, `?from=${from}&to=${to}`)
      assert.equal(sum(money.map(account => movements[`${account} EUR`] ?? 0)), collected, `ledger of ${month}`)
    }
  }
  const total = (name: string) => sum(months.map((month: ReplyBody) => month[name]))
  const [all] = await read('/v1/transaction_bundles/sums')
  const [owed] = await read('/v1/transaction_bundles/sums?state=unpaid')
  assert.deepEqual([all?.unpaid ?? 0, owed?.unpaid ?? 0], [total('unpaid'), total('unpaid')], 'unpaid')
  const { body: list } = await app.as(person).get('/v1/transaction_bundles?state=unpaid&limit=1')
  assert.equal(list.total > 0, total('unpaid') > 0)
  assert.ok(total('donations') + total('memberships') <= Math.max(total('collected'), 0))
  await checkWorkbook(app, person, total('collected'))
  await checkMembers(app, person)
}

const lastDayOf = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** The sums of the columns of the CSV, in cents. */
async function columnsOf(app: TestApp, person: Person, query: string): Promise<Record<string, number>> {
  const { text } = await app.as(person).get(`/v1/transaction_bundles.csv?${query}`)
  const [head = '', ...lines] = text.trim().split('\r\n')
  return Object.fromEntries(
    head.split(',').map((name, at) => [name, sum(lines.map(line => cents(line.split(',')[at] ?? '')))]),
  )
}

const cents = (text: string) => (/^-?\d+\.\d\d$/.test(text) ? Math.round(Number(text) * 100) : 0)

async function checkWorkbook(app: TestApp, person: Person, collected: number) {
  const response = await fetch(`${app.url}/v1/transaction_bundles.xlsx?language=en`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  const rows = readWorkbook(Buffer.from(await response.arrayBuffer()))[0]?.rows ?? []
  const at = rows[0]?.findIndex(cell => cell?.value === 'Paid') ?? -1
  const paid = rows.slice(1).map(row => Math.round(Number(row[at]?.value ?? 0) * 100))
  assert.equal(sum(paid), collected, 'spreadsheet')
}

/** Every contact has one state, which its summary shows and the search finds. */
async function checkMembers(app: TestApp, person: Person) {
  const { searched } = searchAs(app, person)
  const found = await Promise.all(
    membership_states.map(async value => {
      const { contacts } = await searched(queryOf({ attr: 'membership', ope: 'eql', value }))
      return contacts.map(({ id }: ReplyBody): [number, string] => [id, value])
    }),
  )
  const everyone = (await searched({ $all: [] })).contacts
  assert.equal(found.flat().length, everyone.length)
  for (const [id, state] of found.flat()) {
    const { body } = await app.as(person).get(`/v1/contacts/${id}/summary`)
    assert.equal(body.data.membership.state, state)
  }
}
