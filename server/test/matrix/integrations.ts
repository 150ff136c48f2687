import { anIntegration, aSession } from '../integrations.ts'
import { aUser, type Person } from '../people.ts'
import { everyone, from, get, type Rows, type Who, type World } from './rows.ts'

/** Who may look after tokens, integrations, sessions, grants and suspensions. */
export async function programRows({ app, space, cast }: World): Promise<Rows> {
  const own = { ...everyone, narrow: 403, stranger: 200 }
  const managing = { ...from('admin'), narrow: 403 }
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
  const sessionOf = (who: Who) => aSession(app, (cast as Partial<Record<Who, Person>>)[who] ?? cast.user)
  // These have a session of their own only in the story of somebody else.
  const others = { custom: 404, program: 404, stranger: 404 }
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
    'tokens.list': { ask: get('/v1/tokens'), ...own },
    'tokens.create': {
      signed_in: true,
      ask: async () => ({ method: 'POST', path: '/v1/tokens', data: { name: 'Script' } }),
      ...own,
      program: 403,
    },
    'tokens.end': {
      ask: async () => ({ method: 'DELETE', path: `/v1/tokens/${await aToken()}` }),
      superadmin: 200,
      admin: 404,
      manager: 404,
      user: 404,
      narrow: 403,
      stranger: 404,
    },
    'integrations.list': { ask: get(path), ...managing, stranger: 200 },
    'integrations.read': {
      ask: async () => ({ method: 'GET', path: `${path}/${(await oneIntegration()).id}` }),
      ...managing,
      stranger: 404,
    },
    'integrations.create': {
      ask: async () => ({ method: 'POST', path, data: integration }),
      ...managing,
      program: 403,
      stranger: 200,
    },
    'integrations.update': {
      ask: async () => ({ method: 'PATCH', path: `${path}/${(await oneIntegration()).id}`, data: { name: 'Other' } }),
      ...managing,
      program: 403,
      stranger: 404,
    },
    'integrations.end': {
      ask: async () => ({ method: 'DELETE', path: `${path}/${(await oneIntegration()).id}` }),
      ...managing,
      stranger: 404,
    },
    'integrations.makeSecret': {
      ask: async () => ({ method: 'POST', path: `${path}/${(await oneIntegration()).id}/secrets` }),
      ...managing,
      program: 403,
      stranger: 404,
    },
    'integrations.endSecret': {
      ask: async () => {
        const { id, secrets } = await oneIntegration()
        return { method: 'DELETE', path: `${path}/${id}/secrets/${secrets[0].id}` }
      },
      ...managing,
      stranger: 404,
    },
    'sessions.list': { ask: get('/v1/sessions'), ...own },
    'sessions.end': {
      ask: async who => ({ method: 'DELETE', path: `/v1/sessions/${(await sessionOf(who)).session_id}` }),
      ...own,
      ...others,
    },
    'sessions.endOthers': { ask: async () => ({ method: 'DELETE', path: '/v1/sessions' }), ...own },
    'grants.list': { ask: get('/v1/grants'), ...own },
    'grants.end': {
      ask: async who => ({ method: 'DELETE', path: `/v1/grants/${(await sessionOf(who)).grant_id}` }),
      ...own,
      ...others,
    },
    'suspensions.list': { ask: get('/v1/suspensions'), ...managing, stranger: 200 },
    'suspensions.create': {
      ask: async () => ({ method: 'POST', path: '/v1/suspensions', data: { user_id: (await aUser(app, space)).id } }),
      ...managing,
      stranger: 404,
    },
    'suspensions.end': {
      ask: async () => ({ method: 'DELETE', path: `/v1/suspensions/${await suspended()}` }),
      ...managing,
      stranger: 404,
    },
  }
}
