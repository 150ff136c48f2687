import { form_kinds } from '../../contacts/forms/schema.ts'
import { pascal } from '../../http/openapi/components.ts'
import { aContact, aForm } from '../contacts.ts'
import { every_role, fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may do what with contacts and forms. */
export async function contactRows({ app, cast }: MatrixContext): Promise<Rows> {
  const form = await aForm(app, cast.admin)
  const { id } = await aContact(app, cast.admin, { surname: 'Matrix', tags: [{ name: 'seen' }] })
  const upsert = async () => {
    const body = JSON.stringify({ kind: 'contact', data: { surname: 'Matrix', firstname: 'Upserted' } })
    return (await app.as(cast.admin).send('POST', '/contacts/upsert', { body })).body.data.receipt
  }
  const receipt = await upsert()
  const target = async () => (await aContact(app, cast.admin)).id
  const change = (await app.as(cast.admin).post('/v1/tag_changes', { add: ['marked'], contact_ids: [id] })).body.data.id
  // Its job is only a row, so that it has the wanted state whether jobs run or not.
  const bulkChange = async (state: 'running' | 'done') => {
    const [{ id }] = await app.owner<[{ id: number }]>`
      insert into bulk_changes (group_id, user_id, kind, change, sensitive, total)
      values (${cast.admin.space}, ${cast.admin.id}, 'fields', '{"fields": {"nationality": "FR"}}', false, 1) returning id`
    // Only one job of a space may be running.
    await app.owner`update jobs set state = 'done' where group_id = ${cast.admin.space} and state = 'running'`
    await app.owner`
      with job as (
        insert into jobs (group_id, user_id, token_id, request, kind, subject_id, unit, state, heartbeat_at, result)
        values (${cast.admin.space}, ${cast.admin.id}, 1, '', 'bulk_change', ${id}, 'contacts', ${state}, now() + interval '1 day', '{"changed": 1}')
        returning id)
      update bulk_changes set job_id = (select id from job) where group_id = ${cast.admin.space} and id = ${id}`
    return id
  }
  const ofForms = { ...every_role, narrow_token: 403, other_space: 200 }

  return {
    'contacts.list': { request: get('/contacts'), ...fromRole('manager'), narrow_token: 403, other_space: 200 },
    'contacts.readBare': {
      request: get(`/v1/contacts/${id}`),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'contacts.read': { request: get(`/contacts/${id}`), ...fromRole('manager'), narrow_token: 403, other_space: 404 },
    'contacts.create': {
      request: async () => ({ method: 'POST', path: '/contacts', data: { contact: { surname: 'New' } } }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'contacts.replace': {
      request: async () => ({
        method: 'PATCH',
        path: `/contacts/${await target()}`,
        data: { contact: { surname: 'Other' } },
      }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'contacts.remove': {
      request: async () => ({ method: 'DELETE', path: `/contacts/${await target()}` }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'contacts.listDeleted': {
      request: get('/v1/deleted_contacts'),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'contacts.findByKey': {
      request: async () => ({ method: 'POST', path: '/v1/known_contacts', data: { external_ids: ['7'] } }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'contacts.restore': {
      request: async () => {
        const id = await target()
        await app.as(cast.admin).delete(`/contacts/${id}`)
        return { method: 'POST', path: `/contacts/${id}/restore` }
      },
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'contacts.listConsents': {
      request: get(`/contacts/${id}/consents`),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'contacts.readSummary': {
      request: get(`/v1/contacts/${id}/summary`),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'contacts.readTimeline': {
      request: get(`/contacts/${id}/timeline`),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'tags.list': { request: get('/v1/tags'), ...fromRole('admin'), narrow_token: 403, other_space: 200 },
    'tags.change': {
      request: async () => ({
        method: 'POST',
        path: '/v1/tag_changes',
        data: { add: ['marked'], contact_ids: [await target()] },
      }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 422,
    },
    'tags.readChange': {
      request: get(`/v1/tag_changes/${change}`),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'bulk_changes.create': {
      request: async () => ({
        method: 'POST',
        path: '/v1/bulk_changes',
        data: { contacts: { ids: [await target()] }, change: { fields: { nationality: 'FR' } } },
      }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'bulk_changes.list': {
      request: get('/v1/bulk_changes'),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'bulk_changes.read': {
      request: async () => ({ method: 'GET', path: `/v1/bulk_changes/${await bulkChange('done')}` }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'bulk_changes.listContacts': {
      request: async () => ({ method: 'GET', path: `/v1/bulk_changes/${await bulkChange('done')}/contacts` }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'bulk_changes.cancel': {
      request: async () => ({ method: 'POST', path: `/v1/bulk_changes/${await bulkChange('running')}/cancel` }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'bulk_changes.undo': {
      request: async () => ({ method: 'POST', path: `/v1/bulk_changes/${await bulkChange('done')}/undo` }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'upserts.create': {
      request: async () => ({
        method: 'POST',
        path: '/contacts/upsert',
        data: { surname: 'Matrix', firstname: 'Again' },
        body_extras: { kind: 'contact' },
      }),
      superadmin: 202,
      admin: 202,
      manager: 202,
      user: 403,
      narrow_token: 403,
      other_space: 202,
    },
    'upserts.read': {
      request: get(`/contacts/upsert/${receipt}`),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 404,
    },
    'forms.list': { request: get('/forms'), ...ofForms },
    'forms.listOfType': { request: get('/v1/forms/type/survey'), ...ofForms },
    ...Object.fromEntries(
      form_kinds.map(kind => [`forms.list${pascal(kind)}`, { request: get(`/forms/${kind}`), ...ofForms }]),
    ),
    'forms.read': { request: get(`/forms/${form.id}`), ...every_role, narrow_token: 403, other_space: 404 },
    'forms.versions': {
      request: get(`/v1/forms/${form.id}/versions`),
      ...every_role,
      narrow_token: 403,
      other_space: 404,
    },
    'forms.order': {
      request: async () => ({
        method: 'POST',
        path: `/v1/forms/type/${form.kind}/order`,
        data: { form_ids: [form.id] },
      }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 422,
    },
    'forms.create': {
      request: async () => ({
        method: 'POST',
        path: '/forms',
        data: { form: { label: 'New', type: 'text', kind: 'survey' } },
      }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 200,
    },
    'forms.update': {
      request: async () => ({ method: 'PATCH', path: `/forms/${form.id}`, data: { form: { label: 'Changed' } } }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'forms.archive': {
      request: async () => ({ method: 'DELETE', path: `/forms/${(await aForm(app, cast.admin)).id}` }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
  }
}
