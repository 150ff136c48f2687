import { aFile, aPdf } from '../contact_files.ts'
import { aContactId } from '../money.ts'
import { aHousehold, aNote, aRelationship, aTask } from '../notes.ts'
import { every_role, fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may do what with notes, files, tasks, relationships and households. */
export async function noteRows({ app, cast }: MatrixContext): Promise<Rows> {
  const { superadmin } = cast
  const aPerson = () => aContactId(app, superadmin)
  const [id, other] = [await aPerson(), await aPerson()]
  const task = await aTask(app, superadmin, { contact_id: id, assignee_id: cast.user.id })
  const household = await aHousehold(app, superadmin, [id])
  // Callers without `contacts:sensitive` see the notes that mention them.
  const mention = `@[user:${cast.manager.id}] please call.`
  const reading = { ...fromRole('manager'), narrow_token: 403 }
  // Visibility decides who sees a task: the user is assigned it.
  const onTasks = { ...every_role, narrow_token: 403 }
  const onOne = (method: string, path: string, make: () => Promise<{ id: number }>, data?: object) => async () => ({
    method,
    path: `${path}/${(await make()).id}`,
    data,
  })
  const aTaskOfUser = () => aTask(app, superadmin, { contact_id: id, assignee_id: cast.user.id })

  const ofSuperadmin = () => aFile(app, superadmin, id)
  // Callers without `contacts:sensitive` see only their own files.
  const onFile = { ...fromRole('manager'), manager: 404, narrow_token: 403, other_space: 404 }

  return {
    'notes.list': { request: get(`/v1/contacts/${id}/notes`), ...reading, other_space: 404 },
    'notes.create': {
      request: async () => ({ method: 'POST', path: `/v1/contacts/${id}/notes`, data: { text: 'Met at the market.' } }),
      ...reading,
      other_space: 404,
    },
    'notes.update': {
      request: onOne('PATCH', '/v1/notes', () => aNote(app, superadmin, id, mention), { pinned: true }),
      ...{ ...reading, other_space: 404, custom_role: 404 },
    },
    'notes.remove': {
      request: onOne('DELETE', '/v1/notes', () => aNote(app, superadmin, id, mention)),
      ...{ ...fromRole('superadmin'), narrow_token: 403, other_space: 404, custom_role: 404 },
    },
    'files.list': { request: get(`/v1/contacts/${id}/files`), ...reading, other_space: 404 },
    'files.upload': {
      request: async () => ({ method: 'POST', path: `/v1/contacts/${id}/files?name=a.pdf`, file: aPdf() }),
      ...reading,
      other_space: 404,
    },
    'files.readUsage': { request: get('/v1/files/usage'), ...reading, other_space: 200 },
    'files.read': { request: onOne('GET', '/v1/files', ofSuperadmin), ...onFile },
    'files.download': {
      request: async () => ({ method: 'GET', path: `/v1/files/${(await ofSuperadmin()).id}/content` }),
      ...onFile,
    },
    'files.update': {
      request: onOne('PATCH', '/v1/files', ofSuperadmin, { name: 'renamed.pdf' }),
      ...{ ...onFile, admin: 403 },
    },
    'files.remove': { request: onOne('DELETE', '/v1/files', ofSuperadmin), ...{ ...onFile, admin: 403 } },
    'tasks.list': { request: get('/v1/tasks'), ...onTasks, other_space: 200 },
    'tasks.create': {
      request: async () => ({ method: 'POST', path: '/v1/tasks', data: { title: 'Call', contact_id: id } }),
      ...reading,
      other_space: 422,
    },
    'tasks.read': { request: get(`/v1/tasks/${task.id}`), ...onTasks, other_space: 404 },
    'tasks.update': {
      request: onOne('PATCH', '/v1/tasks', aTaskOfUser, { done: true }),
      ...{ ...onTasks, other_space: 404 },
    },
    'tasks.remove': { request: onOne('DELETE', '/v1/tasks', aTaskOfUser), ...reading, other_space: 404 },
    'relationships.list': { request: get(`/v1/contacts/${id}/relationships`), ...reading, other_space: 404 },
    'relationships.create': {
      request: async () => ({
        method: 'POST',
        path: `/v1/contacts/${id}/relationships`,
        data: { contact_id: await aPerson(), kind: 'friend' },
      }),
      ...reading,
      other_space: 404,
    },
    'relationships.remove': {
      request: async () => {
        const { id: one } = await aRelationship(app, superadmin, other, await aPerson())
        return { method: 'DELETE', path: `/v1/relationships/${one}` }
      },
      ...reading,
      other_space: 404,
    },
    'households.list': { request: get('/v1/households'), ...reading, other_space: 200 },
    'households.create': {
      request: async () => ({ method: 'POST', path: '/v1/households', data: { name: 'New' } }),
      ...reading,
      other_space: 200,
    },
    'households.read': { request: get(`/v1/households/${household.id}`), ...reading, other_space: 404 },
    'households.readOfContact': { request: get(`/v1/contacts/${id}/household`), ...reading, other_space: 404 },
    'households.update': {
      request: onOne('PATCH', '/v1/households', () => aHousehold(app, superadmin), { city: 'Lyon' }),
      ...{ ...reading, other_space: 404 },
    },
    'households.remove': {
      request: onOne('DELETE', '/v1/households', () => aHousehold(app, superadmin)),
      ...{ ...reading, other_space: 404 },
    },
  }
}
