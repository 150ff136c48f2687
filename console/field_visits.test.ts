import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { ActionForm } from '../sdk/operations.ts'
import { importWithoutScreens } from '../server/test/browser_globals.ts'
import type { Door, QueuedVisit } from './src/field/visits/doors.ts'
import { readVisit } from './src/field/visits/visit_input.ts'

const nadia = { firstname: 'Nadia' }
const rent = { id: 4, kind: 'survey', type: 'numeric', required_at_door: true, refvalues: [{ id: 40 }] }
const letter = {
  id: 5,
  kind: 'consent',
  type: 'radio',
  channel: 'mail',
  version: 2,
  refvalues: [{ id: 50, agrees: true }],
}
const forms = [rent, letter] as unknown as ActionForm[]

describe('the form of a visit', () => {
  const entered = {
    result: 'talked',
    who: 'unnamed',
    contact: {},
    comment: ' ',
    answers: { 4: ['640'] },
    half_dates: [],
  }
  const read = (change: object) => readVisit({ ...entered, ...change } as never, forms)

  test('is sent with what was answered, for the person who was met', () => {
    const [answer, consent] = [
      { form_id: 4, form_ref_id: 40, data: '640' },
      { form_id: 5, form_ref_id: 50, data: '', form_version: 2 },
    ]
    assert.deepEqual(read({ comment: ' Late ' }), { visit: { result: 'talked', comment: 'Late', formdatas: [answer] } })
    assert.deepEqual(read({ who: '7' }), { visit: { result: 'talked', formdatas: [answer], contact_id: 7 } })
    const contact = { ...nadia, mail: 'nadia@example.org' }
    const agreed = { who: 'new', contact: { ...contact, surname: ' ' }, answers: { 4: ['640'], 5: ['50'] } }
    assert.deepEqual(read(agreed), { visit: { result: 'talked', formdatas: [answer, consent], contact } })
    assert.deepEqual(
      read({ result: 'moved', who: 'new', answers: {} }),
      { visit: { result: 'moved' } },
      'nobody was met',
    )
  })

  for (const [change, wrong] of [
    [{ result: undefined }, ['result']],
    [{ answers: {} }, ['form 4']],
    [{ answers: { 4: ['a lot'] } }, ['form 4']],
    [{ result: 'refused', answers: { 4: ['a lot'] } }, ['form 4']],
    [{ half_dates: ['form 4'] }, ['form 4']],
    [{ who: 'new' }, ['firstname']],
    [{ who: 'new', contact: { mobile: '06' } }, ['mobile']],
    [{ who: 'new', contact: { mail: 'nadia' } }, ['mail']],
    [{ who: 'new', contact: nadia, answers: { 4: ['1'], 5: ['50'] } }, ['mail']],
  ] as const)
    test(`is wrong at ${wrong}: ${JSON.stringify(change)}`, () => {
      const { errors = {} } = read(change) as { errors?: object }
      assert.deepEqual(Object.keys(errors), wrong)
    })

  test('needs no answer after a refusal', () => assert.ok('visit' in read({ result: 'refused', answers: {} })))
})

/** The queue of the phone, with a database in memory, a server that answers as told, and no screens. */
async function loadQueue() {
  const memory = `const all = { people: new Map(), lists: new Map(), doors: new Map(), visits: new Map() }
    const keyOf = row => row.key ?? row.owner
    export const readRow = async (store, key) => all[store].get(key)
    export const readRows = async store => [...all[store].values()]
    export const writeRows = async (store, ...rows) => rows.forEach(row => all[store].set(keyOf(row), row))
    export const deleteRows = async (store, ...keys) => keys.forEach(key => all[store].delete(key))
    export async function updateRow(store, key, next) {
      const row = next(all[store].get(key))
      if (row === 'remove') all[store].delete(key)
      else if (row) all[store].set(key, row)
    }
    export const databaseExists = async () => true`
  const line = 'export const [isReachable, isSignedIn, signInSilently] = [async () => true, () => true, async () => {}]'
  // Not as a literal: its types need a browser.
  const sending: string = './src/field/visits/offline/send.ts'
  const [queue, { sendQueued }, { meQuery, queries }] = await importWithoutScreens(
    () =>
      Promise.all([
        import('./src/field/visits/offline/queue.ts'),
        import(sending) as Promise<{ sendQueued: () => Promise<void> }>,
        import('./src/api.ts'),
      ]),
    { folder: '/field/visits/', files: { 'database.ts': memory, 'connectivity.ts': line } },
  )
  const signIn = (id: number) => queries.setQueryData(meQuery.queryKey, { user: { id }, space: { id: 1 } } as never)
  return { ...queue, sendQueued, signIn }
}

describe('visits on the phone', () => {
  let phone: Awaited<ReturnType<typeof loadQueue>>
  let asked: { path: string; visits: QueuedVisit['visit'][] }[] = []
  let answer = (_visits: QueuedVisit['visit'][]): Response => Response.json({})
  const accepted = (visits: QueuedVisit['visit'][]) =>
    Response.json({ status: 200, data: { visits: visits.map(({ key }, index) => ({ key, id: index + 1 })) } })
  const door = (id: number) => ({ id, street: 'Rue Haute', house_number: `${id}` }) as Door
  const record = (...ids: number[]) => phone.enqueueVisits(3, ids.map(door), { result: 'absent' })
  const waiting = async () => (await phone.queuedVisits()).map(({ address_id }) => address_id)

  const { fetch } = globalThis
  after(() => Object.assign(globalThis, { fetch }))
  before(async () => {
    phone = await loadQueue()
    globalThis.fetch = async (url, { body, method } = {}) => {
      const visits = body ? JSON.parse(String(body)).data.visits : []
      asked.push({ path: `${method} ${new URL(String(url)).pathname}`, visits })
      return method === 'DELETE' ? Response.json({ status: 200, data: {} }) : answer(visits)
    }
  })
  beforeEach(async () => {
    phone.signIn(1)
    await phone.removeVisits(...(await phone.allQueuedVisits()).map(({ key }) => key))
    asked = []
    answer = accepted
  })

  test('are sent in order, each with its own key, and leave the queue once they are confirmed', async () => {
    await record(2, 1)
    await phone.sendQueued()
    assert.deepEqual(await waiting(), [])
    const [{ path, visits } = { path: '', visits: [] }, ...more] = asked
    assert.deepEqual([path, visits.map(({ address }) => address?.id), more], ['POST /actions/3/visits', [2, 1], []])
    assert.equal(new Set(visits.map(({ key }) => key)).size, 2)
    assert.ok(String(visits[0]?.date) < String(visits[1]?.date))
  })

  test('of another user of the phone are neither shown nor sent', async () => {
    await record(1)
    phone.signIn(2)
    await record(2)
    assert.deepEqual(await waiting(), [2])
    await phone.sendQueued()
    assert.deepEqual(
      asked.flatMap(({ visits }) => visits.map(({ address }) => address?.id)),
      [2],
    )
    assert.equal((await phone.allQueuedVisits()).length, 1)
  })

  test('are forgotten when they are undone before they were sent, and withdrawn afterwards', async () => {
    assert.deepEqual(await phone.undoVisits(await record(1)), [])
    await phone.sendQueued()
    assert.equal(asked.length, 0)
    const rows = await record(2)
    await phone.sendQueued()
    assert.equal((await phone.undoVisits(rows)).length, 1)
    await phone.sendQueued()
    assert.deepEqual(
      asked
        .slice(1)
        .map(({ path }) => path)
        .slice(0, 2),
      ['POST /actions/3/visits', 'DELETE /actions/3/visits/1'],
    )
    assert.equal(asked[1]?.visits[0]?.key, rows[0]?.key, 'the same key tells its id')
  })

  test('that are refused stay with the reason until they are tried again, and the others are sent', async () => {
    const errors = [{ location: 'body.data.visits.0.result', message: 'is unknown', value: '' }]
    answer = visits =>
      visits.length > 1 ? Response.json({ status: 422, code: 'invalid', errors }, { status: 422 }) : accepted(visits)
    await record(1, 2)
    await phone.sendQueued()
    assert.deepEqual(
      (await phone.queuedVisits()).map(({ address_id, refusal }) => [address_id, refusal]),
      [[1, 'is unknown']],
    )
    await phone.retryRefused()
    await phone.sendQueued()
    assert.deepEqual(await waiting(), [])
  })

  test('stay in the queue, without a refusal, while the server cannot take them', async () => {
    const errors = [{ location: 'body.data.visits.0', message: 'is late', value: '' }]
    answer = () => Response.json({ status: 401, code: 'unauthorized', errors }, { status: 401 })
    await record(1)
    await phone.sendQueued()
    const [row] = await phone.queuedVisits()
    assert.deepEqual([row?.attempted, row?.refusal], [true, undefined])
  })
})
