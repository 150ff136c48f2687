import { type Caller, may } from '../../access/caller.ts'
import { mailKeysOf } from '../../db/mail_keys.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { findMergedMatches } from '../core/merged.ts'
import { seesRestricted } from '../core/restriction.ts'
import type { KnownContact, LookupKeys } from './schema.ts'

/**
 * Who has these numbers and addresses; where nobody has one any more, who the contact that had it was merged into. Two for a key are enough
 * to know that it is unclear. That a restricted person is behind one is told to those who could otherwise enter them a second time.
 */
export async function lookUpContacts(sql: Sql, caller: Caller, sent: LookupKeys): Promise<KnownContact[]> {
  // Whoever spells the name of the field wrong must not read that nobody is known.
  if (!sent.external_ids && !sent.mails) throw invalid('body.data', 'must have external_ids or mails', null)
  const { external_ids = [], mails = [] } = sent
  const found = [
    ...(await findByKeys(sql, caller, 'external_id', external_ids, external_ids)),
    ...(await findByKeys(sql, caller, 'mail', mails, await mailKeysOf(sql, mails))),
  ]
  const sees = seesRestricted(caller)
  return found
    .filter(({ restricted }) => sees || !restricted || may(caller, 'contacts:write'))
    .map(one => (one.restricted && !sees ? { ...one, contact_id: null, external_id: '' } : one))
}

type FoundContact = KnownContact & { contact_id: number }

async function findByKeys(sql: Sql, caller: Caller, by: KnownContact['by'], sent: string[], keys: string[]) {
  const { group_id } = caller
  const wanted = [...new Set(keys)].filter(key => key !== '')
  if (wanted.length === 0) return []
  const has =
    by === 'mail' ? sql`c.mail_key = k.key and c.mail <> ''` : sql`c.external_id = k.key and c.external_id <> ''`
  const now = await sql<FoundContact[]>`
    select ${by}::text as by, k.key, o.id as contact_id, o.external_id, false as merged, o.restricted_at is not null as restricted
    from unnest(${wanted}::text[]) as k (key)
    cross join lateral (
      select c.id, c.external_id, c.restricted_at from contacts c
      where c.group_id = ${group_id} and c.deleted_at is null and ${has}
      order by c.id limit 2) o`
  const had = new Set(now.map(({ key }) => key))
  const once = await findMergedMatches(
    sql,
    group_id,
    by,
    wanted.filter(key => !had.has(key)),
  )
  const survivors = await sql<FoundContact[]>`
    select ${by}::text as by, f.key, c.id as contact_id, c.external_id, true as merged, c.restricted_at is not null as restricted
    from unnest(${once.map(({ key }) => key)}::text[], ${once.map(({ id }) => id)}::bigint[]) as f (key, id)
    join contacts c on c.group_id = ${group_id} and c.id = f.id
    order by c.id`
  const byKey = Map.groupBy([...now, ...survivors], ({ key }) => key)
  return sent.flatMap((key, index) => (byKey.get(keys[index]!) ?? []).map(one => ({ ...one, key })))
}
