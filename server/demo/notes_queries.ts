import type { Caller } from '../access/caller.ts'
import type { Sql } from '../db/sql.ts'

// The demo writes these rows itself: they are of past days, and no mail may be sent to the people of the demo.

interface ContactAtHome {
  id: number
  surname: string
  house_number: string
  street: string
  addition: string
  postal_code: string
  city: string
  country: string
}

/** The first contacts that have an address and can be contacted. */
export const contactsAtHome = (sql: Sql, { group_id }: Caller, limit: number) => sql<ContactAtHome[]>`
  select id, surname, house_number, street, addition, postal_code, city, country
  from contacts
  where group_id = ${group_id} and street <> '' and not black_list and deleted_at is null
  order by id
  limit ${limit}`

/** The first users, the superadmin before all others. */
export async function firstUsers(sql: Sql, { group_id }: Caller, limit: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from users where group_id = ${group_id} and deleted_at is null order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

interface DemoNote {
  contact_id: number
  user_id: number
  days_ago: number
  text: string
  mentioned: number[]
  pinned: boolean
}

export const addDemoNote = (
  sql: Sql,
  { group_id }: Caller,
  { contact_id, user_id, days_ago, text, mentioned, pinned }: DemoNote,
) => sql`
  insert into notes (group_id, created_at, updated_at, contact_id, user_id, text, pinned, mentioned_ids, notified_ids)
  values (${group_id}, now() - ${days_ago}::integer * interval '1 day', now() - ${days_ago}::integer * interval '1 day', ${contact_id}, ${user_id}, ${text},
          ${pinned}, ${mentioned}::bigint[], ${mentioned}::bigint[])
  returning id`

interface DemoTask {
  contact_id: number | null
  created_by: number
  assignee_id: number | null
  title: string
  /** Days from today until it is due; null without a date. */
  due: number | null
  done: boolean
}

export const addDemoTask = (
  sql: Sql,
  { group_id }: Caller,
  { contact_id, created_by, assignee_id, title, due, done }: DemoTask,
) => sql`
  insert into tasks (group_id, created_at, updated_at, created_by, title, text, contact_id, assignee_id, due_date, done_at, done_by)
  values (${group_id}, now() - interval '25 days', now(), ${created_by}, ${title}, '', ${contact_id}, ${assignee_id}, current_date + ${due}::integer,
          ${done ? sql`now() - interval '5 days'` : sql`null`}, ${done ? (assignee_id ?? created_by) : null})
  returning id`
