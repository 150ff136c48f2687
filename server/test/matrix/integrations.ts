import { anIntegration, aSession } from '../integrations.ts'
import { aUser, type Person } from '../people.ts'
import { type Caller, every_role, fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may manage tokens, integrations, sessions, grants and suspensions. */
export async function integrationRows({ app, space, cast }: MatrixContext): Promise<Rows> {
  const own = { ...every_role, narrow_token: 403, other_space: 200 }
  const managing = { ...fromRole('admin'), narrow_token: 403 }
  const redirect_uris = ['https://example.org/back']
  const integration = { name: 'Made', scopes: ['teams:read'], redirect_uris }
  const path = '/v1/integrations'
  // There may be only so many at once.
  const made: number[] = []
  const oneIntegration = async () => {
    while (made.length > 20) await app.as(cast.superadmin).delete(`${path}/${made.shift()}`)
    const one = await anIntegration(app, cast.admin, integration)
    made.push(one.id)
    return one
  }
  const sessionOf = (caller: Caller) => aSession(app, (cast as Partial<Record<Caller, Person>>)[caller] ?? cast.user)
  // The session belongs to another user.
  const others = { custom_role: 404, service_account: 404, other_space: 404 }
  const aToken = async () => {
    const { id } = await aUser(app, space)
    const [token] = await app.owner<[{ id: number }]>`select id from tokens where user_id = ${id}`
    return token.id
  }
  const suspended = async () => {
    const { id } = await aUser(app, space)
    await app.as(cast.admin).post('/v1/suspensions', { user_id: id })
    return id
  }

  return {
    'tokens.list': { request: get('/v1/tokens'), ...own },
    'tokens.create': {
      signed_in: true,
      request: async () => ({ method: 'POST', path: '/v1/tokens', data: { name: 'Script' } }),
      ...own,
      service_account: 403,
    },
    'tokens.end': {
      request: async () => ({ method: 'DELETE', path: `/v1/tokens/${await aToken()}` }),
      superadmin: 200,
      admin: 404,
      manager: 404,
      user: 404,
      narrow_token: 403,
      other_space: 404,
    },
    'integrations.list': { request: get(path), ...managing, other_space: 200 },
    'integrations.read': {
      request: async () => ({ method: 'GET', path: `${path}/${(await oneIntegration()).id}` }),
      ...managing,
      other_space: 404,
    },
    'integrations.create': {
      request: async () => ({ method: 'POST', path, data: integration }),
      ...managing,
      service_account: 403,
      other_space: 200,
    },
    'integrations.update': {
      request: async () => ({
        method: 'PATCH',
        path: `${path}/${(await oneIntegration()).id}`,
        data: { name: 'Other' },
      }),
      ...managing,
      service_account: 403,
      other_space: 404,
    },
    'integrations.end': {
      request: async () => ({ method: 'DELETE', path: `${path}/${(await oneIntegration()).id}` }),
      ...managing,
      other_space: 404,
    },
    'integrations.createSecret': {
      request: async () => ({ method: 'POST', path: `${path}/${(await oneIntegration()).id}/secrets` }),
      ...managing,
      service_account: 403,
      other_space: 404,
    },
    'integrations.endSecret': {
      request: async () => {
        const { id, secrets } = await oneIntegration()
        return { method: 'DELETE', path: `${path}/${id}/secrets/${secrets[0].id}` }
      },
      ...managing,
      other_space: 404,
    },
    'sessions.list': { request: get('/v1/sessions'), ...own },
    'sessions.end': {
      request: async caller => ({ method: 'DELETE', path: `/v1/sessions/${(await sessionOf(caller)).session_id}` }),
      ...own,
      ...others,
    },
    'sessions.endOthers': { request: async () => ({ method: 'DELETE', path: '/v1/sessions' }), ...own },
    'grants.list': { request: get('/v1/grants'), ...own },
    'grants.end': {
      request: async caller => ({ method: 'DELETE', path: `/v1/grants/${(await sessionOf(caller)).grant_id}` }),
      ...own,
      ...others,
    },
    'suspensions.list': { request: get('/v1/suspensions'), ...managing, other_space: 200 },
    'suspensions.create': {
      request: async () => ({
        method: 'POST',
        path: '/v1/suspensions',
        data: { user_id: (await aUser(app, space)).id },
      }),
      ...managing,
      other_space: 404,
    },
    'suspensions.end': {
      request: async () => ({ method: 'DELETE', path: `/v1/suspensions/${await suspended()}` }),
      ...managing,
      other_space: 404,
    },
  }
}
