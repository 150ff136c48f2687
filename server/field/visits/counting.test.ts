import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { aContact } from '../../test/contacts.ts'
import { actionCounts, anAction, aVisit } from '../../test/field.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'
import { runs } from '../../test/runs.ts'
import { results_with_contact, results_without_contact } from '../core/fields.ts'

const app = await startTestApp()
const cast = await aUserPerRole(app, await aSpace(app))
const contact = await aContact(app, cast.admin, { surname: 'Visited' })

test('some results count as a contact: talked always, others with a contact, the rest never', async () => {
  const { id } = await anAction(app, cast.admin)
  const expected = [0, 0, 0]
  for (const result of [...results_with_contact, ...results_without_contact])
    for (const contact_id of [null, contact.id]) {
      await aVisit(app, cast.admin, id, { result, contact_id })
      const with_contact = contact_id !== null && (results_with_contact as readonly string[]).includes(result)
      expected[0]! += 1
      expected[1]! += result === 'talked' || with_contact ? 1 : 0
      assert.deepEqual(await actionCounts(app, cast.admin, id), expected, `${result}, ${contact_id}`)
    }
})

describe('random sequences of visits', () => {
  const result = fc.constantFrom(...results_with_contact, ...results_without_contact)
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const event = fc.oneof(
    fc.record({ kind: fc.constant('record' as const), key, result, named: fc.boolean() }),
    fc.record({ kind: fc.constant('correct' as const), key, result, named: fc.boolean() }),
    fc.record({ kind: fc.constant('withdraw' as const), key }),
    fc.record({ kind: fc.constant('declare' as const), key: fc.option(key), count: fc.integer({ min: 1, max: 50 }) }),
    fc.record({ kind: fc.constant('retract' as const), nth: fc.nat(3) }),
  )

  interface Known {
    id: number
    made: boolean
    withdrawn: boolean
  }
  interface Declared {
    id: number
    key: string | null
    count: number
    withdrawn: boolean
  }
  const counts = (result: string, named: boolean) =>
    result === 'talked' || (named && (results_with_contact as readonly string[]).includes(result))

  type VisitEvent = typeof event extends fc.Arbitrary<infer Event> ? Event : never

  /** Sends what happened, and keeps what it should have done. */
  async function apply(happened: VisitEvent, path: string, visits: Map<string, Known>, declared: Declared[]) {
    if (happened.kind === 'record') return record(happened, path, visits)
    if (happened.kind === 'correct') return correct(happened, path, visits)
    if (happened.kind === 'declare') return declare(happened, path, declared)
    const target = happened.kind === 'withdraw' ? visits.get(happened.key) : declared[happened.nth]
    if (!target) return
    const list = happened.kind === 'withdraw' ? 'visits' : 'declared_visits'
    await app.as(cast.admin).delete(`${path}/${list}/${target.id}`)
    target.withdrawn = true
  }

  type Of<Kind> = Extract<VisitEvent, { kind: Kind }>

  async function record({ key, result, named }: Of<'record'>, path: string, visits: Map<string, Known>) {
    const visit = { key, result, contact_id: named ? contact.id : null }
    const { body } = await app.as(cast.admin).post(`${path}/visits`, { visit })
    if (!visits.has(key)) visits.set(key, { id: body.data.visit.id, made: counts(result, named), withdrawn: false })
  }

  async function correct({ key, result, named }: Of<'correct'>, path: string, visits: Map<string, Known>) {
    const known = visits.get(key)
    if (!known) return
    const visit = { result, contact_id: named ? contact.id : null }
    const { status } = await app.as(cast.admin).patch(`${path}/visits/${known.id}`, { visit })
    assert.equal(status, known.withdrawn ? 409 : 200)
    if (!known.withdrawn) known.made = counts(result, named)
  }

  async function declare({ key, count }: Of<'declare'>, path: string, declared: Declared[]) {
    const { body } = await app.as(cast.admin).post(`${path}/declared_visits`, { count, ...(key && { key }) })
    if (!key || !declared.some(one => one.key === key))
      declared.push({ id: body.data.id, key, count, withdrawn: false })
  }

  test('the counts are the fold of all that happened', { timeout: 120_000 }, async () => {
    const property = fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async events => {
      const action = await anAction(app, cast.admin)
      const path = `/actions/${action.id}`
      const visits = new Map<string, Known>()
      const declared: Declared[] = []
      for (const happened of events) await apply(happened, path, visits, declared)
      const live = [...visits.values()].filter(({ withdrawn }) => !withdrawn)
      const expected = [
        live.length,
        live.filter(({ made }) => made).length,
        declared.reduce((sum, { count, withdrawn }) => sum + (withdrawn ? 0 : count), 0),
      ]
      assert.deepEqual(await actionCounts(app, cast.admin, action.id), expected)
      const { NbVisites, NbContacts, NbVisitesDeclared } = (await app.as(cast.admin).get(`${path}/statistics`)).body
        .data
      assert.deepEqual([NbVisites, NbContacts, NbVisitesDeclared], expected)
    })
    await fc.assert(property, { seed: 20261115, numRuns: runs(25), endOnFailure: true })
  })
})
