import { anAction, aVisit, visit } from '../field.ts'
import { everyone, from, get, type Rows, type World } from './rows.ts'

/** Who may do what in the field. The actions are public, so that a user sees them from outside. */
export async function fieldRows({ app, cast }: World): Promise<Rows> {
  const boss = app.as(cast.manager)
  const { id } = await anAction(app, cast.manager, { public: true })
  const one = async () => `/actions/${(await anAction(app, cast.manager, { public: true })).id}`
  const anAddress = async () =>
    (await boss.post(`/actions/${id}/addresses`, { addresses: [{ street: `R${Math.random()}` }] })).body.data
      .addresses[0].id
  const aRecorded = async () => (await aVisit(app, cast.manager, id)).id
  const aDeclared = async () => (await boss.post(`/actions/${id}/declared_visits`, { count: 1 })).body.data.id
  const seen = { ...everyone, narrow: 403, stranger: 404 }
  const managed = { ...from('manager'), narrow: 403, stranger: 404 }
  // Somebody else's visit in a public action does not exist for who is not in it.
  const foreign = { ...everyone, user: 404, narrow: 403, stranger: 404 }
  const ask = (method: string, path: () => Promise<string>, data?: unknown) => async () => ({
    method,
    path: await path(),
    data,
  })

  return {
    'actions.list': { ask: get('/actions'), ...everyone, narrow: 403, stranger: 200 },
    'actions.create': {
      ask: async () => ({ method: 'POST', path: '/actions', data: { action: { name: 'New' } } }),
      ...from('manager'),
      narrow: 403,
      stranger: 200,
    },
    'actions.read': { ask: get(`/actions/${id}`), ...seen },
    'actions.update': { ask: ask('PATCH', one, { action: { goal: 1 } }), ...managed },
    'actions.archive': { ask: ask('DELETE', one), ...managed },
    'actions.restore': { ask: ask('POST', async () => `${await one()}/restore`), ...managed },
    'actions.duplicate': { ask: ask('POST', async () => `${await one()}/duplicate`, {}), ...managed },
    'action_addresses.list': { ask: get(`/actions/${id}/addresses`), ...seen },
    'action_addresses.add': {
      ask: ask('POST', async () => `${await one()}/addresses`, { addresses: [{ street: 'R' }] }),
      ...managed,
    },
    'action_addresses.choose': { ask: ask('POST', async () => `${await one()}/addresses/from_contacts`), ...managed },
    'action_addresses.removeMany': {
      ask: async () => ({
        method: 'POST',
        path: `/actions/${id}/addresses/remove`,
        data: { address_ids: [await anAddress()] },
      }),
      ...managed,
    },
    'action_addresses.remove': {
      ask: ask('DELETE', async () => `/actions/${id}/addresses/${await anAddress()}`),
      ...managed,
    },
    'action_contacts.list': { ask: get(`/actions/${id}/contacts`), ...from('manager'), narrow: 403, stranger: 404 },
    'visits.list': { ask: get(`/actions/${id}/visits`), ...seen },
    'visits.record': {
      ask: async () => ({ method: 'POST', path: `/actions/${id}/visits`, data: { visit: visit() } }),
      ...seen,
    },
    'visits.read': { ask: ask('GET', async () => `/actions/${id}/visits/${await aRecorded()}`), ...foreign },
    'visits.correct': {
      ask: ask('PATCH', async () => `/actions/${id}/visits/${await aRecorded()}`, { visit: { comment: 'x' } }),
      ...foreign,
    },
    'visits.withdraw': { ask: ask('DELETE', async () => `/actions/${id}/visits/${await aRecorded()}`), ...foreign },
    'visits.history': { ask: ask('GET', async () => `/actions/${id}/visits/${await aRecorded()}/history`), ...foreign },
    'declared_visits.list': { ask: get(`/actions/${id}/declared_visits`), ...seen },
    'declared_visits.declare': {
      ask: ask('POST', async () => `/actions/${id}/declared_visits`, { count: 1 }),
      ...seen,
    },
    'declared_visits.withdraw': {
      ask: ask('DELETE', async () => `/actions/${id}/declared_visits/${await aDeclared()}`),
      ...foreign,
    },
    'action_statistics.read': { ask: get(`/actions/${id}/statistics`), ...seen },
  }
}
