import { batch_size } from '../db/batch_delete.ts'
import { notifyAll } from '../db/notifications.ts'
import type { Sql } from '../db/sql.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Queues a mail in the transaction that causes it, so that it is sent only if that commits. Mail about an account has no space. */
export async function queueMail(sql: Sql, group_id: number | null, { to, subject, text }: Mail) {
  // Names stored before they were validated may contain these characters.
  const [clean_subject, clean_text] = [withoutBidiControls(subject), withoutBidiControls(text)]
  await sql`
    insert into mail_outbox (group_id, recipient, subject, body) values (${group_id}, ${to}, ${clean_subject}, ${clean_text})`
  await notifyAll(sql, 'mail')
}

/** Removes the characters that change the direction of text. */
const withoutBidiControls = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

const kept_days = 30

/** Deletes a batch of the mail that was sent or abandoned long ago, in all spaces. */
export async function deleteOldMail(sql: Sql): Promise<number> {
  const { count } = await sql`
    delete from mail_outbox
    where id in (
      select id from mail_outbox
      where coalesce(sent_at, abandoned_at) < now() - make_interval(days => ${kept_days})
      order by id
      limit ${batch_size})`
  return count
}
