import { lot_size } from '../db/batch_delete.ts'
import { announce } from '../db/notifications.ts'
import type { Sql } from '../db/sql.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Queues a mail in the transaction that it tells about: it is sent if, and only if, that commits. What is about an account is of no space. */
export async function queueMail(sql: Sql, group_id: number | null, { to, subject, text }: Mail) {
  // Names from before they were checked may hold such characters.
  const [clean_subject, clean_text] = [withoutDirections(subject), withoutDirections(text)]
  await sql`
    insert into mail_outbox (group_id, recipient, subject, body) values (${group_id}, ${to}, ${clean_subject}, ${clean_text})`
  await announce(sql, 'mail')
}

/** Without the characters that change the direction of text. */
const withoutDirections = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

const kept_days = 30

/** Forgets a lot of the mail that was delivered, or given up, long ago. Spans all spaces. */
export async function forgetOldMail(sql: Sql): Promise<number> {
  const { count } = await sql`
    delete from mail_outbox
    where id in (
      select id from mail_outbox
      where coalesce(sent_at, abandoned_at) < now() - make_interval(days => ${kept_days})
      order by id
      limit ${lot_size})`
  return count
}
