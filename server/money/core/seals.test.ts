import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { Pool } from '../../db/pool/pool.ts'
import { openSession, type Sql } from '../../db/sql.ts'
import { editHistory, insertHistory } from '../../test/editable_history.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, aTreasurer, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { aUser } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import { runs } from '../../test/runs.ts'
import { moved, tamperedBooks } from '../../test/tampered_books.ts'
import { documentOf } from './document.ts'
import { entryHash, type HistoryRow } from './history.ts'
import { contactsIn, loadBundles } from './rows.ts'
import { parseSealCode, readSeal, sealCode, sealHistory } from './seals.ts'
import { loadHistory } from './write.ts'

const app = await startTestApp()
const { treasurer, bundle, deleted, findingsAfter, findingsAfterEdit, assertFoundInBundle, assertFoundInSpace } =
  await tamperedBooks(app)
const { space } = treasurer
const of = `group_id = ${space}`
const ask = app.as(treasurer)

/** Rewrites the stored document with an edited transaction, as an attacker who knows the code would. */
async function rewriteDocument(sql: Sql, id: number, item: number, edit: object) {
  const [[stored], contacts] = await Promise.all([loadBundles(sql, space, [id]), contactsIn(sql, space, [id])])
  const { document: _, deleted: __, ...rows } = stored!
  rows.transactions = rows.transactions.map(one => (one.id === item ? { ...one, ...edit } : one))
  const document = documentOf(rows, contacts)
  await sql`update transaction_bundles set document = ${document} where group_id = ${space} and id = ${id}`
}

/** Changes the amount of the first payment from the beginning: in its row, its document, its history and every hash of that. */
async function forge(sql: Sql, id: number) {
  const item = bundle.transactions[0].id
  await sql.unsafe(`update items set amount = 999 where ${of} and kind = 'transaction' and id = ${item}`)
  let before = ''
  const edits = new Map<number, Partial<HistoryRow>>()
  for (const entry of await loadHistory(sql, space, [id])) {
    const forged = (text: string | null) =>
      entry.target_id === item && text?.includes('"payment_method"')
        ? text.replace('"amount":1000', '"amount":999')
        : text
    const changed = { ...entry, old: forged(entry.old), new: forged(entry.new) }
    before = entryHash(changed, before)
    edits.set(entry.id, { old: changed.old, new: changed.new, hash: before })
  }
  await editHistory(sql, space, entry => edits.get(entry.id) ?? {})
  await rewriteDocument(sql, id, item, { amount: 999 })
}

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

describe('sealed history cannot be changed, not even by resealing it', () => {
  before(async () => {
    await seal(space)
    await ask.patch(bundleAt(bundle.id), { transactions: [{ id: bundle.transactions[1].id, comment: 'later' }] })
    await seal(space)
  })

  test('the last entry was removed, and row, document and sums restored', async () => {
    const findings = await findingsAfter(async sql => {
      const [before, last] = (await loadHistory(sql, space, [bundle.id])).slice(-2)
      assert.equal(last!.position, 8)
      await editHistory(sql, space, ({ id }) => (id === last!.id ? null : {}))
      const { id, comment, UpdatedAt } = JSON.parse(last!.old!)
      await sql`
        update transaction_bundles set updated_at = ${before!.created_at} where group_id = ${space} and id = ${bundle.id}`
      await rewriteDocument(sql, bundle.id, id, { comment, UpdatedAt })
    })
    assert.deepEqual(pick(findings, 'what'), ['entry 8 of its history was sealed and is missing'])
  })

  test('a whole bundle was removed with all its rows', async () => {
    const findings = await findingsAfter(async sql => {
      for (const table of ['bundle_changes', 'items'])
        await sql.unsafe(`delete from ${table} where ${of} and bundle_id = ${deleted.id}`)
      await sql.unsafe(`delete from transaction_bundles where ${of} and id = ${deleted.id}`)
    })
    assert.deepEqual(findings, [{ transaction_bundle_id: deleted.id, what: 'was sealed and is missing' }])
  })

  test('an amount was changed everywhere, and the history resealed', async () => {
    const findings = await findingsAfter(sql => forge(sql, bundle.id))
    assert.ok(pick(findings, 'what').includes('its history up to entry 7 differs from the sealed one'))
    assertFoundInBundle(findings)
  })

  test('the sealed entries too: then the seal of the space breaks', async () => {
    const findings = await findingsAfter(async sql => {
      await forge(sql, bundle.id)
      for (const { position, hash } of await loadHistory(sql, space, [bundle.id]))
        await sql`
          update sealed_entries set hash = ${hash}
          where group_id = ${space} and transaction_bundle_id = ${bundle.id} and position = ${position}`
    })
    assertFoundInSpace(findings, /^seal 1 or the entries it covers were changed$/)
  })

  test('an entry got another position', async () => {
    assertFoundInBundle(await findingsAfterEdit(({ id, position }) => (position === 2 ? { id: id + 1_000_000 } : {})))
  })

  for (const [words, ...statements] of [
    [/seal 1 .* were changed/, "update seals set hash = 'x' || hash where number = 1"],
    [/seal 2 .* were changed/, `update seals set ${moved('created_at', '-1 second')} where number = 2`],
    [/seal 1 .* were changed/, 'update seals set reached = reached + 1 where number = 1'],
    [/seal 2 .* were changed/, 'delete from sealed_entries where seal = 2'],
    [/seal 1 is missing/, 'delete from sealed_entries where seal = 1', 'delete from seals where number = 1'],
  ] as [RegExp, ...string[]][])
    test(`the seals: ${statements.join('; ')}`, async () => {
      const findings = await findingsAfter(async sql => {
        for (const statement of statements) await sql.unsafe(`${statement} and ${of}`)
      })
      assertFoundInSpace(findings, words)
    })
})

test('verification has no false findings during concurrent writes', async () => {
  const person = await aTreasurer(app)
  const payer = await aContactId(app, person)
  const paid = { transactions: [payment(payer)] }
  const bundles = await Promise.all(Array.from({ length: 4 }, () => aBundle(app, person, paid)))
  let over = false
  const writers = bundles.map(async ({ id, transactions: [{ id: item }] }, index) => {
    for (let amount = 1; !over; amount++) {
      await app.as(person).patch(bundleAt(id), { transactions: [{ id: item, amount }], donations: [payment(payer)] })
      if (amount % 5 === 0) await aBundle(app, person, { ...paid, memberships: [payment(payer)] })
      if (index === 0 && amount % 3 === 0) await app.as(person).delete(bundleAt((await aBundle(app, person, paid)).id))
    }
  })
  try {
    for (let round = 0; round < runs(50); round++) {
      await seal(person.space)
      assert.deepEqual(await verificationFindings(app, person.space), [])
    }
  } finally {
    over = true
    await Promise.all(writers)
  }
  assert.deepEqual(await verificationFindings(app, person.space), [])
})

describe('a history with erased texts', async () => {
  const officer = await aUser(app, space, { role: 'superadmin' })
  const asOfficer = app.as(officer)
  const entriesOf = (id: number) => app.owner<Record<string, any>[]>`
    select * from bundle_history where transaction_bundle_id = ${id} order by position`

  async function aPaidBundle(contact: number): Promise<number> {
    const texts = { comment: 'é "said"', extra_json: { n: 1, list: [null] }, payment_method: { iban: 'FR76' } }
    const { id, transactions } = await aBundle(app, officer, {
      transactions: [payment(contact, texts)],
      memberships: [payment(contact, { comment: 'joins' })],
    })
    await asOfficer.patch(bundleAt(id), { transactions: [{ id: transactions[0].id, amount: 7, comment: 'less' }] })
    return id
  }

  test('keeps nothing from which the texts could be guessed, and still reveals any later change', async () => {
    const contact = await aContactId(app, officer)
    const bundle = await aPaidBundle(contact)
    const salts = (await entriesOf(bundle)).map(entry => entry['new_seal'])
    assert.equal(new Set(salts).size, salts.length)
    const { id } = (await asOfficer.post('/v1/privacy_requests', { kind: 'erasure', contact_id: contact })).body.data
    await asOfficer.post(`/v1/privacy_requests/${id}/complete`, { confirm_contact_id: contact })
    const left = await app.owner`
      select from bundle_changes c where exists (select from unnest(${salts}::text[]) s where strpos(c::text, s) > 0)`
    assert.equal(left.length, 0)
    assert.deepEqual(await verificationFindings(app, space), [])
    const flip = fc.record({
      row: fc.constantFrom(...(await entriesOf(bundle))),
      column: fc.constantFrom('old', 'new', 'old_seal', 'new_seal', 'source', 'hash'),
      at: fc.nat(),
      letter: fc.constantFrom('a', '0', ' ', 's', '}'),
    })
    await fc.assert(
      fc.asyncProperty(flip, async ({ row, column, at, letter }) => {
        const text: string | null = row[column]
        // A seal without a state covers nothing.
        fc.pre(text !== null && text[at % text.length] !== letter)
        const changed = text!.slice(0, at % text!.length) + letter + text!.slice((at % text!.length) + 1)
        const edit = (entry: HistoryRow) => (entry.id === row['id'] ? { [column]: changed } : {})
        assert.notDeepEqual(await findingsAfterEdit(edit, bundle), [])
      }),
      { seed: 4, numRuns: runs(150) },
    )
    for (const column of ['old', 'new'] as const) {
      const restore = (entry: HistoryRow) => {
        const text = entry[column]
        return text === null ? {} : { [column]: text.replaceAll('"comment":""', '"comment":"x"') }
      }
      assert.notDeepEqual(await findingsAfterEdit(restore, bundle), [])
    }
  })

  test('is still verified if it was sealed as a whole, before texts could be erased', async () => {
    const bundle = await aPaidBundle(await aContactId(app, officer))
    let hash = ''
    const resealed = new Map<number, string>()
    for (const e of await entriesOf(bundle)) {
      const states = [e['kind'], e['target_id'], e['user_id'], e['source'], e['old'], e['new']]
      const facts = [hash, e['group_id'], bundle, e['position'], e['created_at'], ...states]
      hash = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
      resealed.set(e['id'], hash)
    }
    await editHistory(app.owner, space, ({ id }) => {
      const hash = resealed.get(id)
      return hash ? { hash, old_seal: null, new_seal: null } : {}
    })
    assert.deepEqual(await verificationFindings(app, space), [])
    const tamper = (entry: HistoryRow) => (entry.position === 1 ? { new: entry.new!.replaceAll('1000', '1001') } : {})
    assert.notDeepEqual(await findingsAfterEdit(tamper, bundle), [])
  })
})

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
