import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { permissionsOf } from '../../access/permissions.ts'
import { eventTypesFor } from '../../events/catalogue.ts'
import { withAccessToken } from '../../test/integrations.ts'
import { aSpace, aUser, aUserPerRole, refusal } from '../../test/people.ts'
import { startAppWithoutJobs } from '../../test/shared_apps.ts'
import { checkedWebhookUrl } from './url.ts'

// Nothing is sent here: deliveries.test.ts tests deliveries.
const app = await startAppWithoutJobs()
const [space, elsewhere] = [await aSpace(app, 'Here'), await aSpace(app, 'There')]
const cast = await aUserPerRole(app, space)
const other_space_user = await aUser(app, elsewhere, { role: 'superadmin' })

const path = '/v1/webhooks'
const settings = { name: 'Website', url: 'https://example.org/hook', types: ['team.created'] }
const aWebhook = async (more: object = {}) => {
  const made = await app.as(cast.admin).post(path, { ...settings, ...more })
  assert.equal(made.status, 200, made.text)
  return made.body.data
}
const end = (id: number) => app.as(cast.admin).delete(`${path}/${id}`)

describe('a webhook', () => {
  test('is created enabled, with a secret that is shown once', async () => {
    const { secret, ...made } = await aWebhook()
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual([made.enabled, made.disabled_because, made.url], [true, '', 'https://example.org/hook'])
    const read = await app.as(cast.admin).get(`${path}/${made.id}`)
    assert.deepEqual(read.body.data, made)
    const list = await app.as(cast.admin).get(path)
    assert.deepEqual([list.body.data, list.body.total], [[made], 1])
    assert.equal((await app.as(other_space_user).get(path)).body.total, 0)
    assert.ok(!list.text.includes(secret.slice(6)))
    await end(made.id)
  })

  test('shows its secret to the first of two equal requests only', async () => {
    const headers = { 'idempotency-key': 'one-webhook' }
    const first = await app.as(cast.admin).post(path, settings, headers)
    const second = await app.as(cast.admin).post(path, settings, headers)
    assert.ok(first.body.data.secret)
    assert.deepEqual([second.body.data.id, second.body.data.secret], [first.body.data.id, null])
    await end(first.body.data.id)
  })

  test('gets all events that its creator may see, when no type is chosen', async () => {
    const { types, id } = await aWebhook({ types: undefined })
    const heard = eventTypesFor(new Set(permissionsOf.admin)).filter(type => type !== 'webhook.tested')
    assert.deepEqual(types, heard)
    assert.ok(!heard.includes('privacy_request.created'))
    await end(id)
  })

  test('never gets more than the user who creates or changes it may see', async () => {
    const types = ['privacy_request.created']
    assert.deepEqual(refusal(await app.as(cast.admin).post(path, { ...settings, types })), refusal.forbidden)
    const made = await app.as(cast.superadmin).post(path, { ...settings, types })
    const { id } = made.body.data
    const url = 'https://example.com/mine'
    assert.deepEqual(refusal(await app.as(cast.admin).patch(`${path}/${id}`, { url })), refusal.forbidden)
    const narrow = await aUser(app, space, { role: 'superadmin', scopes: ['webhooks:manage'] })
    assert.equal((await app.as(narrow).post(path, settings)).status, 403)
    await end(id)
  })

  test('gets nothing more of a removed type, also after its URL changes', async () => {
    const types = ['privacy_request.created', 'team.created']
    const { id } = (await app.as(cast.superadmin).post(path, { ...settings, types })).body.data
    const aDelivery = async (type: string, state: string) =>
      (
        await app.owner<{ id: number }[]>`
          insert into webhook_deliveries (group_id, webhook_id, event_id, type, state, ended_at, retry_until)
          values (${space}, ${id}, 1, ${type}, ${state}, case when ${state}::text <> 'waiting' then now() end, now() + interval '1 day') returning id`
      )[0]!.id
    const logged = await aDelivery('privacy_request.created', 'delivered')
    await aDelivery('privacy_request.created', 'waiting')
    const [kept, test] = [await aDelivery('team.created', 'waiting'), await aDelivery('webhook.tested', 'waiting')]
    const led = { url: 'https://example.com/mine', types: ['team.created'] }
    assert.equal((await app.as(cast.admin).patch(`${path}/${id}`, led)).status, 200)
    const waiting = await app.owner<{ id: number }[]>`
      select id from webhook_deliveries where webhook_id = ${id} and state = 'waiting' order by id`
    assert.deepEqual([...waiting], [{ id: kept }, { id: test }])
    const replay = (person: { token: string }) => app.as(person).post(`${path}/${id}/deliveries/${logged}/replay`)
    assert.deepEqual(refusal(await replay(cast.superadmin)), refusal.conflict)
    assert.deepEqual(refusal(await replay(cast.admin)), refusal.not_found)
    await end(id)
  })

  test('changes only what is sent, and shows why it is disabled', async () => {
    const { id } = await aWebhook()
    const off = await app.as(cast.admin).patch(`${path}/${id}`, { enabled: false })
    assert.deepEqual([off.body.data.enabled, off.body.data.disabled_because], [false, 'by_hand'])
    for (const test of ['test', 'replay'])
      assert.equal((await app.as(cast.admin).post(`${path}/${id}/${test}`, { since: '2026-01-01' })).status, 409)
    const on = await app.as(cast.admin).patch(`${path}/${id}`, { enabled: true, name: 'Other' })
    const { name, enabled, disabled_because, url } = on.body.data
    assert.deepEqual([name, enabled, disabled_because, url], ['Other', true, '', settings.url])
    await end(id)
    assert.equal((await app.as(cast.admin).get(`${path}/${id}`)).status, 404)
  })

  test('gets a new secret while the former one still signs for a day', async () => {
    const { id, secret } = await aWebhook()
    const renewed = (await app.as(cast.admin).post(`${path}/${id}/secret`)).body.data
    assert.match(renewed.secret, /^whsec_/)
    assert.notEqual(renewed.secret, secret)
    assert.ok(Math.abs(Date.parse(renewed.former_secret_until) - Date.now() - 86_400_000) < 60_000)
    const [row] = await app.owner`select secret, former_secret from webhooks where id = ${id}`
    assert.deepEqual([row!['secret'], row!['former_secret']], [renewed.secret, secret])
    await end(id)
  })

  test('gives a new secret only to users who may see all its events', async () => {
    const { id } = await aWebhook({ types: ['team.created', 'transaction_bundle.created'] })
    const narrow = await withAccessToken(app, cast.admin, { scopes: ['webhooks:manage', 'teams:manage'] })
    const refused = await app.as(narrow).post(`${path}/${id}/secret`)
    assert.deepEqual(refusal(refused), refusal.forbidden)
    assert.match(refused.body.detail, /finance:read/)
    const scopes = ['webhooks:manage', 'teams:manage', 'finance:read']
    const enough = await withAccessToken(app, cast.admin, { scopes })
    assert.match((await app.as(enough).post(`${path}/${id}/secret`)).body.data.secret, /^whsec_/)
    const wide = { ...settings, types: ['privacy_request.created'] }
    const { id: above } = (await app.as(cast.superadmin).post(path, wide)).body.data
    assert.deepEqual(refusal(await app.as(cast.admin).post(`${path}/${above}/secret`)), refusal.forbidden)
    for (const made of [id, above]) await end(made)
  })

  test('shows and resends deliveries only to users who may see the event', async () => {
    const { id } = await aWebhook({ types: ['team.created', 'transaction_bundle.created'] })
    for (const type of ['team.created', 'transaction_bundle.created', 'webhook.tested']) {
      const [event] = await app.owner<[{ id: number }]>`
        insert into events (group_id, kind, subject_id, user_id, request) values (${space}, ${type}, 1, ${cast.admin.id}, 'test') returning id`
      await app.owner`
        insert into webhook_deliveries (group_id, webhook_id, event_id, type, retry_until)
        values (${space}, ${id}, ${event.id}, ${type}, now() + interval '3 days')`
    }
    const narrow = await withAccessToken(app, cast.admin, { scopes: ['webhooks:manage', 'teams:manage'] })
    const logOf = async (person: { token: string }) =>
      (await app.as(person).get(`${path}/${id}/deliveries`)).body.data as { id: number; type: string }[]
    const all = await logOf(cast.admin)
    const types = all.map(({ type }) => type)
    assert.deepEqual(types, ['webhook.tested', 'transaction_bundle.created', 'team.created'])
    const seen = (await logOf(narrow)).map(({ type }) => type)
    assert.deepEqual(seen, ['webhook.tested', 'team.created'])
    const replay = (person: { token: string }, { id: delivery }: { id: number }) =>
      app.as(person).post(`${path}/${id}/deliveries/${delivery}/replay`)
    assert.deepEqual(refusal(await replay(narrow, all[1]!)), refusal.not_found)
    assert.equal((await replay(narrow, all[2]!)).status, 200)
    assert.equal((await replay(cast.admin, all[1]!)).status, 200)
    const since = { since: '2020-01-01' }
    assert.deepEqual(refusal(await app.as(narrow).post(`${path}/${id}/replay`, since)), refusal.forbidden)
    assert.equal((await app.as(cast.admin).post(`${path}/${id}/replay`, since)).status, 200)
    await end(id)
  })

  test('has audit entries for creation, changes, secrets and deletion, without any secret', async () => {
    const { id, secret } = await aWebhook({ url: 'https://example.org/hook?key=hidden' })
    await app.as(cast.admin).patch(`${path}/${id}`, { name: 'Other' })
    await app.as(cast.admin).post(`${path}/${id}/secret`)
    await end(id)
    const entries =
      await app.owner`select kind, details::text from audit_log where subject = 'webhook' and subject_id = ${id} order by id`
    const kinds = entries.map(({ kind }) => kind)
    assert.deepEqual(kinds, ['webhook.made', 'webhook.changed', 'webhook.secret_made', 'webhook.ended'])
    for (const { details } of entries) assert.ok(!details.includes(secret) && !details.includes('hidden'))
  })

  test('is one of at most twenty, also when many are created at once', async () => {
    const made = await Promise.all(Array.from({ length: 24 }, () => app.as(cast.admin).post(path, settings)))
    assert.equal(made.filter(({ status }) => status === 200).length, 20)
    assert.equal(made.filter(({ status }) => status === 409).length, 4)
    for (const { body } of made) if (body.data) await end(body.data.id)
  })

  test('needs a recent sign-in when an application creates, changes or renews it', async () => {
    const { id } = await aWebhook()
    const stale = app.as(await withAccessToken(app, cast.admin, { signed_in_s: 3600 }))
    for (const answer of [
      await stale.post(path, settings),
      await stale.patch(`${path}/${id}`, { name: 'Other' }),
      await stale.post(`${path}/${id}/secret`),
    ])
      assert.deepEqual(refusal(answer), [401, 'reauthentication_required'])
    await end(id)
  })
})

describe('the URL of a webhook', () => {
  const place = 'body.data.url'
  test('is https and public', async () => {
    const urls = `http://example.org/hook ftp://example.org/hook example.org/hook https:// https://user@example.org/
      https://example.org/#part https://localhost/hook https://printer.local/hook https://metadata.google.internal/
      https://127.0.0.1/hook https://127.1/hook https://0x7f000001/hook https://2130706433/hook https://[::1]/hook
      https://[::ffff:10.0.0.1]/hook https://[64:ff9b::a00:1]/hook https://169.254.169.254/latest/meta-data
      https://10.0.0.8/hook`
    const [first = '', ...others] = urls.split(/\s+/)
    for (const url of [...others, `https://example.org/${'é'.repeat(400)}`])
      assert.throws(() => checkedWebhookUrl(url, false), url)
    assert.deepEqual(refusal(await app.as(cast.admin).post(path, { ...settings, url: first })), refusal.at(place))
  })
})
