import { aUser, roleId } from '../people.ts'
import { all, everyone, from, get, type Rows, type World } from './rows.ts'

/** Who may do what with people, teams, spaces, and with the system itself. */
export async function peopleRows({ app, space, cast }: World): Promise<Rows> {
  const userRole = await roleId(app, space, 'user')
  const aTarget = () => aUser(app, space)
  const aTeam = async (fields = {}) =>
    (await app.as(cast.admin).post('/teams', { team: { name: 'Team', ...fields } })).body.data.team.id as number
  const aCustomRole = async () =>
    (await app.as(cast.superadmin).post('/roles', { name: `Custom ${Math.random()}` })).body.data.id as number
  const anInvitation = async () =>
    (await app.as(cast.admin).post('/users/invitation', { invitations: [{ email: `i${Math.random()}@example.org` }] }))
      .body.data.invitations.id as number

  return {
    'me.read': { ask: get('/me'), ...everyone, narrow: 200, stranger: 200 },
    'spaces.list': { ask: get('/spaces'), ...everyone, narrow: 200, stranger: 200 },
    'spaces.read': { ask: get(`/spaces/${space}`), ...everyone, narrow: 200, stranger: 404 },
    'spaces.update': {
      ask: async () => ({ method: 'PATCH', path: `/spaces/${space}`, data: {} }),
      ...from('superadmin'),
      narrow: 403,
      stranger: 404,
    },
    'users.list': { ask: get('/users'), ...everyone, narrow: 403, stranger: 200 },
    'users.read': {
      ask: async () => ({ method: 'GET', path: `/users/${(await aTarget()).id}` }),
      ...everyone,
      user: 404,
      narrow: 403,
      stranger: 404,
    },
    'users.update': {
      ask: async () => {
        const { id, mail } = await aTarget()
        return { method: 'PATCH', path: `/users/${id}`, data: { mail } }
      },
      superadmin: 200,
      admin: 200,
      manager: 403,
      user: 404,
      narrow: 403,
      stranger: 404,
    },
    'users.assignRole': {
      ask: async () => ({
        method: 'PATCH',
        path: '/users/role',
        data: { user_id: (await aTarget()).id, role_id: userRole },
      }),
      ...from('admin'),
      narrow: 403,
      stranger: 404,
    },
    'users.remove': {
      ask: async () => ({ method: 'DELETE', path: `/users/${(await aTarget()).id}` }),
      superadmin: 200,
      admin: 200,
      manager: 403,
      user: 404,
      narrow: 403,
      stranger: 404,
    },
    'roles.list': { ask: get('/roles'), ...everyone, narrow: 200, stranger: 200 },
    'roles.read': { ask: get(`/roles/${userRole}`), ...everyone, narrow: 200, stranger: 404 },
    'roles.create': {
      ask: async who => ({ method: 'POST', path: '/roles', data: { name: `Made by ${who}` } }),
      ...from('superadmin'),
      narrow: 403,
      stranger: 200,
    },
    'roles.update': {
      ask: async () => ({ method: 'PATCH', path: `/roles/${await aCustomRole()}`, data: { color: '#000000' } }),
      ...from('superadmin'),
      narrow: 403,
      stranger: 404,
    },
    'roles.remove': {
      ask: async () => ({ method: 'DELETE', path: `/roles/${await aCustomRole()}` }),
      ...from('superadmin'),
      narrow: 403,
      stranger: 404,
    },
    'invitations.list': { ask: get('/users/invitation'), ...from('manager'), narrow: 403, stranger: 200 },
    'invitations.create': {
      ask: async who => ({
        method: 'POST',
        path: '/users/invitation',
        data: { invitations: [{ email: `by-${who}@example.org` }] },
      }),
      ...from('manager'),
      narrow: 403,
      stranger: 200,
    },
    'invitations.cancel': {
      ask: async () => ({ method: 'DELETE', path: `/users/invitation/${await anInvitation()}` }),
      ...from('manager'),
      narrow: 403,
      stranger: 404,
    },
    'invitations.show': { ask: get('/invitations/none'), ...all(404) },
    'invitations.accept': { ask: async () => ({ method: 'POST', path: '/invitations/none', data: {} }), ...all(415) },
    'teams.list': { ask: get('/teams'), ...everyone, narrow: 403, stranger: 200 },
    'teams.listPublic': { ask: get('/teams/public'), ...everyone, narrow: 403, stranger: 200 },
    'teams.create': {
      ask: async () => ({ method: 'POST', path: '/teams', data: { team: { name: 'New' } } }),
      ...from('manager'),
      narrow: 403,
      stranger: 200,
    },
    'teams.read': {
      ask: async () => ({ method: 'GET', path: `/teams/${await aTeam()}` }),
      ...everyone,
      narrow: 403,
      stranger: 404,
    },
    'teams.replace': {
      ask: async () => ({
        method: 'PATCH',
        path: '/teams',
        data: { team: { id: await aTeam(), description: 'changed' } },
      }),
      ...from('admin'),
      narrow: 403,
      stranger: 404,
    },
    'teams.remove': {
      ask: async () => ({ method: 'DELETE', path: `/teams/${await aTeam()}` }),
      ...from('admin'),
      narrow: 403,
      stranger: 404,
    },
    'system.health': { ask: get('/health'), ...all(200) },
    'system.openapi': { ask: get('/openapi.json'), ...all(200) },
    'system.reference': { ask: get('/docs'), ...all(200) },
    'system.styles': { ask: get('/pages.css'), ...all(200) },
  }
}
