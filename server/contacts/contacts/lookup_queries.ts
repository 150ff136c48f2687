import { type Caller, may } from '../../access/caller.ts'
import { mailKeysOf } from '../../db/mail_keys.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid } from '../../errors.ts'
import { findMergedMatches } from '../core/merged.ts'
import { seesRestricted } from '../core/restriction.ts'
import type { KnownContact, LookupKeys } from './schema.ts'

/**
 * The contacts with these external ids and mail addresses, or the survivors of merged contacts that had them. Returns two for a key where it is
 * unclear. A caller who may write contacts learns that a key belongs to a restricted person, and does not enter them a second time.
 */
export async function lookUpContacts(sql: Sql, caller: Caller, sent: LookupKeys): Promise<KnownContact[]> {
  // A misspelled field must not read as an empty result.
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
  const direct = await sql<FoundContact[]>`
    select ${by}::text as by, k.key, o.id as contact_id, o.external_id, false as merged, o.restricted_at is not null as restricted
    from unnest(${wanted}::text[]) as k (key)
    cross join lateral (
      select c.id, c.external_id, c.restricted_at from contacts c
      where c.group_id = ${group_id} and c.deleted_at is null and ${has}
      order by c.id limit 2) o`
  const had = new Set(direct.map(({ key }) => key))
  const merged = await findMergedMatches(
    sql,
    group_id,
    by,
    wanted.filter(key => !had.has(key)),
  )
  const survivors = await sql<FoundContact[]>`
    select ${by}::text as by, f.key, c.id as contact_id, c.external_id, true as merged, c.restricted_at is not null as restricted
    from unnest(${merged.map(({ key }) => key)}::text[], ${merged.map(({ id }) => id)}::bigint[]) as f (key, id)
    join contacts c on c.group_id = ${group_id} and c.id = f.id
    order by c.id`
  const byKey = Map.groupBy([...direct, ...survivors], ({ key }) => key)
  return sent.flatMap((key, index) => (byKey.get(keys[index] ?? '') ?? []).map(one => ({ ...one, key })))
}
