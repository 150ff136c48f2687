import type { Session } from '../server/db/sql.ts'
import { insertContacts } from '../server/test/insert_contacts.ts'
import { reindexContacts } from '../server/test/search_index.ts'

export interface FilledContacts {
  first: number
  size: number
  /** A form that half of the contacts have answered, and its values. */
  form: number
  refs: number[]
  /** A form that a third of the contacts have answered with text. */
  written: number
}

/** Creates contacts with tags and answers. Search does not know them before `indexFilledContacts`. */
export async function fillContacts(owner: Session, group_id: number, size: number): Promise<FilledContacts> {
  await owner.unsafe('set session_replication_role = replica')
  const { first, chosen, written } = await insertContacts(owner, group_id, size)
  await owner.unsafe('reset session_replication_role')
  return { first, size, form: chosen.id, refs: chosen.refs, written: written.id }
}

/** Fills contact_index. Its indexes are built afterwards, which is much faster. */
export async function indexFilledContacts(owner: Session) {
  const late = await owner<{ name: string; text: string }[]>`
    select indexname as name, indexdef as text from pg_indexes
    where tablename = 'contact_index' and indexdef not like '%UNIQUE%'
    order by indexname`
  for (const { name } of late) await owner.unsafe(`drop index ${name}`)
  await reindexContacts(owner)
  await owner.unsafe("set maintenance_work_mem = '1GB'")
  for (const { text } of late) await owner.unsafe(text)
}
