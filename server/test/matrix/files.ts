import { sendFile } from '../imports.ts'
import { everyone, from, get, type Rows, type World } from './rows.ts'

/** Who may do what with files of contacts, and with the jobs that work on them. Nobody works on jobs here. */
export async function fileRows({ app, space, cast }: World): Promise<Rows> {
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
  const mine = { ...from('manager'), narrow: 403, stranger: 404 }

  return {
    'imports.list': { ask: get('/v1/imports'), ...from('manager'), narrow: 403, stranger: 200 },
    'imports.upload': {
      ask: async () => ({ method: 'POST', path: '/v1/imports?name=Matrix', file }),
      ...from('manager'),
      narrow: 403,
      stranger: 200,
    },
    'imports.read': { ask: async () => ({ method: 'GET', path: `/v1/imports/${await anImport()}` }), ...mine },
    'imports.update': {
      ask: async () => ({ method: 'PATCH', path: `/v1/imports/${await anImport()}`, data: { mode: 'create' } }),
      ...mine,
    },
    'imports.check': { ask: async () => ({ method: 'POST', path: `/v1/imports/${await anImport()}/check` }), ...mine },
    'imports.run': { ask: async () => ({ method: 'POST', path: `/v1/imports/${await anImport()}/run` }), ...mine },
    'imports.undo': {
      ask: async () => ({ method: 'POST', path: `/v1/imports/${(await aJob('done')).id}/undo` }),
      ...mine,
    },
    'imports.kept': { ask: async () => ({ method: 'GET', path: `/v1/imports/${await anImport()}/kept` }), ...mine },
    'imports.refused': {
      ask: async () => ({ method: 'GET', path: `/v1/imports/${await anImport()}/refused.csv` }),
      ...from('admin'),
      narrow: 403,
      stranger: 404,
    },
    'exports.contacts': {
      ask: async () => ({ method: 'POST', path: '/v1/exports/contacts.csv', data: { reason: 'matrix' } }),
      ...from('superadmin'),
      narrow: 403,
      stranger: 200,
    },
    'jobs.list': { ask: get('/v1/jobs'), ...everyone, narrow: 403, stranger: 200 },
    'jobs.read': {
      ask: async () => ({ method: 'GET', path: `/v1/jobs/${(await aJob()).job}` }),
      ...mine,
      user: 404,
    },
    'jobs.follow': {
      ask: async () => ({ method: 'GET', path: `/v1/jobs/${(await aJob('done')).job}/events` }),
      ...mine,
      user: 404,
    },
    'jobs.cancel': {
      ask: async () => ({ method: 'POST', path: `/v1/jobs/${(await aJob()).job}/cancel` }),
      ...mine,
      user: 404,
    },
  }
}
