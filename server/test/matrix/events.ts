import { every_role, fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may read events and manage webhooks. Nothing is delivered. */
export async function eventRows({ app, cast }: MatrixContext): Promise<Rows> {
  const path = '/v1/webhooks'
  const managing = { ...fromRole('admin'), narrow_token: 200 }
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
    'changes.list': { request: get('/v1/changes'), ...every_role, narrow_token: 200, other_space: 200 },
    'activity.list': { request: get('/v1/activity'), ...every_role, narrow_token: 200, other_space: 200 },
    'webhooks.list': { request: get(path), ...managing, other_space: 200 },
    'webhooks.read': { request: on('GET'), ...managing, other_space: 404 },
    'webhooks.create': {
      request: async () => {
        await room()
        return { method: 'POST', path, data: wish }
      },
      ...managing,
      // A webhook needs the permission to read what it reports.
      narrow_token: 403,
      other_space: 200,
    },
    'webhooks.update': {
      request: on('PATCH', '', { name: 'Other' }),
      ...managing,
      narrow_token: 403,
      other_space: 404,
    },
    'webhooks.remove': { request: on('DELETE'), ...managing, other_space: 404 },
    'webhooks.renewSecret': { request: on('POST', '/secret'), ...managing, narrow_token: 403, other_space: 404 },
    'webhooks.test': { request: on('POST', '/test'), ...managing, other_space: 404 },
    'webhooks.replay': {
      request: on('POST', '/replay', { since: '2026-01-01' }),
      ...managing,
      narrow_token: 403,
      other_space: 404,
    },
    'webhooks.listDeliveries': { request: on('GET', '/deliveries'), ...managing, other_space: 404 },
    'webhooks.replayDelivery': {
      request: async () => {
        const { webhook_id, id } = await aDelivery()
        return { method: 'POST', path: `${path}/${webhook_id}/deliveries/${id}/replay` }
      },
      ...managing,
      narrow_token: 404,
      other_space: 404,
    },
  }
}
