import { createHash } from 'node:crypto'
import { rowOf, type Sql } from '../../db/sql.ts'

/** A hash over the history entries of a space since the seal before. Seals form a chain. */
export interface Seal {
  group_id: number
  number: number
  created_at: string
  reached: number
  hash: string
}

/** The last entry of a bundle that a seal covers, and the ids of the entries since the seal before. */
export interface SealedEntry {
  transaction_bundle_id: number
  position: number
  hash: string
  entry_ids: number[]
}

const entries_at_once = 2000
/** An entry gets its id when it is written and becomes visible when its transaction commits, within this time. */
const late_max = '1 hour'

/**
 * Seals entries that no seal covers yet, some thousand at a time; returns whether there may be more. Entries of open transactions are not
 * visible and go into the next seal, so sealing and writing never wait for each other.
 */
export async function sealHistory(sql: Sql, group_id: number, { everything = false } = {}): Promise<boolean> {
  const last = await readSeal(sql, group_id, 'last')
  const [{ now }] = await sql<[{ now: string }]>`select date_trunc('milliseconds', now()) as now`
  const { bundles, reached, more } = await findUnsealed(sql, group_id, last, everything)
  if (bundles.length === 0) return false
  const sealed = await lastUnsealedEntries(sql, group_id, bundles)
  const seal = { group_id, number: (last?.number ?? 0) + 1, created_at: now, reached }
  // Two processes that seal one space at the same time choose the same number; one insert wins.
  const made = await sql`
    insert into seals ${sql({ ...seal, hash: sealHash(seal, sealed, last?.hash ?? '') })}
    on conflict (group_id, number) do nothing`
  if (made.count === 0) return false
  const rows = sealed.map(entry => ({ group_id, seal: seal.number, ...entry }))
  await sql`insert into sealed_entries ${sql(rows.map(rowOf))}`
  return more
}

/** The seal with this number, or the last one. */
export async function readSeal(sql: Sql, group_id: number, number: number | 'last') {
  const [seal] = await sql<Seal[]>`
    select group_id, number, created_at, reached, hash from seals
    where group_id = ${group_id} ${number === 'last' ? sql`` : sql`and number = ${number}`}
    order by number desc
    limit 1`
  return seal
}

/** The hash of a seal. It changes with every entry it covers, and with every seal before it. */
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

/** A seal in a form for paper: the space, the number, and half of the hash in hexadecimal digits. */
export function sealCode({ group_id, number, hash }: Pick<Seal, 'group_id' | 'number' | 'hash'>) {
  const digits = Buffer.from(hash, 'base64url').toString('hex').slice(0, code_digits)
  return `${group_id}.${number}.${inGroups(digits)}`
}

/** Four digits at a time, with hyphens between. */
const inGroups = (digits: string) => digits.replaceAll('-', '').replace(/.{4}(?=.)/g, '$&-')

const code_digits = 40

/** The parts of a seal code; undefined for any other text. */
export function parseSealCode(code: string) {
  const [, group_id, number, digits = ''] =
    /^(\d{1,15})\.(\d{1,15})\.([\da-f-]+)$/.exec(code.replace(/\s/g, '').toLowerCase()) ?? []
  if (digits.replaceAll('-', '').length !== code_digits) return undefined
  return {
    group_id: Number(group_id),
    number: Number(number),
    text: `${group_id}.${number}.${inGroups(digits)}`,
  }
}

/** The bundles with unsealed entries: those with ids after the last seal, and those whose transaction committed late. */
async function findUnsealed(sql: Sql, group_id: number, last: Seal | undefined, everything: boolean) {
  const before = last?.reached ?? 0
  const fresh = await unsealedBetween(sql, group_id, before, Number.MAX_SAFE_INTEGER)
  const reached = fresh.at(-1)?.id ?? before
  const more = fresh.length === entries_at_once
  // Late entries are looked for once the new ones are sealed.
  const late =
    more || !last
      ? []
      : await unsealedBetween(sql, group_id, everything ? 0 : await lastSettledEntry(sql, last), before)
  const bundles = [...new Set([...fresh, ...late].map(({ transaction_bundle_id }) => transaction_bundle_id))]
  return { bundles, reached, more: more || late.length === entries_at_once }
}

/** No entry up to this id can still appear: ids were given out more than an hour before the last seal. */
async function lastSettledEntry(sql: Sql, { group_id, created_at, reached }: Seal) {
  const [entry] = await sql<{ id: number }[]>`
    select id from bundle_changes
    where group_id = ${group_id} and id <= ${reached} and created_at < ${created_at}::timestamptz - ${late_max}::interval
    order by id desc
    limit 1`
  return entry?.id ?? 0
}

const unsealedBetween = (sql: Sql, group_id: number, after: number, to: number) => sql<Unsealed[]>`
  select ${unsealedColumns(sql)} from bundle_changes h
  where h.group_id = ${group_id} and h.id > ${after} and h.id <= ${to} and ${isUnsealed(sql, group_id)}
  order by h.id
  limit ${entries_at_once}`

const unsealedColumns = (sql: Sql) => sql`
  h.bundle_id as transaction_bundle_id, h.position, h.hash, h.id, h.earlier_entry_ids || h.id as entry_ids`

// A scalar subquery: one index lookup for each change, whatever the table statistics are.
const isUnsealed = (sql: Sql, group_id: number) => sql`
  h.position > coalesce((
    select max(t.position) from sealed_entries t
    where t.group_id = ${group_id} and t.transaction_bundle_id = h.bundle_id), 0)`

/** A change that no seal covers yet, with the ids of its entries. */
interface Unsealed extends SealedEntry {
  id: number
}

async function lastUnsealedEntries(sql: Sql, group_id: number, bundles: number[]) {
  const changes = await sql<Unsealed[]>`
    select ${unsealedColumns(sql)} from bundle_changes h
    where h.group_id = ${group_id} and h.bundle_id = any(${bundles}) and ${isUnsealed(sql, group_id)}
    order by h.bundle_id, h.position`
  return [...Map.groupBy(changes, change => change.transaction_bundle_id).values()].flatMap((list): SealedEntry[] => {
    const last = list.at(-1)
    if (!last) return []
    const { transaction_bundle_id, position, hash } = last
    return [{ transaction_bundle_id, position, hash, entry_ids: list.flatMap(({ entry_ids }) => entry_ids) }]
  })
}
