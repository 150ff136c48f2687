import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aStatus, aTreasurer, bundleAt, payment } from '../../test/money.ts'
import type { Person } from '../../test/people.ts'
import { refusal } from '../../test/people.ts'

const app = await startTestApp()
const path = '/v1/transaction_bundles'
const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const keysOf = (value: object) => Object.keys(value).sort()

/** A space of its own, with this many bundles of one contact. */
async function books(count: number) {
  const treasurer = await aTreasurer(app)
  const contact = await aContactId(app, treasurer)
  const ids: number[] = []
  for (let made = 0; made < count; made++)
    ids.unshift((await aBundle(app, treasurer, { transactions: [payment(contact)] })).id)
  return { treasurer, contact, ids, ask: app.as(treasurer) }
}

/** Follows the cursor to the end, and returns the ids of every page. */
async function walk(person: Person, query: string, between: () => Promise<unknown> = async () => {}) {
  const pages: number[][] = []
  for (let cursor: string | null = '', first = true; cursor !== null; first = false) {
    const { status, body } = await app
      .as(person)
      .get(`${path}?${query}${first ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
    assert.equal(status, 200)
    pages.push(idsOf(body.data))
    cursor = body.next_cursor
    await between()
  }
  return pages
}

describe('pages', async () => {
  const { treasurer, ids, ask } = await books(7)

  test('the list has an envelope with a total and a cursor, and is empty in a new space', async () => {
    const { body } = await ask.get(path)
    assert.deepEqual(
      [keysOf(body), body.status, body.total],
      [['data', 'next_cursor', 'status', 'total'], 'success', 7],
    )
    const empty = await app.as(await aTreasurer(app)).get(path)
    assert.deepEqual(empty.body, { status: 'success', data: [], total: 0, next_cursor: null })
  })

  test('the newest is first, and an update does not move a bundle', async () => {
    await ask.patch(bundleAt(ids[5]!), { transactions: [payment(await aContactId(app, treasurer))] })
    assert.deepEqual(idsOf((await ask.get(path)).body.data), ids)
  })

  test('limit and offset select a part of the list, and the total stays the whole', async () => {
    const { body } = await ask.get(`${path}?limit=3&offset=2`)
    assert.deepEqual([idsOf(body.data), body.total], [ids.slice(2, 5), 7])
    const beyond = (await ask.get(`${path}?offset=100`)).body
    assert.deepEqual([beyond.data, beyond.total, beyond.next_cursor], [[], 7, null])
  })

  test('the cursor returns every bundle exactly once, and is null at the end', async () => {
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const pages = await walk(treasurer, `limit=${limit}`)
      assert.deepEqual(pages.flat(), ids, `with a limit of ${limit}`)
      assert.ok(pages.every(page => page.length <= limit))
    }
  })

  test('the total is the same on every page of the cursor', async () => {
    const first = (await ask.get(`${path}?limit=4`)).body
    const second = (await ask.get(`${path}?limit=4&cursor=${first.next_cursor}`)).body
    assert.deepEqual([first.total, second.total, second.next_cursor], [7, 7, null])
  })

  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=x',
    'limit=1.5',
    'limit=',
    'offset=-1',
    'offset=x',
    'limit=1&limit=2',
  ]) {
    test(`${query} is refused`, async () => {
      const answer = await ask.get(`${path}?${query}`)
      assert.deepEqual(refusal(answer), [422, 'invalid_request', `query.${query.split('=')[0]}`])
    })
  }

  for (const cursor of ['garbage', '', '%00', 'YmVmb3JlOi0x', 'YmVmb3JlOng', 'x'.repeat(101)]) {
    test(`"${cursor.slice(0, 20)}" is not a cursor`, async () => {
      const answer = await ask.get(`${path}?cursor=${cursor}`)
      assert.deepEqual(refusal(answer), [422, 'invalid_request', 'query.cursor'])
    })
  }
})

describe('many bundles', async () => {
  const { treasurer, contact, ask } = await books(0)
  const { id } = await aBundle(app, treasurer, { transactions: [payment(contact)] })
  await app.owner`
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document)
    select group_id, nextval('transaction_bundles_id_seq'), created_at, updated_at, created_by, document
    from transaction_bundles, generate_series(1, 1049) where id = ${id}`
  await app.owner`insert into counters (group_id, name, delta) values (${treasurer.space}, 'transaction_bundles', 1049)`

  test('a page has a hundred by default and a thousand at most; a larger limit is capped', async () => {
    for (const [query, count] of [
      ['', 100],
      ['?limit=1000', 1000],
      ['?limit=1001', 1000],
      ['?limit=99999999999999999999', 1000],
    ])
      assert.equal((await ask.get(`${path}${query}`)).body.data.length, count)
    assert.equal((await ask.get(path)).body.total, 1050)
  })

  test('a capped page has a cursor to the rest', async () => {
    assert.deepEqual(
      (await walk(treasurer, 'limit=5000')).map(page => page.length),
      [1000, 50],
    )
  })
})

test('the cursor returns existing bundles exactly once while new ones are added', async () => {
  const { treasurer, contact, ids } = await books(9)
  const pages = await walk(treasurer, 'limit=2', () => aBundle(app, treasurer, { transactions: [payment(contact)] }))
  assert.deepEqual(pages.flat(), ids)
})

test('the cursor respects the filters', async () => {
  const { treasurer, contact, ids } = await books(6)
  const other = await aContactId(app, treasurer)
  await app.as(treasurer).patch(bundleAt(ids[1]!), { donations: [payment(other)] })
  await app.as(treasurer).patch(bundleAt(ids[4]!), { donations: [payment(other)] })
  assert.deepEqual(await walk(treasurer, `limit=1&contact_id=${other}`), [[ids[1]], [ids[4]], []])
  assert.deepEqual((await walk(treasurer, `limit=4&contact_id=${contact}`)).flat(), ids)
})

test('after fifty concurrent creations the total is right, and every bundle is in the list', async () => {
  const { treasurer, contact, ask } = await books(2)
  const sent = { transactions: [payment(contact)] }
  const answers = await Promise.all(Array.from({ length: 50 }, () => ask.post(path, sent)))
  const { body } = await ask.get(path)
  assert.deepEqual([body.total, body.data.length], [52, 52])
  assert.equal(answers.filter(answer => idsOf(body.data).includes(answer.body.data.id)).length, 50)
  assert.equal((await ask.get(`${path}?contact_id=${contact}`)).body.total, 52)
  assert.equal((await app.as(await aTreasurer(app, treasurer.space)).get(path)).body.total, 52)
})

describe('filters', async () => {
  const treasurer = await aTreasurer(app)
  const [ann, ben, cem] = [
    await aContactId(app, treasurer),
    await aContactId(app, treasurer),
    await aContactId(app, treasurer),
  ]
  const status = (await aStatus(app, treasurer)).id
  const march = await aBundle(app, treasurer, {
    transactions: [payment(ann, { date: '2026-03-31T23:59:59.999Z', code_campaign: 'SPRING', status_id: status })],
  })
  const april = await aBundle(app, treasurer, {
    transactions: [
      payment(ann, { date: '2026-04-01T00:00:00Z', code_campaign: 'SPRING' }),
      payment(ann, { date: '2026-06-01T00:00:00Z', status_id: status }),
    ],
    donations: [payment(ben)],
  })
  const may = await aBundle(app, treasurer, {
    transactions: [payment(ben, { date: '2026-05-01T01:00:00+02:00', code_campaign: 'spring' })],
    memberships: [payment(cem)],
  })
  const cases: [query: string, fitting: { id: number }[]][] = [
    ['', [may, april, march]],
    [`contact_id=${ann}`, [april, march]],
    [`contact_id=${ben}`, [may, april]],
    [`contact_id=${cem}`, [may]],
    ['contact_id=9000000', []],
    [`status_id=${status}`, [april, march]],
    ['code_campaign=SPRING', [may, april, march]],
    ['code_campaign=spring', [may, april, march]],
    ['code_campaign=', [april]],
    ['date_from=2026-04-01', [may, april]],
    ['date_from=2026-03-31T23:59:59.999Z&date_to=2026-03-31T23:59:59.999Z', [march]],
    ['date_to=2026-03-31', [march]],
    ['date_to=2026-03-31T23:59:59Z', []],
    ['date_to=2026-04-01', [april, march]],
    ['date_to=2026-04-30', [may, april, march]],
    ['date_from=2026-04-02&date_to=2026-05-31', [may]],
    ['date_from=2026-05-01', [april]],
    [`date_from=${encodeURIComponent('2026-05-01T01:00:00+02:00')}`, [may, april]],
    [`contact_id=${ann}&code_campaign=SPRING&date_from=2026-04-01`, [april]],
    [`contact_id=${ben}&status_id=${status}`, [april]],
    [`status_id=${status}&code_campaign=SPRING`, [march]],
    [`status_id=${status}&date_from=2026-06-01`, [april]],
    ['updated_since=2000-01-01', [may, april, march]],
    ['updated_since=9000-01-01', []],
    [`updated_since=${may.UpdatedAt}`, [may]],
  ]
  for (const [query, fitting] of cases) {
    test(`${query.replaceAll(/=\d{1,6}(?=&|$)/g, '=…') || 'no filter'} finds matching bundles, and counts them`, async () => {
      const { body } = await app.as(treasurer).get(`${path}?${query}`)
      assert.deepEqual(idsOf(body.data), idsOf(fitting))
      assert.equal(body.total, fitting.length)
      const page = (await app.as(treasurer).get(`${path}?${query}&limit=1`)).body
      assert.deepEqual([idsOf(page.data), page.total], [idsOf(fitting.slice(0, 1)), fitting.length])
    })
  }

  test('updated_since finds a changed bundle', async () => {
    const changed = await app.as(treasurer).patch(bundleAt(march.id), { donations: [payment(ann)] })
    const { body } = await app.as(treasurer).get(`${path}?updated_since=${changed.body.data.UpdatedAt}`)
    assert.deepEqual(idsOf(body.data), [march.id])
  })

  for (const query of [
    'contact_id=x',
    'contact_id=0',
    'status_id=1.5',
    'date_from=soon',
    'date_to=2026-02-30',
    'updated_since=1',
  ]) {
    test(`${query} is refused`, async () => {
      const answer = await app.as(treasurer).get(`${path}?${query}`)
      assert.deepEqual(refusal(answer), [422, 'invalid_request', `query.${query.split('=')[0]}`])
    })
  }

  test('another space sees nothing, whatever the filters', async () => {
    const other_space_user = await aTreasurer(app)
    for (const query of ['', `contact_id=${ann}`, `status_id=${status}`, 'code_campaign=SPRING']) {
      const { body } = await app.as(other_space_user).get(`${path}?${query}`)
      assert.deepEqual([body.data, body.total], [[], 0])
    }
  })
})
