import { aContactId } from '../money.ts'
import { fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may find and merge duplicates, answer privacy requests, and read the audit log. */
export async function privacyRows({ app, cast }: MatrixContext): Promise<Rows> {
  const officer = app.as(cast.superadmin)
  const aPerson = () => aContactId(app, cast.superadmin)
  const contact_id = await aPerson()
  const aMerge = async () =>
    (await officer.post(`/contacts/${await aPerson()}/merge`, { contact_id: await aPerson() })).body.data.id as number
  const merge_id = await aMerge()
  const requests = '/v1/privacy_requests'
  const aRequest = async (kind: string) =>
    (await officer.post(requests, { kind, contact_id: await aPerson() })).body.data.id as number
  const access_id = await aRequest('access')
  const reading = { ...fromRole('manager'), narrow_token: 403 }
  const answering = { ...fromRole('superadmin'), narrow_token: 403 }
  const onRequest = (step: string, kind: string, data?: object) => ({
    request: async () => ({ method: 'POST', path: `${requests}/${await aRequest(kind)}/${step}`, data }),
    ...answering,
    other_space: 404,
  })

  return {
    'duplicates.list': { request: get('/v1/duplicates'), ...reading, other_space: 200 },
    'duplicates.listOfContact': { request: get(`/contacts/${contact_id}/duplicates`), ...reading, other_space: 404 },
    'duplicates.findSimilar': {
      request: async () => ({ method: 'POST', path: '/v1/similar_contacts', data: { surname: 'Somebody' } }),
      ...reading,
      other_space: 200,
    },
    'duplicates.markNotDuplicates': {
      request: async () => ({
        method: 'POST',
        path: '/v1/duplicates/not_duplicates',
        data: { contact_ids: [contact_id, await aPerson()] },
      }),
      ...reading,
      other_space: 422,
    },
    'duplicates.unmarkNotDuplicates': {
      request: async () => {
        const other = await aPerson()
        await officer.post('/v1/duplicates/not_duplicates', { contact_ids: [contact_id, other] })
        return { method: 'DELETE', path: `/v1/duplicates/not_duplicates/${contact_id}/${other}` }
      },
      ...reading,
      other_space: 404,
    },
    'merges.merge': {
      request: async () => ({
        method: 'POST',
        path: `/contacts/${contact_id}/merge`,
        data: { contact_id: await aPerson() },
      }),
      ...reading,
      other_space: 404,
    },
    'merges.list': { request: get('/v1/merges'), ...reading, other_space: 200 },
    'merges.read': { request: get(`/v1/merges/${merge_id}`), ...reading, other_space: 404 },
    'merges.undo': {
      request: async () => ({ method: 'POST', path: `/v1/merges/${await aMerge()}/undo` }),
      ...reading,
      other_space: 404,
    },
    'audit.list': { request: get('/v1/audit'), ...fromRole('admin'), narrow_token: 403, other_space: 200 },
    'audit.export': { request: get('/v1/audit.csv'), ...fromRole('admin'), narrow_token: 403, other_space: 200 },
    'privacy_requests.list': { request: get(requests), ...answering, other_space: 200 },
    'privacy_requests.create': {
      request: async () => ({ method: 'POST', path: requests, data: { kind: 'access', contact_id } }),
      ...answering,
      other_space: 422,
    },
    'privacy_requests.read': { request: get(`${requests}/${access_id}`), ...answering, other_space: 404 },
    'privacy_requests.update': {
      request: async () => ({ method: 'PATCH', path: `${requests}/${access_id}`, data: { notes: 'Seen' } }),
      ...answering,
      other_space: 404,
    },
    'privacy_requests.export': { request: get(`${requests}/${access_id}/export`), ...answering, other_space: 404 },
    'privacy_requests.complete': onRequest('complete', 'restriction', {}),
    'privacy_requests.refuse': onRequest('refuse', 'rectification', { notes: 'No' }),
    'privacy_requests.lift': {
      ...onRequest('lift', 'restriction'),
      request: async () => {
        const id = await aRequest('restriction')
        await officer.post(`${requests}/${id}/complete`, {})
        return { method: 'POST', path: `${requests}/${id}/lift` }
      },
    },
    'privacy_requests.findErased': {
      request: async () => ({ method: 'POST', path: `${requests}/erased`, data: { mails: ['a@example.org'] } }),
      ...reading,
      other_space: 200,
    },
  }
}
