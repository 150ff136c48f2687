import { everyone, from, get, type Rows, type World } from './rows.ts'

/** Who may search. */
export async function searchRows({ app, cast }: World): Promise<Rows> {
  const path = '/v1/saved_filters'
  const filter = { name: 'Filter', query: { $all: [] }, shared: true }
  const aFilter = async () => (await app.as(cast.superadmin).post(path, filter)).body.data.id as number
  return {
    'search.search': {
      ask: async () => ({ method: 'POST', path: '/search', data: { advanced_search: {} } }),
      ...from('manager'),
      narrow: 403,
      stranger: 200,
    },
    'search.kpi': {
      ask: async () => ({ method: 'POST', path: '/kpi', data: { advanced_search: {} } }),
      ...from('manager'),
      narrow: 403,
      stranger: 200,
    },
    'saved_filters.list': { ask: get(path), ...from('manager'), narrow: 403, stranger: 200 },
    'saved_filters.create': {
      ask: async () => ({ method: 'POST', path, data: filter }),
      ...from('manager'),
      narrow: 403,
      stranger: 200,
    },
    'saved_filters.read': {
      ask: async () => ({ method: 'GET', path: `${path}/${await aFilter()}` }),
      ...from('manager'),
      narrow: 403,
      stranger: 404,
    },
    'saved_filters.update': {
      ask: async () => ({ method: 'PATCH', path: `${path}/${await aFilter()}`, data: { name: 'Other' } }),
      ...from('admin'),
      narrow: 403,
      stranger: 404,
    },
    'saved_filters.remove': {
      ask: async () => ({ method: 'DELETE', path: `${path}/${await aFilter()}` }),
      ...from('admin'),
      narrow: 403,
      stranger: 404,
    },
    'find.find': { ask: get('/v1/find?q=somebody'), ...everyone, narrow: 200, stranger: 200 },
  }
}
