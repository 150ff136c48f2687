import { createHash } from 'node:crypto'
import { rowOf, type Sql } from '../../db/sql.ts'

/** A seal over what was written in a space since the seal before it. */
export interface Seal {
  group_id: number
  number: number
  created_at: string
  reached: number
  hash: string
}

/** How far a seal has seen the history of a bundle, and the numbers of the entries since the time before. */
export interface SealedEntry {
  transaction_bundle_id: number
  position: number
  hash: string
  entry_ids: number[]
}

const entries_at_once = 2000
/** An entry gets its number when it is written and can be seen when its transaction has ended: surely within this time. */
const late_max = '1 hour'

/**
 * Seals what no seal has seen yet, some thousand entries at a time; answers whether there may be more. What is being written just now can
 * not be seen and goes into the next one, so nobody waits for a seal, and a seal for nobody.
 */
export async function sealHistory(sql: Sql, group_id: number, { everything = false } = {}): Promise<boolean> {
  const last = await readSeal(sql, group_id, 'last')
  const [{ now }] = await sql<[{ now: string }]>`select date_trunc('milliseconds', now()) as now`
  const { bundles, reached, more } = await findUnsealed(sql, group_id, last, everything)
  if (bundles.length === 0) return false
  const sealed = await lastUnsealedEntries(sql, group_id, bundles)
  const seal = { group_id, number: (last?.number ?? 0) + 1, created_at: now, reached }
  // Whoever seals the same space at the same moment takes the same number, and only one of us gets it.
  const made = await sql`
    insert into seals ${sql({ ...seal, hash: sealHash(seal, sealed, last?.hash ?? '') })}
    on conflict (group_id, number) do nothing`
  if (made.count === 0) return false
  const rows = sealed.map(entry => ({ group_id, seal: seal.number, ...entry }))
  await sql`insert into sealed_entries ${sql(rows.map(rowOf))}`
  return more
}

/** A seal by its number, or the last one there is. */
export async function readSeal(sql: Sql, group_id: number, number: number | 'last') {
  const [seal] = await sql<Seal[]>`
    select group_id, number, created_at, reached, hash from seals
    where group_id = ${group_id} ${number === 'last' ? sql`` : sql`and number = ${number}`}
    order by number desc
    limit 1`
  return seal
}

/** The hash of a seal: it changes with any history it has seen, and with every seal before it. */
export function sealHash(
  { group_id, number, created_at, reached }: Omit<Seal, 'hash'>,
  sealed: SealedEntry[],
  before: string,
) {
  const lines = sealed.map(({ transaction_bundle_id, position, hash, entry_ids }) => [
    transaction_bundle_id,
    position,
    hash,
    entry_ids,
  ])
  return createHash('sha256')
    .update(JSON.stringify([before, group_id, number, created_at, reached, lines]))
    .digest('base64url')
}

/** A seal short enough for a sheet of paper: the space, the number, and half of the hash in letters that nobody confuses. */
export function sealCode({ group_id, number, hash }: Pick<Seal, 'group_id' | 'number' | 'hash'>) {
  const digits = Buffer.from(hash, 'base64url').toString('hex').slice(0, code_digits)
  return `${group_id}.${number}.${digits.match(/.{4}/g)!.join('-')}`
}

const code_digits = 40

/** What stands in such a note; undefined when it is none. */
export function parseSealCode(note: string) {
  const [, group_id, number, digits = ''] =
    /^(\d{1,15})\.(\d{1,15})\.([\da-f-]+)$/.exec(note.replace(/\s/g, '').toLowerCase()) ?? []
  if (digits.replaceAll('-', '').length !== code_digits) return undefined
  return {
    group_id: Number(group_id),
    number: Number(number),
    text: `${group_id}.${number}.${digits.replaceAll('-', '').match(/.{4}/g)!.join('-')}`,
  }
}

/** The bundles with entries that no seal has seen: those with new numbers, and those whose transaction ended late. */
async function findUnsealed(sql: Sql, group_id: number, last: Seal | undefined, everything: boolean) {
  const before = last?.reached ?? 0
  const fresh = await unsealedBetween(sql, group_id, before, Number.MAX_SAFE_INTEGER)
  const reached = fresh.at(-1)?.id ?? before
  const more = fresh.length === entries_at_once
  // What ended late is looked for when there is time for it.
  const late =
    more || !last
      ? []
      : await unsealedBetween(sql, group_id, everything ? 0 : await lastSettledEntry(sql, last), before)
  const bundles = [...new Set([...fresh, ...late].map(({ transaction_bundle_id }) => transaction_bundle_id))]
  return { bundles, reached, more: more || late.length === entries_at_once }
}

/** Up to here nothing can appear any more: it was given a number more than an hour before the last seal was made, which has seen it. */
async function lastSettledEntry(sql: Sql, { group_id, created_at, reached }: Seal) {
  const [entry] = await sql<{ id: number }[]>`
    select id from bundle_history
    where group_id = ${group_id} and id <= ${reached} and created_at < ${created_at}::timestamptz - ${late_max}::interval
    order by id desc
    limit 1`
  return entry?.id ?? 0
}

const unsealedBetween = (sql: Sql, group_id: number, after: number, to: number) => sql<Unsealed[]>`
  select h.transaction_bundle_id, h.position, h.hash, h.id from bundle_history h
  where h.group_id = ${group_id} and h.id > ${after} and h.id <= ${to} and ${isUnsealed(sql, group_id)}
  order by h.id
  limit ${entries_at_once}`

// Asked so that each entry is looked up by itself, whatever the database believes to know about the tables just now.
const isUnsealed = (sql: Sql, group_id: number) => sql`
  h.position > coalesce((
    select max(t.position) from sealed_entries t
    where t.group_id = ${group_id} and t.transaction_bundle_id = h.transaction_bundle_id), 0)`

interface Unsealed {
  transaction_bundle_id: number
  position: number
  hash: string
  id: number
}

async function lastUnsealedEntries(sql: Sql, group_id: number, bundles: number[]) {
  const entries = await sql<Unsealed[]>`
    select h.transaction_bundle_id, h.position, h.hash, h.id from bundle_history h
    where h.group_id = ${group_id} and h.transaction_bundle_id = any(${bundles}) and ${isUnsealed(sql, group_id)}
    order by h.transaction_bundle_id, h.position`
  return [...Map.groupBy(entries, entry => entry.transaction_bundle_id).values()].map((list): SealedEntry => {
    const { transaction_bundle_id, position, hash } = list.at(-1)!
    return { transaction_bundle_id, position, hash, entry_ids: list.map(({ id }) => id) }
  })
}
