import { aPng, sendLogo } from '../images.ts'
import { aUser, roleId } from '../people.ts'
import { every_role, everyCaller, fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may do what with people, teams, spaces, and with the system itself. */
export async function organisationRows({ app, space, cast }: MatrixContext): Promise<Rows> {
  const userRole = await roleId(app, space, 'user')
  const aTarget = () => aUser(app, space)
  const aTeam = async (fields = {}) =>
    (await app.as(cast.admin).post('/teams', { team: { name: 'Team', ...fields } })).body.data.team.id as number
  const logo = `/spaces/${space}/logo`
  const withLogo = (method: string) => async () => {
    await sendLogo(app, cast.superadmin, aPng())
    return { method, path: logo }
  }
  const aCustomRole = async () =>
    (await app.as(cast.superadmin).post('/roles', { name: `Custom ${Math.random()}` })).body.data.id as number
  const anInvitation = async () =>
    (await app.as(cast.admin).post('/users/invitation', { invitations: [{ email: `i${Math.random()}@example.org` }] }))
      .body.data.invitations.id as number

  return {
    'me.read': { request: get('/me'), ...every_role, narrow_token: 200, other_space: 200 },
    'spaces.list': { request: get('/spaces'), ...every_role, narrow_token: 200, other_space: 200 },
    'spaces.read': { request: get(`/spaces/${space}`), ...every_role, narrow_token: 200, other_space: 404 },
    'spaces.update': {
      request: async () => ({ method: 'PATCH', path: `/spaces/${space}`, data: {} }),
      ...fromRole('superadmin'),
      narrow_token: 403,
      other_space: 404,
    },
    'spaces.readLogo': { request: withLogo('GET'), ...every_role, narrow_token: 200, other_space: 404 },
    'spaces.uploadLogo': {
      request: async () => ({ method: 'POST', path: logo, file: aPng() }),
      ...fromRole('superadmin'),
      narrow_token: 403,
      other_space: 404,
    },
    'spaces.removeLogo': {
      request: withLogo('DELETE'),
      ...fromRole('superadmin'),
      narrow_token: 403,
      other_space: 404,
    },
    'users.list': { request: get('/users'), ...every_role, narrow_token: 403, other_space: 200 },
    'users.read': {
      request: async () => ({ method: 'GET', path: `/users/${(await aTarget()).id}` }),
      ...every_role,
      user: 404,
      narrow_token: 403,
      other_space: 404,
    },
    'users.update': {
      request: async () => {
        const { id, mail } = await aTarget()
        return { method: 'PATCH', path: `/users/${id}`, data: { mail } }
      },
      superadmin: 200,
      admin: 200,
      manager: 403,
      user: 404,
      narrow_token: 403,
      other_space: 404,
    },
    'users.assignRole': {
      request: async () => ({
        method: 'PATCH',
        path: '/users/role',
        data: { user_id: (await aTarget()).id, role_id: userRole },
      }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'users.remove': {
      request: async () => ({ method: 'DELETE', path: `/users/${(await aTarget()).id}` }),
      superadmin: 200,
      admin: 200,
      manager: 403,
      user: 404,
      narrow_token: 403,
      other_space: 404,
    },
    'members.disconnect': {
      request: async () => {
        await app.owner`
          insert into account_identities (group_id, provider_id, issuer, subject, account_id)
          values (${space}, 0, 'https://login.example.org', 'matrix', ${cast.user.id}) on conflict do nothing`
        return { method: 'DELETE', path: `/v1/members/${cast.user.id}/identity_providers` }
      },
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'members.list': { request: get('/v1/members'), ...fromRole('manager'), narrow_token: 403, other_space: 200 },
    'roles.list': { request: get('/roles'), ...every_role, narrow_token: 200, other_space: 200 },
    'roles.read': { request: get(`/roles/${userRole}`), ...every_role, narrow_token: 200, other_space: 404 },
    'roles.create': {
      request: async caller => ({ method: 'POST', path: '/roles', data: { name: `Made by ${caller}` } }),
      ...fromRole('superadmin'),
      narrow_token: 403,
      other_space: 200,
    },
    'roles.update': {
      request: async () => ({ method: 'PATCH', path: `/roles/${await aCustomRole()}`, data: { color: '#000000' } }),
      ...fromRole('superadmin'),
      narrow_token: 403,
      other_space: 404,
    },
    'roles.remove': {
      request: async () => ({ method: 'DELETE', path: `/roles/${await aCustomRole()}` }),
      ...fromRole('superadmin'),
      narrow_token: 403,
      other_space: 404,
    },
    'invitations.list': {
      request: get('/users/invitation'),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'invitations.create': {
      request: async caller => ({
        method: 'POST',
        path: '/users/invitation',
        data: { invitations: [{ email: `by-${caller}@example.org` }] },
      }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'invitations.cancel': {
      request: async () => ({ method: 'DELETE', path: `/users/invitation/${await anInvitation()}` }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'invitations.show': { request: get('/invitations/none'), ...everyCaller(404) },
    'invitations.accept': {
      request: async () => ({ method: 'POST', path: '/invitations/none', data: {} }),
      ...everyCaller(415),
    },
    'set_up.show': { request: get('/set-up/none'), ...everyCaller(404) },
    'set_up.create': { request: async () => ({ method: 'POST', path: '/set-up/none', data: {} }), ...everyCaller(415) },
    'teams.list': { request: get('/teams'), ...every_role, narrow_token: 403, other_space: 200 },
    'teams.listPublic': { request: get('/teams/public'), ...every_role, narrow_token: 403, other_space: 200 },
    'teams.create': {
      request: async () => ({ method: 'POST', path: '/teams', data: { team: { name: 'New' } } }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'teams.read': {
      request: async () => ({ method: 'GET', path: `/teams/${await aTeam()}` }),
      ...every_role,
      narrow_token: 403,
      other_space: 404,
    },
    'teams.replace': {
      request: async () => ({
        method: 'PATCH',
        path: '/teams',
        data: { team: { id: await aTeam(), description: 'changed' } },
      }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'teams.remove': {
      request: async () => ({ method: 'DELETE', path: `/teams/${await aTeam()}` }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'system.checkHealth': { request: get('/health'), ...everyCaller(200) },
    'system.checkLiveness': { request: get('/health/live'), ...everyCaller(200) },
    'system.readOpenapi': { request: get('/openapi.json'), ...everyCaller(200) },
    'system.readReference': { request: get('/docs'), ...everyCaller(200) },
    'system.readReferencePage': { request: get('/docs/contacts'), ...everyCaller(200) },
    'system.readReferenceStyles': { request: get('/docs.css'), ...everyCaller(200) },
    'system.readReferenceScript': { request: get('/docs.js'), ...everyCaller(200) },
    'system.readStyles': { request: get('/pages.css'), ...everyCaller(200) },
  }
}
