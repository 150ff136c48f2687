import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { secondsAfter } from '../../db/clock.ts'
import { startTestApp } from '../../test/harness.ts'
import { invitationRequests, newMailAddress } from '../../test/invitations.ts'
import { aSpace, aUser } from '../../test/people.ts'

const app = await startTestApp()
const { invite } = invitationRequests(app)
const anAdmin = async () => aUser(app, await aSpace(app), { role: 'admin' })
const mailsQueued = async (email: string) =>
  (await app.owner`select from mail_outbox where lower(recipient) = lower(${email})`).length
const manyAddresses = (count: number) => Array.from({ length: count }, () => ({ email: newMailAddress() }))

describe('invitations per day', () => {
  test('to one address are limited to ten of a space in any spelling, and the next is a 429 with Retry-After', async () => {
    const admin = await anAdmin()
    const spellings = ['flooded@example.org', 'FLOODED@example.org', 'Flooded@Example.org']
    const answers = []
    for (let sent = 0; sent < 12; sent++) answers.push(await invite(admin, { email: spellings[sent % 3] }))
    const statuses = answers.map(({ status }) => status).join(' ')
    assert.equal(statuses, `${'200 '.repeat(10)}429 429`)
    const { body, headers } = answers[10]!
    assert.equal(body.code, 'rate_limited')
    assert.match(body.detail, /^flooded@example\.org|^FLOODED@example\.org/)
    assert.match(body.detail, /Try again in 24 hours\.$/)
    assert.ok(Number(headers.get('retry-after')) > 86_000)
    assert.equal(await mailsQueued('flooded@example.org'), 10)
  })

  test('to one address are limited to twenty of all spaces together, also at the same moment', async () => {
    const admins = [await anAdmin(), await anAdmin(), await anAdmin(), await anAdmin()]
    // Addresses of registered users are counted as well.
    await aUser(app, await aSpace(app), { mail: 'many@example.org' })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, sent) => invite(admins[sent % 4], { email: 'many@example.org' })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 20)
    assert.equal(answers.filter(({ status }) => status === 429).length, 20)
    assert.equal(await mailsQueued('many@example.org'), 20)
  })

  test('of a space are limited to a thousand, and the next is a 429', async () => {
    const admin = await anAdmin()
    for (let lot = 0; lot < 10; lot++) assert.equal((await invite(admin, ...manyAddresses(100))).status, 200)
    const fresh = newMailAddress()
    const { status, body } = await invite(admin, { email: fresh })
    assert.deepEqual([status, body.code], [429, 'rate_limited'])
    assert.match(body.detail, /^A space can send 1000 invitations a day/)
    assert.equal(await mailsQueued(fresh), 0)
    // Another space has its own limit.
    assert.equal((await invite(await anAdmin(), { email: fresh })).status, 200)
  })

  test('that were refused do not count, and counting restarts the next day', async () => {
    const admin = await anAdmin()
    const email = newMailAddress()
    for (let sent = 0; sent < 11; sent++)
      assert.equal((await invite(admin, { email }, { email: newMailAddress(), role_id: 999_999 })).status, 422)
    for (let sent = 0; sent < 10; sent++) assert.equal((await invite(admin, { email })).status, 200)
    assert.equal((await invite(admin, { email })).status, 429)
    await app.owner`update sign_in_attempts set tried_at = ${secondsAfter(new Date().toISOString(), -86_400)}`
    assert.equal((await invite(admin, { email })).status, 200)
  })
})
