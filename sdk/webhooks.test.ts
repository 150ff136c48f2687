import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { newSigningSecret, signaturesOf } from '../server/events/signature.ts'
import { verifyWebhook, WebhookRefused } from './webhooks.ts'

const secret = newSigningSecret()
const body = JSON.stringify({ id: 'evt_1', type: 'team.created', data: { id: 7 } })
const now_s = () => Math.floor(Date.now() / 1000)

const headersFor = (timestamp_s = now_s(), secrets = [secret]) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(timestamp_s),
  'webhook-signature': signaturesOf(secrets, 'evt_1', timestamp_s, body),
})
const refused = (promise: Promise<unknown>) => assert.rejects(promise, WebhookRefused)

describe('a webhook', () => {
  test('is accepted from plain headers, a Headers object or bytes', async () => {
    const headers = headersFor()
    assert.equal((await verifyWebhook(body, headers, { secret })).data.id, 7)
    assert.equal((await verifyWebhook(body, new Headers(headers), { secret })).data.id, 7)
    assert.equal((await verifyWebhook(Buffer.from(body), headers, { secret })).data.id, 7)
    const loud = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
    assert.equal((await verifyWebhook(body, loud, { secret })).data.id, 7)
  })

  test('has the signature of the published example of Standard Webhooks', () => {
    const example = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const signature = signaturesOf([example], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1614265330, '{"test": 2432232314}')
    assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test('is valid with either of two secrets, of the sender or of the receiver', async () => {
    const other = newSigningSecret()
    await verifyWebhook(body, headersFor(now_s(), [other, secret]), { secret })
    await verifyWebhook(body, headersFor(), { secret: [other, secret] })
    await refused(verifyWebhook(body, headersFor(now_s(), [other]), { secret }))
  })

  test('is refused when it is old, from the future, or lacks its headers', async () => {
    await refused(verifyWebhook(body, headersFor(now_s() - 400), { secret }))
    await refused(verifyWebhook(body, headersFor(now_s() + 400), { secret }))
    await verifyWebhook(body, headersFor(now_s() - 400), { secret, tolerance_s: 600 })
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      await refused(verifyWebhook(body, { ...headersFor(), [name]: undefined }, { secret }))
    for (const odd of ['', 'v1,', 'v1,!!!', 'v2,abcd', 'x'])
      await refused(verifyWebhook(body, { ...headersFor(), 'webhook-signature': odd }, { secret }))
    await refused(verifyWebhook(body, { ...headersFor(), 'webhook-timestamp': 'NaN' }, { secret }))
  })

  test('is refused when a single character was changed', async () => {
    const places = fc.integer({ min: 0, max: body.length - 1 })
    await fc.assert(
      fc.asyncProperty(places, fc.string({ minLength: 1, maxLength: 1 }), async (place, letter) => {
        fc.pre(body[place] !== letter)
        await refused(verifyWebhook(body.slice(0, place) + letter + body.slice(place + 1), headersFor(), { secret }))
      }),
      { numRuns: 50 },
    )
  })
})
