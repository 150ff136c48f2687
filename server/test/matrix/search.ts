import { every_role, fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may search. */
export async function searchRows({ app, cast }: MatrixContext): Promise<Rows> {
  const path = '/v1/saved_filters'
  const filter = { name: 'Filter', query: { $all: [] }, shared: true }
  const aFilter = async () => (await app.as(cast.superadmin).post(path, filter)).body.data.id as number
  return {
    'search.search': {
      request: async () => ({ method: 'POST', path: '/search', data: { advanced_search: {} } }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'search.count': {
      request: async () => ({ method: 'POST', path: '/kpi', data: { advanced_search: {} } }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'saved_filters.list': { request: get(path), ...fromRole('manager'), narrow_token: 403, other_space: 200 },
    'saved_filters.create': {
      request: async () => ({ method: 'POST', path, data: filter }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'saved_filters.read': {
      request: async () => ({ method: 'GET', path: `${path}/${await aFilter()}` }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'saved_filters.update': {
      request: async () => ({ method: 'PATCH', path: `${path}/${await aFilter()}`, data: { name: 'Other' } }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'saved_filters.remove': {
      request: async () => ({ method: 'DELETE', path: `${path}/${await aFilter()}` }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'find.find': { request: get('/v1/find?q=somebody'), ...every_role, narrow_token: 200, other_space: 200 },
  }
}
