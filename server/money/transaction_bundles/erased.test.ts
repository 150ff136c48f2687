import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Sql } from '../../db/sql.ts'
import { editHistory } from '../../test/editable_history.ts'
import { startTestApp } from '../../test/harness.ts'
import { aBundle, aContactId, bundleAt, payment, verificationFindings } from '../../test/money.ts'
import { aSpace, aUser } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
import { verifyPayments } from './verify.ts'

const app = await startTestApp()
const space = await aSpace(app)
const officer = await aUser(app, space, { role: 'superadmin' })
const ask = app.as(officer)

async function aPaidBundle(contact: number) {
  const texts = { comment: 'é "said"', extra_json: { n: 1, list: [null] }, payment_method: { iban: 'FR76' } }
  const bundle = await aBundle(app, officer, {
    transactions: [payment(contact, texts)],
    memberships: [payment(contact, { comment: 'joins' })],
  })
  await ask.patch(bundleAt(bundle.id), {
    transactions: [{ id: bundle.transactions[0].id, amount: 7, comment: 'less' }],
  })
  return bundle.id as number
}

async function findingsAfter(tamper: (sql: Sql) => Promise<unknown>) {
  let findings = 0
  const undo = new Error('undo')
  await app.owner
    .begin(async sql => {
      await tamper(sql)
      for await (const page of verifyPayments(work => work(sql), space)) findings += page.findings.length
      throw undo
    })
    .catch(error => assert.equal(error, undo))
  return findings
}

describe('a history with erased texts', () => {
  test('still reveals any later change, of an amount or of a restored text', async () => {
    const contact = await aContactId(app, officer)
    const bundle = await aPaidBundle(contact)
    const { id } = (await ask.post('/v1/privacy_requests', { kind: 'erasure', contact_id: contact })).body.data
    await ask.post(`/v1/privacy_requests/${id}/complete`, { confirm_contact_id: contact })
    assert.deepEqual(await verificationFindings(app, space), [])
    const rows = await app.owner<Record<string, any>[]>`
      select id, old, new, old_seal, new_seal, source, hash from bundle_history where transaction_bundle_id = ${bundle}`
    const flip = fc.record({
      row: fc.constantFrom(...rows),
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
        assert.ok(
          await findingsAfter(sql =>
            editHistory(sql, space, entry => (entry.id === row.id ? { [column]: changed } : {})),
          ),
        )
      }),
      { seed: 4, numRuns: runs(150) },
    )
    for (const column of ['old', 'new'] as const)
      assert.ok(
        await findingsAfter(sql =>
          editHistory(sql, space, entry => {
            const text = entry[column]
            return text === null ? {} : { [column]: text.replaceAll('"comment":""', '"comment":"x"') }
          }),
        ),
      )
  })

  test('keeps nothing from which the texts could be guessed', async () => {
    const contact = await aContactId(app, officer)
    const bundle = await aPaidBundle(contact)
    const salts = await app.owner<{ seal: string }[]>`
      select new_seal as seal from bundle_history where transaction_bundle_id = ${bundle}`
    assert.equal(new Set(salts.map(({ seal }) => seal)).size, salts.length)
    const { id } = (await ask.post('/v1/privacy_requests', { kind: 'erasure', contact_id: contact })).body.data
    await ask.post(`/v1/privacy_requests/${id}/complete`, { confirm_contact_id: contact })
    const left = await app.owner`
      select from bundle_changes c where exists (
        select from unnest(${salts.map(({ seal }) => seal)}::text[]) s where strpos(c::text, s) > 0)`
    assert.equal(left.length, 0)
  })
})

test('a history sealed as a whole, before texts could be erased, is still verified', async () => {
  const bundle = await aPaidBundle(await aContactId(app, officer))
  const entries = await app.owner<Record<string, any>[]>`
    select * from bundle_history where transaction_bundle_id = ${bundle} order by position`
  let hash = ''
  const resealed = new Map<number, string>()
  for (const e of entries) {
    const facts = [
      hash,
      e.group_id,
      bundle,
      e.position,
      e.created_at,
      e.kind,
      e.target_id,
      e.user_id,
      e.source,
      e.old,
      e.new,
    ]
    hash = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
    resealed.set(e['id'], hash)
  }
  await editHistory(app.owner, space, ({ id }) => {
    const hash = resealed.get(id)
    return hash ? { hash, old_seal: null, new_seal: null } : {}
  })
  assert.deepEqual(await verificationFindings(app, space), [])
  const tamper = (sql: Sql) =>
    editHistory(sql, space, entry =>
      entry.transaction_bundle_id === bundle && entry.position === 1
        ? { new: entry.new!.replaceAll('1000', '1001') }
        : {},
    )
  assert.ok(await findingsAfter(tamper))
})
