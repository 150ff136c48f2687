import { Type } from 'typebox'
import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { Id, paging } from '../../fields.ts'
import { requires, scopedTo } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { cursorPage, data, record } from '../../http/response_format.ts'
import { mailWriterOf } from '../core/recipients.ts'
import { changeTask, createTask, deleteTask, listTasks, lockTask, readTask, TasksCursor } from './queries.ts'
import { NewTask, Task, TaskChange, TaskFilters } from './schema.ts'

const params = { id: Id }
const response = record(Task)

const ifMatch = {
  returns: response,
  read: ({ sql, caller, params }: { sql: Sql; caller: Caller; params: { id: number } }) =>
    lockTask(sql, caller, params.id),
}

export const tasks = resource('tasks', 'Tasks of users, which may be about a contact.', {
  list: get('/v1/tasks', {
    summary: 'List tasks: open ones by due date, or those that are done, the latest first.',
    description:
      'Without `assignee_id`, `contact_id`, `created_by` and `all`, the tasks of the caller. ' +
      'Users see tasks that are assigned to them and those they created; with `contacts:read` also every task about a contact.',
    access: scopedTo('contacts:read'),
    query: { limit: paging(100).limit, cursor: TasksCursor, ...TaskFilters },
    returns: cursorPage(Task),
    handle: ({ sql, caller, query }) => listTasks(sql, caller, query),
  }),

  create: post('/v1/tasks', {
    summary: 'Create a task.',
    description: 'Another user to whom it is assigned gets a mail.',
    access: requires('contacts:write'),
    body: NewTask,
    returns: response,
    etag: true,
    emits: { 'task.created': (_, { id }) => id },
    handle: call => createTask(call.sql, mailWriterOf(call), call.body),
  }),

  read: get('/v1/tasks/:id', {
    summary: 'Read a task.',
    access: scopedTo('contacts:read'),
    params,
    returns: response,
    etag: true,
    errors: ['not_found'],
    handle: ({ sql, caller, params }) => readTask(sql, caller, params.id),
  }),

  update: patch('/v1/tasks/:id', {
    summary: 'Change a task or mark it as done; only the fields in the request change.',
    description:
      'The assignee can mark it as done. Its author and users with `contacts:write` can change the rest. Another user to whom it is assigned gets a mail.',
    access: scopedTo('contacts:write'),
    params,
    body: TaskChange,
    returns: response,
    etag: true,
    errors: ['not_found', 'conflict'],
    ifMatch,
    emits: { 'task.updated': ({ params }) => params.id },
    handle: call => changeTask(call.sql, mailWriterOf(call), call.params.id, call.body),
  }),

  remove: del('/v1/tasks/:id', {
    summary: 'Delete a task.',
    description: 'Its author and users with `contacts:write` can delete it.',
    access: scopedTo('contacts:write'),
    params,
    returns: data({ message: Type.String(), task_id: Id }),
    errors: ['not_found'],
    ifMatch,
    emits: { 'task.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params, request }) => {
      await deleteTask(sql, { caller, request_id: request.id }, params.id)
      return { message: 'The task was deleted.', task_id: params.id }
    },
  }),
})
