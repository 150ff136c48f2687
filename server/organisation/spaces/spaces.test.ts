import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keysOf, startTestApp } from '../../test/harness.ts'
import { aPng, sendLogo } from '../../test/images.ts'
import { aContactId, aTreasurer, payment, verificationFindings } from '../../test/money.ts'
import { aSpace, aUser, aUserPerRole, type Person, refusal } from '../../test/people.ts'

const app = await startTestApp()
const space = await aSpace(app, 'Home', 'fr')
const cast = await aUserPerRole(app, space)
const elsewhere = await aSpace(app, 'Elsewhere')
const other_space_user = await aUser(app, elsewhere, { role: 'superadmin' })

const idsOf = (list: { id: number }[]) => list.map(({ id }) => id)
const read = async (id: number) => (await app.owner`select name, locale from spaces where id = ${id}`)[0]
const change = (id: number, data: object, headers?: Record<string, string>) =>
  app.as(cast.superadmin).patch(`/spaces/${id}`, data, headers)

test('users see the spaces they belong to, whichever their token is bound to', async () => {
  const here = await aUser(app, space)
  const there = await aUser(app, elsewhere, { mail: here.mail })
  for (const person of [here, there]) {
    const { status, body } = await app.as(person).get('/spaces')
    assert.deepEqual([status, keysOf(body), keysOf(body.data)], [200, ['data', 'status'], ['count', 'spaces']])
    assert.deepEqual([body.data.count, idsOf(body.data.spaces)], [2, [space, elsewhere]])
    for (const one of body.data.spaces) {
      const keys =
        'charity_number company_number created_at has_logo id legal_name locale name postal_address rna second_factor_required'
      assert.deepEqual(keysOf(one), [...keys.split(' '), 'signatory', 'siren', 'time_zone', 'updated_at'])
      assert.deepEqual((await app.as(person).get(`/spaces/${one.id}`)).body, { status: 'success', data: one })
    }
  }
})

test('a space that the user does not belong to, has left, or that does not exist, is a 404', async () => {
  const here = await aUser(app, space)
  await aUser(app, elsewhere, { mail: here.mail })
  await app.as(other_space_user).delete(`/users/${here.id}`)
  assert.deepEqual(idsOf((await app.as(here).get('/spaces')).body.data.spaces), [space])
  for (const id of [elsewhere, 9_000_000])
    assert.deepEqual(refusal(await app.as(here).get(`/spaces/${id}`)), refusal.not_found)
  assert.deepEqual(refusal(await app.as(cast.user).get(`/spaces/${elsewhere}`)), refusal.not_found)
  assert.deepEqual(refusal(await app.as(here).get('/spaces/abc')), refusal.at('path.id'))
})

test('a superadmin renames the space, and only the fields in the request change', async () => {
  const before = (await app.as(cast.superadmin).get(`/spaces/${space}`)).body.data
  const { status, body } = await change(space, { name: 'Renamed', id: 5 })
  assert.deepEqual([status, body.data], [200, { ...before, name: 'Renamed', updated_at: body.data.updated_at }])
  assert.deepEqual((await app.as(cast.superadmin).get(`/spaces/${space}`)).body.data, body.data)
  await change(space, { locale: 'en-GB' })
  assert.deepEqual({ ...(await read(space)) }, { name: 'Renamed', locale: 'en-GB' })
})

test('a space has an identity, whose wrong numbers are a 422 that names the place', async () => {
  const identity = {
    ...{
      legal_name: 'Collectif des Deux Rives',
      postal_address: '3 rue du Port\n69002 Lyon',
      signatory: 'Ada, trésorière',
    },
    ...{ siren: '732829320', rna: 'W691234567', charity_number: 'SC012345', company_number: '09876543' },
  }
  assert.partialDeepStrictEqual((await change(space, identity)).body.data, identity)
  assert.partialDeepStrictEqual((await change(space, { signatory: '' })).body.data, { ...identity, signatory: '' })
  for (const [field, value] of [
    ['siren', '732829321'],
    ['siren', '73282932'],
    ['rna', '691234567'],
    ['legal_name', 'Two\nlines'],
    ['postal_address', null],
  ] as const)
    assert.deepEqual(refusal(await change(space, { [field]: value })), refusal.at(`body.data.${field}`))
  const answer = await change(space, { siren: '732829321' }, { 'accept-language': 'fr' })
  assert.match(answer.body.detail, /dernier chiffre/)
})

test('a logo is stored once it can be printed, read by members and removed', async () => {
  const { status, body } = await sendLogo(app, cast.superadmin, aPng())
  assert.deepEqual([status, body.data.has_logo], [200, true])
  const stored = await fetch(`${app.url}/spaces/${space}/logo`, {
    headers: { authorization: `Bearer ${cast.user.token}` },
  })
  assert.equal(stored.headers.get('content-disposition'), 'attachment; filename="logo.png"')
  assert.deepEqual(Buffer.from(await stored.arrayBuffer()), aPng())
  const refused = await sendLogo(app, cast.superadmin, aPng({ interlaced: 1 }))
  assert.deepEqual([refused.status, refused.body.code], [422, 'invalid_request'])
  assert.match(refused.body.detail, /at most 1000 pixels wide/)
  assert.equal((await sendLogo(app, cast.superadmin, Buffer.alloc(256 * 1024 + 1))).status, 413)
  assert.equal((await sendLogo(app, cast.superadmin, aPng(), elsewhere)).status, 404)
  assert.equal((await app.as(cast.superadmin).delete(`/spaces/${space}/logo`)).body.data.has_logo, false)
  assert.deepEqual(refusal(await app.as(cast.user).get(`/spaces/${space}/logo`)), refusal.not_found)
})

test('only the space the token is bound to can be changed, even by a superadmin of both', async () => {
  const other = await aSpace(app, 'Other')
  const both = await aUser(app, space, { role: 'superadmin' })
  await aUser(app, other, { mail: both.mail, role: 'superadmin' })
  for (const id of [other, elsewhere, 9_000_000]) {
    assert.deepEqual(refusal(await app.as(both).patch(`/spaces/${id}`, { name: 'Mine' })), refusal.not_found)
  }
  assert.deepEqual([(await read(other))!.name, (await read(elsewhere))!.name], ['Other', 'Elsewhere'])
})

test('a name that is no time zone is a 422 that names the place, and nothing changes', async () => {
  const before = await read(space)
  for (const time_zone of ['Paris', 'europe/paris']) {
    const answer = await change(space, { name: 'Other', time_zone })
    assert.deepEqual(refusal(answer), refusal.at('body.data.time_zone'))
    assert.match(answer.body.detail, /such as Europe\/Paris/)
  }
  assert.deepEqual(await read(space), before)
})

test('of two changes at the same time with the same If-Match exactly one succeeds', async () => {
  const etag = (await app.as(cast.superadmin).get(`/spaces/${space}`)).headers.get('etag') ?? ''
  const answers = await Promise.all(['One', 'Two'].map(name => change(space, { name }, { 'if-match': etag })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412])
  assert.deepEqual(refusal(await change(space, { name: 'Three' }, { 'if-match': etag })), [412, 'precondition_failed'])
  assert.equal((await read(space))!.name, answers[0]!.status === 200 ? 'One' : 'Two')
})

const refused = [403, 'second_factor_required']

/** Inserts a confirmed second factor. */
const factorFor = ({ id }: Person) =>
  app.owner`insert into second_factors (account_id, confirmed_at, secret) values (${id}, now(), 'ABCDEFGH')`
const requireFactor = (as: Person, second_factor_required: boolean) =>
  app.as(as).patch(`/spaces/${as.space}`, { second_factor_required })

async function aSpaceWithAHead() {
  const space = await aSpace(app)
  const head = await aUser(app, space, { role: 'superadmin' })
  await factorFor(head)
  return { space, head }
}

test('when a space requires a second factor, users without one are refused at once, until they have one', async () => {
  const { space, head } = await aSpaceWithAHead()
  const person = await aUser(app, space)
  assert.equal((await app.as(person).get('/me')).status, 200)
  const { status, body } = await requireFactor(head, true)
  assert.deepEqual([status, body.data.second_factor_required], [200, true])
  const answer = await app.as(person).get('/me')
  assert.deepEqual(refusal(answer), refused)
  assert.match(answer.body.detail, /account page/)
  assert.deepEqual(refusal(await app.as(person).post('/teams', { team: { name: 'N' } })), refused)
  assert.equal((await app.as(head).get('/me')).status, 200)
  await factorFor(person)
  assert.equal((await app.as(person).get('/me')).status, 200)
  await requireFactor(head, false)
  assert.equal((await app.as(await aUser(app, space)).get('/me')).status, 200)
})

test('a second factor that was never confirmed does not count; public operations stay open', async () => {
  const { space, head } = await aSpaceWithAHead()
  const person = await aUser(app, space)
  await app.owner`insert into second_factors (account_id, secret) values (${person.id}, 'ABCDEFGH')`
  await requireFactor(head, true)
  assert.deepEqual(refusal(await app.as(person).get('/me')), refused)
  assert.equal((await app.as(person).get('/health')).status, 200)
})

test('only a user with a second factor can require it, so that they do not lock themselves out', async () => {
  const space = await aSpace(app)
  const head = await aUser(app, space, { role: 'superadmin' })
  assert.deepEqual(refusal(await requireFactor(head, true)), refusal.conflict)
  assert.equal((await app.as(head).get(`/spaces/${space}`)).body.data.second_factor_required, false)
})

test('another space of the same user does not require a second factor; a token cannot move to where it is refused', async () => {
  const { space, head } = await aSpaceWithAHead()
  const here = await aUser(app, await aSpace(app))
  const there = await aUser(app, space, { mail: here.mail })
  await requireFactor(head, true)
  assert.equal((await app.as(here).get('/me')).status, 200)
  assert.deepEqual(refusal(await app.as(there).get('/me')), refused)
  const move = { mail: here.mail, selected_group_id: [space], UpdateToken: true }
  assert.deepEqual(refusal(await app.as(here).patch(`/users/${here.id}`, move)), refused)
  assert.equal((await app.as(here).get('/me')).body.data.space.id, here.space)
})

test('an application needs a sign-in of the last 15 minutes to require a second factor, and for no other setting', async () => {
  const { space, head } = await aSpaceWithAHead()
  await app.owner`update tokens set kind = 'access', client_id = 'muster-console', authenticated_at = now() - interval '16 minutes' where user_id = ${head.id}`
  assert.deepEqual(refusal(await requireFactor(head, true)), [401, 'reauthentication_required'])
  assert.equal((await app.as(head).patch(`/spaces/${space}`, { name: 'Renamed' })).status, 200)
})

test('the audit log shows who required a second factor and who lifted it, and nothing when it stays the same', async () => {
  const { space, head } = await aSpaceWithAHead()
  for (const value of [true, true, false]) await requireFactor(head, value)
  const entries = await app.owner`
    select user_id, subject_id, details from audit_log where group_id = ${space} and kind = 'space.second_factor' order by id`
  const changed = (from: boolean, to: boolean) => ({ user_id: head.id, subject_id: space, details: { from, to } })
  assert.deepEqual([...entries], [changed(false, true), changed(true, false)])
})

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

test('a new space has the time zone and the currency of its locale', async () => {
  for (const [locale, time_zone, currency] of [
    ['fr', 'Europe/Paris', 'EUR'],
    ['fr-CA', 'America/Toronto', 'CAD'],
    ['en-GB', 'Europe/London', 'GBP'],
    ['en', 'UTC', 'EUR'],
  ]) {
    const { space, head } = await aSpaceWithPeople(locale)
    assert.equal((await app.as(head).get(`/spaces/${space}`)).body.data.time_zone, time_zone)
    assert.equal((await app.as(head).get('/v1/transaction_settings')).body.data.currency, currency)
  }
})

test('a superadmin changes the time zone, and the audit log shows the values before and after', async () => {
  const { space, head, change } = await aSpaceWithPeople()
  const { status, body } = await change('America/Montreal')
  assert.deepEqual([status, body.data.time_zone], [200, 'America/Montreal'])
  assert.equal((await change('America/Montreal')).status, 200)
  const entries = await app.owner`
    select user_id, subject_id, details from audit_log where group_id = ${space} and kind = 'space.time_zone'`
  const zones = { from: 'UTC', to: 'America/Montreal' }
  assert.deepEqual([...entries], [{ user_id: head.id, subject_id: space, details: zones }])
})

test('a change of the time zone emits one event, whether it moves sums or not', async () => {
  const { space, change, pay } = await aSpaceWithPeople()
  const events = async () =>
    (await app.owner`select from events where group_id = ${space} and kind = 'space.updated'`).length
  await change('Europe/Paris')
  assert.equal(await events(), 1)
  await pay('2025-12-31T23:30:00Z')
  await change('UTC')
  assert.equal(await events(), 2)
})

test('after a change of the time zone, payments around midnight are in the month of the new time zone, also those recorded meanwhile', async () => {
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
