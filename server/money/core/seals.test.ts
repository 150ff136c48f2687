import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { openSession } from '../../db/sql.ts'
import { editHistory, insertHistory } from '../../test/editable_history.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { parseSealCode, readSeal, sealCode, sealHistory } from './seals.ts'
import { loadHistory } from './write.ts'

const app = await startTestApp()
const worker = new Pool({ url: app.database_url, role: 'muster_worker', connections: 3 })
after(() => worker.end())

/** Makes a seal, and returns whether there were entries to seal. */
async function seal(space: number, everything = false) {
  const before = await lastSeal(space)
  await worker.write({ group_id: space }, sql => sealHistory(sql, space, { everything }))
  return (await lastSeal(space))?.number !== before?.number
}
const lastSeal = (space: number) => worker.read({ group_id: space }, sql => readSeal(sql, space, 'last'))
const tipsIn = async (space: number) => [
  ...(await app.owner<{ transaction_bundle_id: number; position: number; seal: number }[]>`
    select transaction_bundle_id, position, seal from sealed_entries where group_id = ${space} order by seal, transaction_bundle_id`),
]

describe('a seal', () => {
  test('covers the entries since the last one, and none is made without new entries', async () => {
    const person = await aTreasurer(app)
    assert.equal(await seal(person.space), false)
    const [one, two] = [await aBundle(app, person), await aBundle(app, person)]
    assert.equal(await seal(person.space), true)
    assert.equal(await seal(person.space), false)
    const { id } = one.transactions[0]
    await app.as(person).patch(bundleAt(one.id), { transactions: [{ id, comment: 'more' }] })
    await app.as(person).patch(bundleAt(one.id), { transactions: [{ id, comment: 'and more' }] })
    assert.equal(await seal(person.space), true)
    assert.deepEqual(await tipsIn(person.space), [
      { transaction_bundle_id: one.id, position: 1, seal: 1 },
      { transaction_bundle_id: two.id, position: 1, seal: 1 },
      { transaction_bundle_id: one.id, position: 3, seal: 2 },
    ])
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })

  test('does not wait for running writes, which the next one covers', async () => {
    const person = await aTreasurer(app)
    const early = await aBundle(app, person)
    const session = await openSession(app.database_url)
    let late = 0
    await session.begin(async sql => {
      // A write that has its position and has not committed yet.
      const [entry] = await loadHistory(sql, person.space, [early.id])
      const [next] = await sql<[{ id: number }]>`select nextval('bundle_history_id_seq') as id`
      await insertHistory(sql, { ...entry!, ...next, position: 2, hash: 'late' })
      late = (await aBundle(app, person)).id
      assert.equal(await seal(person.space), true)
    })
    await session.end()
    assert.equal(await seal(person.space), true)
    assert.deepEqual(await tipsIn(person.space), [
      { transaction_bundle_id: early.id, position: 1, seal: 1 },
      { transaction_bundle_id: late, position: 1, seal: 1 },
      { transaction_bundle_id: early.id, position: 2, seal: 2 },
    ])
  })

  test('looks an hour back for late commits, and verification checks everything', async () => {
    const person = await aTreasurer(app)
    const [old, young] = [await aBundle(app, person), await aBundle(app, person)]
    await seal(person.space)
    const earlier = (at: string) => ({ created_at: new Date(Date.parse(at) - 2 * 60 * 60_000).toISOString() })
    await editHistory(app.owner, person.space, ({ created_at, transaction_bundle_id }) =>
      transaction_bundle_id === old.id ? earlier(created_at) : {},
    )
    const forget = (id: number) =>
      app.owner`delete from sealed_entries where group_id = ${person.space} and transaction_bundle_id = ${id}`
    await forget(young.id)
    assert.equal(await seal(person.space), true)
    await forget(old.id)
    assert.equal(await seal(person.space), false)
    assert.equal(await seal(person.space, true), true)
    assert.equal(await seal(person.space, true), false)
  })

  test('is made once by two concurrent calls', async () => {
    const person = await aTreasurer(app)
    for (let round = 1; round <= 3; round++) {
      await aBundle(app, person)
      await Promise.all([seal(person.space), seal(person.space), seal(person.space)])
      assert.equal((await lastSeal(person.space))!.number, round)
    }
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })

  test('covers each of many bundles written at once', async () => {
    const person = await aTreasurer(app)
    const contact = await aContactId(app, person)
    await Promise.all(Array.from({ length: 40 }, () => aBundle(app, person, { transactions: [payment(contact)] })))
    await seal(person.space)
    assert.equal((await tipsIn(person.space)).length, 40)
    assert.deepEqual(await verificationFindings(app, person.space), [])
  })
})

describe('database permissions', () => {
  test('the worker role reads seals, and no content of the history', async () => {
    const read = (columns: string) =>
      worker.read({}, sql => sql.unsafe(`select ${columns} from bundle_changes limit 1`))
    await read('bundle_id, position, hash')
    for (const column of ['entries', 'source', 'user_id']) await assert.rejects(read(column), /permission denied/)
  })

  test('no role of the application can change or delete a seal', async () => {
    const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
    const statements = ['seals', 'sealed_entries'].flatMap(name => [
      `delete from ${name}`,
      `update ${name} set hash = ''`,
    ])
    for (const acting of [pool, worker])
      for (const statement of statements) {
        const written = acting.write({ group_id: 1 }, sql => sql.unsafe(statement))
        await assert.rejects(written, /permission denied/)
      }
    await pool.end()
  })
})

describe('a printed seal', () => {
  const note = sealCode({ group_id: 3, number: 12, hash: Buffer.alloc(32, 0xa7).toString('base64url') })

  test('names the space, the seal and its hash, in characters that can be copied', () => {
    assert.equal(note, '3.12.a7a7-a7a7-a7a7-a7a7-a7a7-a7a7-a7a7-a7a7-a7a7-a7a7')
  })

  test('is read however it was copied', () => {
    for (const copy of [note, ` ${note.toUpperCase()} `, note.replaceAll('-', ' '), note.replaceAll('-', '')])
      assert.deepEqual(parseSealCode(copy), { group_id: 3, number: 12, text: note })
  })

  test('is refused if a part of it is wrong or missing', () => {
    const altered = [note.slice(1), note.slice(0, -1), `${note}a`, note.replace('a', 'x'), 'three.12.a7']
    for (const wrong of ['', '3.12', ...altered]) assert.equal(parseSealCode(wrong), undefined, wrong)
  })
})
