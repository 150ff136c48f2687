import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, aTreasurer, payment, verificationFindings } from '../../test/money.ts'
import { aSpace, aUser, refusal } from '../../test/people.ts'

const app = await startTestApp()

/** A space with a superadmin, a treasurer and a contact. */
async function aSpaceWithPeople(locale = 'en') {
  const space = await aSpace(app, 'Space', locale)
  const head = await aUser(app, space, { role: 'superadmin' })
  const treasurer = await aTreasurer(app, space)
  const contact = await aContactId(app, treasurer)
  const change = (time_zone: string) => app.as(head).patch(`/spaces/${space}`, { time_zone })
  const pay = (date: string) =>
    app.as(treasurer).post('/v1/transaction_bundles', { transactions: [payment(contact, { date })] })
  return { space, head, treasurer, change, pay }
}

test('a new space has the time zone of its locale', async () => {
  for (const [locale, time_zone] of [
    ['fr', 'Europe/Paris'],
    ['fr-CA', 'America/Toronto'],
    ['en-GB', 'Europe/London'],
    ['en', 'UTC'],
  ]) {
    const { space, head } = await aSpaceWithPeople(locale)
    assert.equal((await app.as(head).get(`/spaces/${space}`)).body.data.time_zone, time_zone)
  }
})

test('a superadmin changes it, and the audit log shows the values before and after', async () => {
  const { space, head, change } = await aSpaceWithPeople()
  const { status, body } = await change('America/Montreal')
  assert.deepEqual([status, body.data.time_zone], [200, 'America/Montreal'])
  assert.equal((await change('America/Montreal')).status, 200)
  const entries = await app.owner`
    select user_id, subject_id, details from audit_log where group_id = ${space} and kind = 'space.time_zone'`
  const zones = { from: 'UTC', to: 'America/Montreal' }
  assert.deepEqual([...entries], [{ user_id: head.id, subject_id: space, details: zones }])
})

test('a change emits one event, whether it moves sums or not', async () => {
  const { space, change, pay } = await aSpaceWithPeople()
  const events = async () =>
    (await app.owner`select from events where group_id = ${space} and kind = 'space.updated'`).length
  await change('Europe/Paris')
  assert.equal(await events(), 1)
  await pay('2025-12-31T23:30:00Z')
  await change('UTC')
  assert.equal(await events(), 2)
})

test('a name that is not a time zone is a 422 that says what to send', async () => {
  const { change } = await aSpaceWithPeople()
  const answer = await change('Paris')
  assert.deepEqual(refusal(answer), refusal.at('body.data.time_zone'))
  assert.match(answer.body.detail, /such as Europe\/Paris/)
})

test('after a change, payments around midnight are in the month of the new time zone, also those recorded meanwhile', async () => {
  const { space, treasurer, change, pay } = await aSpaceWithPeople()
  const months = async () => {
    const { body } = await app.as(treasurer).get('/v1/statistics/money?from=2025-01-01&to=2026-12-31')
    return body.data.months.map(({ month, collected }: any) => `${month}: ${collected}`)
  }
  await pay('2025-12-31T23:30:00Z')
  await pay('2026-01-31T22:30:00Z')
  assert.deepEqual(await months(), ['2025-12: 1000', '2026-01: 1000'])
  const dates = ['2025-12-31T23:00:00Z', '2026-01-31T23:00:00Z', '2025-12-31T22:59:59.999Z']
  const answers = await Promise.all([change('Europe/Paris'), ...dates.map(pay)])
  for (const { status } of answers) assert.equal(status, 200)
  assert.deepEqual(await months(), ['2025-12: 1000', '2026-01: 3000', '2026-02: 1000'])
  assert.deepEqual(await verificationFindings(app, space), [])
  await Promise.all(['America/Toronto', 'UTC', 'Pacific/Kiritimati'].map(change).concat(dates.map(pay)))
  await change('UTC')
  assert.deepEqual(await months(), ['2025-12: 5000', '2026-01: 3000'])
  assert.deepEqual(await verificationFindings(app, space), [])
})
