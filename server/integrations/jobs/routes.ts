import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { scopedTo } from '../../http/access.ts'
import { get, post, resource } from '../../http/operation.ts'
import { eventStream, page, record } from '../../http/reply.ts'
import { cancelJob, listJobs, readJob } from './queries.ts'
import { Job, jobStates } from './schema.ts'

const params = { id: Id }
const access = scopedTo('contacts:write')
const isEnded = ({ state }: Job) => state !== 'queued' && state !== 'running'

export const jobs = resource('jobs', 'Work that takes longer than a request, such as importing a file.', {
  list: get('/v1/jobs', {
    summary: 'List jobs, newest first.',
    description: 'Your own; with `contacts:write` those of everybody.',
    access,
    query: { ...paging(100), state: Type.Optional(Type.Enum([...jobStates])) },
    returns: page(Job),
    handle: ({ sql, caller, query }) => listJobs(sql, caller, query),
  }),

  read: get('/v1/jobs/:id', {
    summary: 'Tell how far a job is.',
    access,
    params,
    returns: record(Job),
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readJob(sql, caller, params.id),
  }),

  follow: get('/v1/jobs/:id/events', {
    summary: 'Follow a job as Server-Sent Events.',
    description:
      'The job as it is, at once and after every step, each as the data of an event. Ends with the job, and otherwise after five minutes: then connect again.',
    access,
    params,
    returns: eventStream(Job, 'progress', isEnded),
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readJob(sql, caller, params.id),
  }),

  cancel: post('/v1/jobs/:id/cancel', {
    summary: 'Cancel a job.',
    description: 'One that runs ends after the step it is in. What it did until then stays.',
    access,
    params,
    returns: record(Job),
    errors: ['not_found', 'conflict'],
    handle: ({ sql, caller, params }) => cancelJob(sql, caller, params.id),
  }),
})
