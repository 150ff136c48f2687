import { recordAudit } from '../../access/audit.ts'
import { type Caller, may } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { databaseTime } from '../../db/clock.ts'
import { onlyRow, rowOf, type Sql } from '../../db/sql.ts'
import { forbidden, invalid, notFound } from '../../errors.ts'
import { instantOf, page_size_max } from '../../fields.ts'
import { cursorOf, eitherCursor } from '../../http/cursor.ts'
import { queueMail } from '../../mail/outbox.ts'
import { isVisible } from '../core/read.ts'
import { countMails, findRecipients, type MailWriter, type Recipient, senderOf } from '../core/recipients.ts'
import { checkUnrestricted, lockSentContacts } from '../core/referred_contacts.ts'
import { assignmentMail } from './mails.ts'
import type { NewTask, Task, TaskChange, TaskFilters } from './schema.ts'

/** A write with the address of the server, for links in mails. */

/**
 * The tasks that the caller sees: assigned to them, created by them, and with `contacts:read` every task about a contact. A task about a contact that
 * is deleted, or restricted and hidden from the caller, is hidden too.
 */
const selectTasks = (sql: Sql, caller: Caller) => {
  const { group_id, id } = caller
  const reads = may(caller, 'contacts:read')
  return sql`
    select t.id, t.created_at, t.updated_at, t.created_by,
           json_build_object('id', a.id, 'firstname', a.firstname, 'surname', a.surname) as author, t.title, t.text, t.contact_id,
           case when c.id is not null and ${reads} then json_build_object('id', c.id, 'firstname', c.firstname, 'surname', c.surname) end as contact,
           t.assignee_id, case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end as assignee,
           t.due_date::text as due_date, t.done_at is not null as done, t.done_at, t.done_by, t.due_key
    from tasks t
    join users a on a.group_id = ${group_id} and a.id = t.created_by
    left join users u on u.group_id = ${group_id} and u.id = t.assignee_id
    left join contacts c on c.group_id = ${group_id} and c.id = t.contact_id
    where t.group_id = ${group_id} and (t.contact_id is null or ${isVisible(sql, caller)})
      and (t.assignee_id = ${id} or t.created_by = ${id} ${reads ? sql`or t.contact_id is not null` : sql``})`
}

type TaskRow = Task & { due_key: number }

const byDueDate = cursorOf('integer', 'id')
const byDoneTime = cursorOf('time', 'id')

export const TasksCursor = eitherCursor(byDueDate, byDoneTime)

/** Open tasks by due date, those that are done with the latest first. Without a user, a contact or `all`, the tasks of the caller. */
export async function listTasks(
  sql: Sql,
  caller: Caller,
  { limit, cursor, state, ...filters }: TaskFilters & { limit: number; cursor?: string },
) {
  const page_size = Math.min(limit, page_size_max)
  const mine =
    filters.contact_id === undefined && filters.created_by === undefined && !filters.all ? caller.id : undefined
  const { assignee_id = mine, contact_id, created_by, due_before } = filters
  if (due_before !== undefined) checkDay('query.due_before', due_before)
  const rows = await sql<TaskRow[]>`
    ${selectTasks(sql, caller)}
      ${assignee_id === undefined ? sql`` : sql`and t.assignee_id = ${assignee_id}`}
      ${contact_id === undefined ? sql`` : sql`and t.contact_id = ${contact_id}`}
      ${created_by === undefined ? sql`` : sql`and t.created_by = ${created_by}`}
      ${due_before === undefined ? sql`` : sql`and t.due_key < ${due_before}::text::date - date '1970-01-01'`}
      ${state === 'open' ? openAfter(sql, cursor) : doneAfter(sql, cursor)}
    limit ${page_size}`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: rows.map(wireOf), next_cursor: last ? cursorAfter(last) : null }
}

function openAfter(sql: Sql, cursor?: string) {
  const after = byDueDate.read(cursor)
  return sql`
    and t.done_at is null ${after ? sql`and (t.due_key, t.id) > (${after[0]}::bigint, ${after[1]}::bigint)` : sql``}
    order by t.due_key, t.id`
}

function doneAfter(sql: Sql, cursor?: string) {
  const after = byDoneTime.read(cursor)
  return sql`
    and t.done_at is not null ${after ? sql`and (t.done_at, t.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)` : sql``}
    order by t.done_at desc, t.id desc`
}

const cursorAfter = ({ id, due_key, done_at }: TaskRow) =>
  done_at === null ? byDueDate.write(due_key, id) : byDoneTime.write(done_at, id)

const wireOf = ({ due_key: _, ...task }: TaskRow): Task => task

export async function readTask(sql: Sql, caller: Caller, id: number): Promise<Task> {
  const [row] = await sql<TaskRow[]>`${selectTasks(sql, caller)} and t.id = ${id}`
  if (!row) throw notFound('task')
  return wireOf(row)
}

/** Reads a task and locks it until the end of the transaction. */
export async function lockTask(sql: Sql, caller: Caller, id: number) {
  await sql`select from tasks where group_id = ${caller.group_id} and id = ${id} for update`
  return readTask(sql, caller, id)
}

export async function createTask(sql: Sql, writer: MailWriter, task: NewTask) {
  const { caller } = writer
  if (task.due_date !== null) checkDay('body.data.due_date', task.due_date)
  if (task.contact_id !== null) await lockSentContacts(sql, caller, [task.contact_id], () => 'body.data.contact_id')
  const assignee = await checkAssignee(sql, caller, task.assignee_id)
  const rows = await sql<{ id: number }[]>`
    insert into tasks ${sql(rowOf({ ...task, group_id: caller.group_id, created_by: caller.id }))} returning id`
  const created = await readTask(sql, caller, onlyRow(rows).id)
  await tellAssignee(sql, writer, assignee, created)
  return created
}

/** The assignee can always mark a task as done. Other changes need `contacts:write`, or to have created it. */
export async function changeTask(sql: Sql, writer: MailWriter, id: number, sent: TaskChange) {
  const { caller } = writer
  const before = await lockTask(sql, caller, id)
  const { done = before.done, ...fields } = sent
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== before[name as keyof Task]),
  ) as TaskChange
  if (Object.keys(changed).length > 0) await checkChange(sql, writer, before, changed)
  const now = await databaseTime(sql)
  const settled = done === before.done ? {} : { done_at: done ? now : null, done_by: done ? caller.id : null }
  await sql`
    update tasks set ${sql(rowOf({ ...changed, ...settled, updated_at: now }))} where group_id = ${caller.group_id} and id = ${id}`
  return (await findTask(sql, caller, id)) ?? { ...before, ...changed, contact: null, assignee: null, updated_at: now }
}

export async function deleteTask(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  const task = await lockTask(sql, caller, id)
  checkMayEdit(caller, task)
  await sql`delete from tasks where group_id = ${caller.group_id} and id = ${id}`
  const { contact_id, created_by: author_id } = task
  await recordAudit(sql, {
    ...{ caller, request_id, kind: 'task.deleted', subject: 'task', subject_id: id },
    details: { author_id, contact_id },
  })
}

/** The task as it is now. A caller who gave it to another contact or user may no longer see it. */
async function findTask(sql: Sql, caller: Caller, id: number) {
  const [row] = await sql<TaskRow[]>`${selectTasks(sql, caller)} and t.id = ${id}`
  return row && wireOf(row)
}

async function checkChange(sql: Sql, writer: MailWriter, before: Task, changed: TaskChange) {
  const { caller } = writer
  checkMayEdit(caller, before)
  const { title, due_date, contact_id, assignee_id } = changed
  if (title?.trim() === '') throw invalid('body.data.title', 'must not be blank', title)
  if (due_date !== undefined && due_date !== null) checkDay('body.data.due_date', due_date)
  if (before.contact_id !== null) await checkUnrestricted(sql, caller.group_id, before.contact_id)
  if (contact_id !== undefined && contact_id !== null)
    await lockSentContacts(sql, caller, [contact_id], () => 'body.data.contact_id')
  if (assignee_id !== undefined)
    await tellAssignee(sql, writer, await checkAssignee(sql, caller, assignee_id), { ...before, ...changed })
}

function checkMayEdit(caller: Caller, { created_by }: Task) {
  if (created_by !== caller.id && !may(caller, 'contacts:write'))
    throw forbidden('You can mark this task as done. Only its author and users with contacts:write can change it.')
}

/** The user to whom the caller gives a task; undefined if it is the caller or no user. */
async function checkAssignee(sql: Sql, caller: Caller, assignee_id: number | null) {
  if (assignee_id === null || assignee_id === caller.id) return undefined
  const user = (await findRecipients(sql, caller, [assignee_id])).get(assignee_id)
  if (!user) throw invalid('body.data.assignee_id', 'is not a user visible to you', assignee_id)
  return user
}

async function tellAssignee(
  sql: Sql,
  { caller, public_url }: MailWriter,
  user: Recipient | undefined,
  task: Pick<Task, 'id' | 'title' | 'due_date' | 'contact_id'>,
) {
  if (!user) return
  await countMails(sql, caller, 1)
  const names = await senderOf(sql, caller)
  await queueMail(sql, caller.group_id, assignmentMail(user, { ...names, ...task, public_url }))
}

function checkDay(location: string, day: string) {
  if (instantOf(day) === undefined) throw invalid(location, 'is not a valid date', day)
}
