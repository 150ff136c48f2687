import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { muster, type Operations, queries, type Task } from '../../api.ts'

export type TaskFilters = Operations['tasks.list']['args']
export type NewTask = Operations['tasks.create']['args']['data']
export type TaskChange = Operations['tasks.update']['args']['data']

const page_size = 100

/** Open tasks by due date, or those that are done, the latest first. */
export const tasksQuery = (filters: TaskFilters) =>
  infiniteQueryOptions({
    queryKey: ['tasks', 'list', filters],
    queryFn: ({ signal, pageParam }) =>
      muster.tasks.list({ limit: page_size, ...filters, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor ?? undefined,
  })

export const taskQuery = (id: number) =>
  queryOptions({
    queryKey: ['tasks', id],
    queryFn: async ({ signal }) => {
      const { body, etag } = await muster.request('tasks.read', { id }, { signal })
      return { task: body.data, etag: etag ?? undefined }
    },
  })

/** Reads tasks again, and what else shows them about this contact. */
export async function refreshTasks(contact_id: number | null | undefined) {
  const parts = contact_id ? ['timeline', 'summary'].map(part => ['contacts', contact_id, part]) : []
  await Promise.all([['tasks'], ...parts].map(queryKey => queries.invalidateQueries({ queryKey })))
}

export async function createTask(task: NewTask) {
  const { data } = await muster.tasks.create({ data: task })
  await refreshTasks(data.contact_id)
  return data
}

export async function changeTask(id: number, change: TaskChange, if_match?: string) {
  const { body } = await muster.request('tasks.update', { id, data: change }, if_match ? { if_match } : {})
  await refreshTasks(body.data.contact_id)
  return body.data
}

export async function removeTask({ id, contact_id }: Pick<Task, 'id' | 'contact_id'>) {
  await muster.tasks.remove({ id })
  await refreshTasks(contact_id)
}
