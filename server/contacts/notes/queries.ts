import { recordAudit } from '../../access/audit.ts'
import type { Caller } from '../../access/caller.ts'
import type { WriteContext } from '../../access/write_context.ts'
import { databaseTime } from '../../db/clock.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { forbidden, invalid, notFound } from '../../errors.ts'
import { page_size_max } from '../../fields.ts'
import { cursorOf } from '../../http/cursor.ts'
import { queueMail } from '../../mail/outbox.ts'
import { msg } from '../../messages/message.ts'
import { type AttachedRecord, checkMayDelete } from '../core/deletion.ts'
import { isReadableNote } from '../core/note_visibility.ts'
import { checkVisible, isVisible } from '../core/read.ts'
import { countMails, findRecipients, type MailWriter, type Recipient, senderOf } from '../core/recipients.ts'
import { checkUnrestricted, lockContactInPath } from '../core/referred_contacts.ts'
import { mentionMail } from './mails.ts'
import { mentionedIn } from './mentions.ts'
import { mentions_max, type NewNote, type Note, type NoteChange } from './schema.ts'

/** A write with the address of the server, for links in mails. */
const columns = (sql: Sql, { group_id, id }: Caller) => sql`
  n.id, n.created_at, n.updated_at, n.contact_id,
  json_build_object('id', a.id, 'firstname', a.firstname, 'surname', a.surname) as user, n.text,
  coalesce(
    (select json_agg(json_build_object('id', m.id, 'firstname', m.firstname, 'surname', m.surname) order by m.id)
     from users m where m.group_id = ${group_id} and m.id = any(n.mentioned_ids)), '[]') as mentions,
  n.pinned, n.edited_at is not null as edited, n.edited_at, n.user_id = ${id} as own`

export const noteCursor = cursorOf(['pinned', 'other'], 'id')

/** The notes about a contact: pinned ones first, then the newest. */
export async function listNotes(
  sql: Sql,
  caller: Caller,
  contact_id: number,
  { limit, cursor }: { limit: number; cursor?: string },
) {
  const { group_id } = caller
  await checkVisible(sql, caller, contact_id)
  const page_size = Math.min(limit, page_size_max)
  const after = noteCursor.read(cursor)
  const rows = await sql<Note[]>`
    select ${columns(sql, caller)}
    from (
      select * from notes n
      where n.group_id = ${group_id} and n.contact_id = ${contact_id} and ${isReadableNote(sql, caller)}
        ${after ? sql`and (n.pinned, n.id) < (${after[0] === 'pinned'}, ${after[1]})` : sql``}
      order by n.pinned desc, n.id desc
      limit ${page_size}
    ) n
    join users a on a.group_id = ${group_id} and a.id = n.user_id
    order by n.pinned desc, n.id desc`
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return { rows: [...rows], next_cursor: last ? noteCursor.write(last.pinned ? 'pinned' : 'other', last.id) : null }
}

export async function createNote(sql: Sql, writer: MailWriter, contact_id: number, { text, pinned }: NewNote) {
  const { caller } = writer
  await lockContactInPath(sql, caller, contact_id)
  const mentioned = await checkMentions(sql, caller, mentionedIn(text))
  const ids = mentioned.map(({ id }) => id)
  const rows = await sql<{ id: number }[]>`
    insert into notes (group_id, contact_id, user_id, text, pinned, mentioned_ids, notified_ids)
    values (${caller.group_id}, ${contact_id}, ${caller.id}, ${text}, ${pinned}, ${ids}::bigint[], ${ids}::bigint[])
    returning id`
  await sendMentions(sql, writer, contact_id, mentioned)
  return readNote(sql, caller, onlyRow(rows).id)
}

/** Reads a note and locks it until the end of the transaction. */
export async function lockNote(sql: Sql, caller: Caller, id: number): Promise<Note> {
  await sql`select from notes where group_id = ${caller.group_id} and id = ${id} for update`
  return readNote(sql, caller, id)
}

/** The author changes the text. Every user who reads the note and may write contacts can pin it. */
export async function changeNote(sql: Sql, writer: MailWriter, id: number, { text, pinned }: NoteChange) {
  const { caller } = writer
  const { group_id } = caller
  const before = await lockNote(sql, caller, id)
  if (text !== undefined && text !== before.text) {
    if (!before.own) throw forbidden('Only its author can change the text of a note.')
    if (text.trim() === '') throw invalid('body.data.text', 'must not be blank; delete the note instead', text)
    await checkUnrestricted(sql, group_id, before.contact_id)
    await changeText(sql, writer, before, text)
  }
  if (pinned !== undefined && pinned !== before.pinned)
    await sql`update notes set pinned = ${pinned}, updated_at = now() where group_id = ${group_id} and id = ${id}`
  return readNote(sql, caller, id)
}

/** The author deletes a note; with `privacy:manage` also the notes of others. */
export async function deleteNote(sql: Sql, { caller, request_id }: WriteContext, id: number) {
  const { group_id } = caller
  await sql`select from notes where group_id = ${group_id} and id = ${id} for update`
  const [found] = await sql<AttachedRecord[]>`
    select n.contact_id, n.user_id, ${isReadableNote(sql, caller)} as readable
    from notes n
    join contacts c on c.group_id = ${group_id} and c.id = n.contact_id
    where n.group_id = ${group_id} and n.id = ${id} and ${isVisible(sql, caller)}`
  const note = checkMayDelete(caller, found, {
    name: 'note',
    refuse: () => forbidden('Only its author and users with the permission privacy:manage can delete a note.'),
  })
  await sql`delete from notes where group_id = ${group_id} and id = ${id}`
  const details = { note_id: id, author_id: note.user_id }
  await recordAudit(sql, {
    ...{ caller, request_id, kind: 'contact.note_deleted', subject: 'contact' },
    ...{ subject_id: note.contact_id, details },
  })
}

/** The note, if the caller sees its contact and may read it. */
async function readNote(sql: Sql, caller: Caller, id: number): Promise<Note> {
  const { group_id } = caller
  const [row] = await sql<Note[]>`
    select ${columns(sql, caller)}
    from notes n
    join users a on a.group_id = ${group_id} and a.id = n.user_id
    join contacts c on c.group_id = ${group_id} and c.id = n.contact_id
    where n.group_id = ${group_id} and n.id = ${id} and ${isVisible(sql, caller)} and ${isReadableNote(sql, caller)}`
  if (!row) throw notFound('note')
  return row
}

/** Users whom the text already mentioned stay mentioned, also if they have left since. */
async function changeText(sql: Sql, writer: MailWriter, before: Note, text: string) {
  const { caller } = writer
  const known = new Set(before.mentions.map(({ id }) => id))
  const ids = mentionedIn(text)
  const added = await checkMentions(
    sql,
    caller,
    ids.filter(id => !known.has(id)),
    ids.length,
  )
  const [{ notified_ids }] = await sql<[{ notified_ids: number[] }]>`
    select notified_ids from notes where group_id = ${caller.group_id} and id = ${before.id}`
  const unnotified = added.filter(({ id }) => !notified_ids.includes(id))
  const notified = [...notified_ids, ...unnotified.map(({ id }) => id)]
  const now = await databaseTime(sql)
  await sql`
    update notes set text = ${text}, mentioned_ids = ${ids}::bigint[], notified_ids = ${notified}::bigint[], edited_at = ${now}, updated_at = ${now}
    where group_id = ${caller.group_id} and id = ${before.id}`
  await sendMentions(sql, writer, before.contact_id, unnotified)
}

/** The mentioned users. Each must be able to open the contact, or the mail would lead nowhere. */
async function checkMentions(sql: Sql, caller: Caller, ids: number[], count = ids.length): Promise<Recipient[]> {
  const where = 'body.data.text'
  if (count > mentions_max)
    throw invalid(where, msg`mentions ${count} users; at most ${mentions_max} are allowed`, null)
  const known = await findRecipients(sql, caller, ids)
  return ids.map(id => {
    const user = known.get(id)
    if (!user) throw invalid(where, msg`mentions user ${id}, who is not a user visible to you`, id)
    if (!user.permissions.has('contacts:read'))
      throw invalid(where, msg`mentions user ${id}, whose role cannot see contacts`, id)
    return user
  })
}

/** One mail to each of these users, not to the author. */
async function sendMentions(sql: Sql, { caller, public_url }: MailWriter, contact_id: number, users: Recipient[]) {
  const others = users.filter(({ id }) => id !== caller.id)
  if (others.length === 0) return
  await countMails(sql, caller, others.length)
  const names = await senderOf(sql, caller)
  for (const user of others)
    await queueMail(sql, caller.group_id, mentionMail(user, { ...names, contact_id, public_url }))
}
