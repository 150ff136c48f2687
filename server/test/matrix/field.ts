import { anAction, aVisit, visit } from '../field.ts'
import { aMapFile, uploadMap } from '../map_file.ts'
import { every_role, fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may do what in the field. The actions are public, so that a user sees them from outside. */
export async function fieldRows({ app, cast }: MatrixContext): Promise<Rows> {
  const boss = app.as(cast.manager)
  const { id } = await anAction(app, cast.manager, { public: true })
  const one = async () => `/actions/${(await anAction(app, cast.manager, { public: true })).id}`
  const anAddress = async () =>
    (await boss.post(`/actions/${id}/addresses`, { addresses: [{ street: `R${Math.random()}` }] })).body.data
      .addresses[0].id
  const aRecorded = async () => (await aVisit(app, cast.manager, id)).id
  const aDeclared = async () => (await boss.post(`/actions/${id}/declared_visits`, { count: 1 })).body.data.id
  const seen = { ...every_role, narrow_token: 403, other_space: 404 }
  const managed = { ...fromRole('manager'), narrow_token: 403, other_space: 404 }
  // A visit of another user is visible only to members of the action.
  const foreign = { ...every_role, user: 404, narrow_token: 403, other_space: 404 }
  const send = (method: string, path: () => Promise<string>, data?: unknown) => async () => ({
    method,
    path: await path(),
    data,
  })

  return {
    'actions.list': { request: get('/actions'), ...every_role, narrow_token: 403, other_space: 200 },
    'actions.create': {
      request: async () => ({ method: 'POST', path: '/actions', data: { action: { name: 'New' } } }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'actions.read': { request: get(`/actions/${id}`), ...seen },
    'actions.update': { request: send('PATCH', one, { action: { goal: 1 } }), ...managed },
    'actions.archive': { request: send('DELETE', one), ...managed },
    'actions.restore': { request: send('POST', async () => `${await one()}/restore`), ...managed },
    'actions.duplicate': { request: send('POST', async () => `${await one()}/duplicate`, {}), ...managed },
    'action_addresses.list': { request: get(`/actions/${id}/addresses`), ...seen },
    'action_addresses.add': {
      request: send('POST', async () => `${await one()}/addresses`, { addresses: [{ street: 'R' }] }),
      ...managed,
    },
    'action_addresses.addFromContacts': {
      request: send('POST', async () => `${await one()}/addresses/from_contacts`),
      ...managed,
    },
    'action_addresses.removeMany': {
      request: async () => ({
        method: 'POST',
        path: `/actions/${id}/addresses/remove`,
        data: { address_ids: [await anAddress()] },
      }),
      ...managed,
    },
    'action_addresses.remove': {
      request: send('DELETE', async () => `/actions/${id}/addresses/${await anAddress()}`),
      ...managed,
    },
    'action_contacts.list': {
      request: get(`/actions/${id}/contacts`),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'map.read': { request: get('/v1/map'), ...every_role, narrow_token: 200, other_space: 200 },
    'map.upload': {
      request: async () => ({ method: 'POST', path: '/v1/map?name=matrix.pmtiles', file: aMapFile() }),
      ...fromRole('superadmin'),
      narrow_token: 403,
      other_space: 200,
    },
    'map.remove': {
      request: async () => {
        await uploadMap(app, cast.superadmin)
        return { method: 'DELETE', path: '/v1/map' }
      },
      ...fromRole('superadmin'),
      narrow_token: 403,
      // It deletes the map that its own space uploaded above.
      other_space: 200,
    },
    'map.download': {
      request: async () => {
        const { version } = (await uploadMap(app, cast.superadmin)).body.data.map
        return { method: 'GET', path: `/v1/map/file?version=${version}` }
      },
      ...every_role,
      narrow_token: 200,
      other_space: 404,
    },
    'visits.list': { request: get(`/actions/${id}/visits`), ...seen },
    'visits.record': {
      request: async () => ({ method: 'POST', path: `/actions/${id}/visits`, data: { visit: visit() } }),
      ...seen,
    },
    'visits.read': { request: send('GET', async () => `/actions/${id}/visits/${await aRecorded()}`), ...foreign },
    'visits.correct': {
      request: send('PATCH', async () => `/actions/${id}/visits/${await aRecorded()}`, { visit: { comment: 'x' } }),
      ...foreign,
    },
    'visits.withdraw': {
      request: send('DELETE', async () => `/actions/${id}/visits/${await aRecorded()}`),
      ...foreign,
    },
    'visits.readHistory': {
      request: send('GET', async () => `/actions/${id}/visits/${await aRecorded()}/history`),
      ...foreign,
    },
    'declared_visits.list': { request: get(`/actions/${id}/declared_visits`), ...seen },
    'declared_visits.declare': {
      request: send('POST', async () => `/actions/${id}/declared_visits`, { count: 1 }),
      ...seen,
    },
    'declared_visits.withdraw': {
      request: send('DELETE', async () => `/actions/${id}/declared_visits/${await aDeclared()}`),
      ...foreign,
    },
    'visit_weeks.list': { request: get('/v1/visit_weeks'), ...every_role, narrow_token: 403, other_space: 200 },
    'action_statistics.read': { request: get(`/actions/${id}/statistics`), ...seen },
  }
}
