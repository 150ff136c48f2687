import { sendFile } from '../imports.ts'
import { every_role, fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may import and export contacts and manage jobs. No job runs. */
export async function fileRows({ app, space, cast }: MatrixContext): Promise<Rows> {
  const file = 'nom\nA\n'
  const anImport = async () =>
    (await sendFile(app, cast.superadmin, '/v1/imports?name=Matrix', file)).body.data.id as number
  const aJob = async (state = 'queued') => {
    const id = await anImport()
    const { body } = await app.as(cast.superadmin).post(`/v1/imports/${id}/run`)
    const job = body.data.run_job_id as number
    await app.owner`update jobs set state = ${state}, done = 1 where group_id = ${space} and id = ${job}`
    return { id, job }
  }
  /** A checked import with a wrong cell. */
  const aCheckedImport = async () => {
    const id = await anImport()
    const { body } = await app.as(cast.superadmin).post(`/v1/imports/${id}/check`)
    await app.owner`update jobs set state = 'done', done = 1 where group_id = ${space} and id = ${body.data.check_job_id}`
    await app.owner`
      insert into import_cells (group_id, import_id, row, column_index, start, length, person, value, reason, effect)
      values (${space}, ${id}, 2, 0, 4, 1, 'A', 'A', '[{"code": "text_too_long", "params": {}}]', 'left_out')`
    return id
  }
  const mine = { ...fromRole('manager'), narrow_token: 403, other_space: 404 }

  return {
    'imports.list': { request: get('/v1/imports'), ...fromRole('manager'), narrow_token: 403, other_space: 200 },
    'imports.upload': {
      request: async () => ({ method: 'POST', path: '/v1/imports?name=Matrix', file }),
      ...fromRole('manager'),
      narrow_token: 403,
      other_space: 200,
    },
    'imports.read': { request: async () => ({ method: 'GET', path: `/v1/imports/${await anImport()}` }), ...mine },
    'imports.update': {
      request: async () => ({ method: 'PATCH', path: `/v1/imports/${await anImport()}`, data: { mode: 'create' } }),
      ...mine,
    },
    'imports.check': {
      request: async () => ({ method: 'POST', path: `/v1/imports/${await anImport()}/check` }),
      ...mine,
    },
    'imports.run': { request: async () => ({ method: 'POST', path: `/v1/imports/${await anImport()}/run` }), ...mine },
    'imports.undo': {
      request: async () => ({ method: 'POST', path: `/v1/imports/${(await aJob('done')).id}/undo` }),
      ...mine,
    },
    'imports.listKept': {
      request: async () => ({ method: 'GET', path: `/v1/imports/${await anImport()}/kept` }),
      ...mine,
    },
    'imports.exportRefused': {
      request: async () => ({ method: 'GET', path: `/v1/imports/${await anImport()}/refused.csv` }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'imports.listCells': {
      request: async () => ({ method: 'GET', path: `/v1/imports/${await aCheckedImport()}/cells` }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'imports.correctCells': {
      request: async () => ({
        method: 'PATCH',
        path: `/v1/imports/${await aCheckedImport()}/cells`,
        data: { cells: [{ row: 2, column: 0, value: 'B' }] },
      }),
      ...fromRole('admin'),
      narrow_token: 403,
      other_space: 404,
    },
    'exports.download': {
      request: async () => ({ method: 'POST', path: '/v1/exports/contacts.csv', data: { reason: 'matrix' } }),
      ...fromRole('superadmin'),
      narrow_token: 403,
      other_space: 200,
    },
    'jobs.list': { request: get('/v1/jobs'), ...every_role, narrow_token: 403, other_space: 200 },
    'jobs.read': {
      request: async () => ({ method: 'GET', path: `/v1/jobs/${(await aJob()).job}` }),
      ...mine,
      user: 404,
    },
    'jobs.follow': {
      request: async () => ({ method: 'GET', path: `/v1/jobs/${(await aJob('done')).job}/events` }),
      ...mine,
      user: 404,
    },
    'jobs.cancel': {
      request: async () => ({ method: 'POST', path: `/v1/jobs/${(await aJob()).job}/cancel` }),
      ...mine,
      user: 404,
    },
  }
}
