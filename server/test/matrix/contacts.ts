import { form_kinds } from '../../contacts/forms/schema.ts'
import { aForm, aSupporter } from '../contacts.ts'
import { everyone, from, get, type Rows, type World } from './rows.ts'

/** Who may do what with contacts and forms. */
export async function supporterRows({ app, cast }: World): Promise<Rows> {
  const form = await aForm(app, cast.admin)
  const { id } = await aSupporter(app, cast.admin, { surname: 'Matrix', tags: [{ name: 'seen' }] })
  const upsert = async () => {
    const body = JSON.stringify({ kind: 'contact', data: { surname: 'Matrix', firstname: 'Upserted' } })
    return (await app.as(cast.admin).send('POST', '/contacts/upsert', { body })).body.data.receipt
  }
  const receipt = await upsert()
  const target = async () => (await aSupporter(app, cast.admin)).id
  const change = (await app.as(cast.admin).post('/v1/tag_changes', { add: ['marked'], contact_ids: [id] })).body.data.id
  const ofForms = { ...everyone, narrow: 403, stranger: 200 }

  return {
    'contacts.list': { ask: get('/contacts'), ...from('manager'), narrow: 403, stranger: 200 },
    'contacts.readBare': { ask: get(`/v1/contacts/${id}`), ...from('manager'), narrow: 403, stranger: 404 },
    'contacts.read': { ask: get(`/contacts/${id}`), ...from('manager'), narrow: 403, stranger: 404 },
    'contacts.create': {
      ask: async () => ({ method: 'POST', path: '/contacts', data: { contact: { surname: 'New' } } }),
      ...from('manager'),
      narrow: 403,
      stranger: 200,
    },
    'contacts.replace': {
      ask: async () => ({
        method: 'PATCH',
        path: `/contacts/${await target()}`,
        data: { contact: { surname: 'Other' } },
      }),
      ...from('manager'),
      narrow: 403,
      stranger: 404,
    },
    'contacts.remove': {
      ask: async () => ({ method: 'DELETE', path: `/contacts/${await target()}` }),
      ...from('manager'),
      narrow: 403,
      stranger: 404,
    },
    'contacts.deleted': { ask: get('/v1/deleted_contacts'), ...from('manager'), narrow: 403, stranger: 200 },
    'contacts.known': {
      ask: async () => ({ method: 'POST', path: '/v1/known_contacts', data: { external_ids: ['7'] } }),
      ...from('manager'),
      narrow: 403,
      stranger: 200,
    },
    'contacts.restore': {
      ask: async () => {
        const id = await target()
        await app.as(cast.admin).delete(`/contacts/${id}`)
        return { method: 'POST', path: `/contacts/${id}/restore` }
      },
      ...from('manager'),
      narrow: 403,
      stranger: 404,
    },
    'contacts.consents': { ask: get(`/contacts/${id}/consents`), ...from('admin'), narrow: 403, stranger: 404 },
    'contacts.timeline': { ask: get(`/contacts/${id}/timeline`), ...from('manager'), narrow: 403, stranger: 404 },
    'tags.list': { ask: get('/v1/tags'), ...from('admin'), narrow: 403, stranger: 200 },
    'tags.change': {
      ask: async () => ({
        method: 'POST',
        path: '/v1/tag_changes',
        data: { add: ['marked'], contact_ids: [await target()] },
      }),
      ...from('admin'),
      narrow: 403,
      stranger: 422,
    },
    'tags.readChange': { ask: get(`/v1/tag_changes/${change}`), ...from('admin'), narrow: 403, stranger: 404 },
    'upserts.create': {
      ask: async () => ({
        method: 'POST',
        path: '/contacts/upsert',
        data: { surname: 'Matrix', firstname: 'Again' },
        beside: { kind: 'contact' },
      }),
      superadmin: 202,
      admin: 202,
      manager: 202,
      user: 403,
      narrow: 403,
      stranger: 202,
    },
    'upserts.read': { ask: get(`/contacts/upsert/${receipt}`), ...from('manager'), narrow: 403, stranger: 404 },
    'forms.list': { ask: get('/forms'), ...ofForms },
    'forms.listOfType': { ask: get('/v1/forms/type/survey'), ...ofForms },
    ...Object.fromEntries(form_kinds.map(kind => [`forms.list_${kind}`, { ask: get(`/forms/${kind}`), ...ofForms }])),
    'forms.read': { ask: get(`/forms/${form.id}`), ...everyone, narrow: 403, stranger: 404 },
    'forms.create': {
      ask: async () => ({
        method: 'POST',
        path: '/forms',
        data: { form: { label: 'New', type: 'text', kind: 'survey' } },
      }),
      ...from('admin'),
      narrow: 403,
      stranger: 200,
    },
    'forms.update': {
      ask: async () => ({ method: 'PATCH', path: `/forms/${form.id}`, data: { form: { label: 'Changed' } } }),
      ...from('admin'),
      narrow: 403,
      stranger: 404,
    },
    'forms.archive': {
      ask: async () => ({ method: 'DELETE', path: `/forms/${(await aForm(app, cast.admin)).id}` }),
      ...from('admin'),
      narrow: 403,
      stranger: 404,
    },
  }
}
