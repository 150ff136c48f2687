import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { scopedTo } from '../../http/access.ts'
import { get, post, resource } from '../../http/operation.ts'
import { eventStream, page, record } from '../../http/response_format.ts'
import { languageOf } from '../../messages/language.ts'
import { cancelJob, listJobs, readJob } from './queries.ts'
import { Job, jobStates } from './schema.ts'

const params = { id: Id }
const access = scopedTo('contacts:write')
const isEnded = ({ state }: Job) => state !== 'queued' && state !== 'running'

export const jobs = resource('jobs', 'Work that takes longer than a request, such as an import.', {
  list: get('/v1/jobs', {
    summary: 'List jobs, newest first.',
    description: 'Your own jobs; with `contacts:write` all jobs of the space.',
    access,
    query: { ...paging(100), state: Type.Optional(Type.Enum([...jobStates])) },
    returns: page(Job),
    handle: ({ sql, caller, query, request }) => listJobs(sql, caller, query, languageOf(request.languages)),
  }),

  read: get('/v1/jobs/:id', {
    summary: 'Read a job and its progress.',
    access,
    params,
    returns: record(Job),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params, request }) => readJob(sql, caller, params.id, languageOf(request.languages)),
  }),

  follow: get('/v1/jobs/:id/events', {
    summary: 'Follow a job as Server-Sent Events.',
    description:
      'Sends the job at once and after every step, as the data of an event. The stream ends with the job, or after five minutes: then connect again.',
    access,
    params,
    returns: eventStream(Job, 'progress', isEnded),
    errors: ['not_found'],
    handle: ({ sql, caller, params, request }) => readJob(sql, caller, params.id, languageOf(request.languages)),
  }),

  cancel: post('/v1/jobs/:id/cancel', {
    summary: 'Cancel a job.',
    description: 'A running job ends after its current step. What it has done until then stays.',
    access,
    params,
    returns: record(Job),
    errors: ['not_found', 'conflict'],
    handle: ({ sql, caller, params, request }) => cancelJob(sql, caller, params.id, languageOf(request.languages)),
  }),
})
