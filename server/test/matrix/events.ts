import { everyone, from, get, type Rows, type World } from './rows.ts'

/** Who may hear what happens, and who may have others told. Nothing is sent here. */
export async function eventRows({ app, cast }: World): Promise<Rows> {
  const path = '/v1/webhooks'
  const managing = { ...from('admin'), narrow: 200 }
  const wish = { name: 'Made', url: 'https://example.org/hook', types: ['team.created'] }
  // There may be only so many at once.
  const made: number[] = []
  const room = async () => {
    const { body } = await app.as(cast.superadmin).get(path)
    if (body.total < 19) return
    for (const { id } of body.data)
      if (!made.slice(-13).includes(id)) await app.as(cast.superadmin).delete(`${path}/${id}`)
  }
  const aWebhook = async () => {
    await room()
    const { body } = await app.as(cast.superadmin).post(path, wish)
    made.push(body.data.id)
    return body.data.id as number
  }
  const aDelivery = async () => {
    const webhook_id = await aWebhook()
    await app.owner`
      insert into events (group_id, kind, subject_id, user_id, request) values (${cast.admin.space}, 'team.created', 1, ${cast.admin.id}, '')`
    const [delivery] = await app.owner<[{ id: number }]>`
      insert into webhook_deliveries (group_id, webhook_id, event_id, type, retry_until)
      select group_id, ${webhook_id}, id, kind, now() from events where group_id = ${cast.admin.space} order by id desc limit 1
      returning id`
    return { webhook_id, id: delivery.id }
  }
  const on =
    (method: string, rest = '', data?: object) =>
    async () => ({
      method,
      path: `${path}/${await aWebhook()}${rest}`,
      ...(data && { data }),
    })

  return {
    'changes.list': { ask: get('/v1/changes'), ...everyone, narrow: 200, stranger: 200 },
    'webhooks.list': { ask: get(path), ...managing, stranger: 200 },
    'webhooks.read': { ask: on('GET'), ...managing, stranger: 404 },
    'webhooks.create': {
      ask: async () => {
        await room()
        return { method: 'POST', path, data: wish }
      },
      ...managing,
      // Whoever may not see teams has nobody told of them.
      narrow: 403,
      stranger: 200,
    },
    'webhooks.update': { ask: on('PATCH', '', { name: 'Other' }), ...managing, narrow: 403, stranger: 404 },
    'webhooks.remove': { ask: on('DELETE'), ...managing, stranger: 404 },
    'webhooks.renewSecret': { ask: on('POST', '/secret'), ...managing, narrow: 403, stranger: 404 },
    'webhooks.test': { ask: on('POST', '/test'), ...managing, stranger: 404 },
    'webhooks.replay': { ask: on('POST', '/replay', { since: '2026-01-01' }), ...managing, narrow: 403, stranger: 404 },
    'webhooks.deliveries': { ask: on('GET', '/deliveries'), ...managing, stranger: 404 },
    'webhooks.replayDelivery': {
      ask: async () => {
        const { webhook_id, id } = await aDelivery()
        return { method: 'POST', path: `${path}/${webhook_id}/deliveries/${id}/replay` }
      },
      ...managing,
      narrow: 404,
      stranger: 404,
    },
  }
}
