import { aContact } from '../money.ts'
import { from, get, type Rows, type World } from './rows.ts'

/** Who may find and merge duplicates, answer privacy requests, and read the audit log. */
export async function privacyRows({ app, cast }: World): Promise<Rows> {
  const officer = app.as(cast.superadmin)
  const aPerson = () => aContact(app, cast.superadmin)
  const contact_id = await aPerson()
  const aMerge = async () =>
    (await officer.post(`/contacts/${await aPerson()}/merge`, { contact_id: await aPerson() })).body.data.id as number
  const merge_id = await aMerge()
  const requests = '/v1/privacy_requests'
  const aRequest = async (kind: string) =>
    (await officer.post(requests, { kind, contact_id: await aPerson() })).body.data.id as number
  const access_id = await aRequest('access')
  const reading = { ...from('manager'), narrow: 403 }
  const answering = { ...from('superadmin'), narrow: 403 }
  const onRequest = (deed: string, kind: string, data?: object) => ({
    ask: async () => ({ method: 'POST', path: `${requests}/${await aRequest(kind)}/${deed}`, data }),
    ...answering,
    stranger: 404,
  })

  return {
    'duplicates.list': { ask: get('/v1/duplicates'), ...reading, stranger: 200 },
    'duplicates.ofContact': { ask: get(`/contacts/${contact_id}/duplicates`), ...reading, stranger: 404 },
    'duplicates.tellApart': {
      ask: async () => ({
        method: 'POST',
        path: '/v1/duplicates/told_apart',
        data: { contact_ids: [contact_id, await aPerson()] },
      }),
      ...reading,
      stranger: 422,
    },
    'duplicates.proposeAgain': {
      ask: async () => {
        const other = await aPerson()
        await officer.post('/v1/duplicates/told_apart', { contact_ids: [contact_id, other] })
        return { method: 'DELETE', path: `/v1/duplicates/told_apart/${contact_id}/${other}` }
      },
      ...reading,
      stranger: 404,
    },
    'merges.merge': {
      ask: async () => ({
        method: 'POST',
        path: `/contacts/${contact_id}/merge`,
        data: { contact_id: await aPerson() },
      }),
      ...reading,
      stranger: 404,
    },
    'merges.list': { ask: get('/v1/merges'), ...reading, stranger: 200 },
    'merges.read': { ask: get(`/v1/merges/${merge_id}`), ...reading, stranger: 404 },
    'merges.undo': {
      ask: async () => ({ method: 'POST', path: `/v1/merges/${await aMerge()}/undo` }),
      ...reading,
      stranger: 404,
    },
    'audit.list': { ask: get('/v1/audit'), ...from('admin'), narrow: 403, stranger: 200 },
    'privacy_requests.list': { ask: get(requests), ...answering, stranger: 200 },
    'privacy_requests.create': {
      ask: async () => ({ method: 'POST', path: requests, data: { kind: 'access', contact_id } }),
      ...answering,
      stranger: 422,
    },
    'privacy_requests.read': { ask: get(`${requests}/${access_id}`), ...answering, stranger: 404 },
    'privacy_requests.update': {
      ask: async () => ({ method: 'PATCH', path: `${requests}/${access_id}`, data: { notes: 'Seen' } }),
      ...answering,
      stranger: 404,
    },
    'privacy_requests.export': { ask: get(`${requests}/${access_id}/export`), ...answering, stranger: 404 },
    'privacy_requests.complete': onRequest('complete', 'restriction', {}),
    'privacy_requests.refuse': onRequest('refuse', 'rectification', { notes: 'No' }),
    'privacy_requests.lift': {
      ...onRequest('lift', 'restriction'),
      ask: async () => {
        const id = await aRequest('restriction')
        await officer.post(`${requests}/${id}/complete`, {})
        return { method: 'POST', path: `${requests}/${id}/lift` }
      },
    },
    'privacy_requests.findErased': {
      ask: async () => ({ method: 'POST', path: `${requests}/erased`, data: { mails: ['a@example.org'] } }),
      ...reading,
      stranger: 200,
    },
  }
}
