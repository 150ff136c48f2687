import type { Caller } from '../../access/caller.ts'
import { onlyRow, type Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { cursorOf } from '../../http/cursor.ts'
import { msg } from '../../messages/message.ts'
import { checkVisible, isVisible } from '../core/read.ts'
import { isRestricted, seesRestricted } from '../core/restriction.ts'
import { areStrangers, compareGroup, differencesOf, strengthOf } from './comparison.ts'
import { candidatesByFormerMail, groupsByFormerMail } from './former_mail_queries.ts'
import { duplicateReasons, type ReasonName, reasonColumns, reasonColumnsMatch, reasonNames } from './reason_queries.ts'
import { ContactSummary, type DuplicateCandidate, type DuplicateGroup, group_size_max } from './schema.ts'
import { type ComparedContact, comparedColumns, type GroupRow } from './summary_queries.ts'

const page_size_max = 100
const queries_max = 12
const candidates_max = 100

/** The list goes through the reasons one by one. Addresses from before a merge also count as the same. */
type Step = ReasonName | 'former mail'
const steps = reasonNames.flatMap((name): Step[] => (name === 'mail' ? [name, 'former mail'] : [name]))

const [first_step = 'birthdate'] = steps

export const duplicatesCursor = cursorOf(steps, 'id')

/**
 * Lists groups of likely duplicates, the strongest reason first. An index has the keys of each reason in order, so that a page starts where
 * the one before ended. Groups in which all pairs are marked as not duplicates are skipped, so a page can be short.
 */
export async function listDuplicates(
  sql: Sql,
  caller: Caller,
  { limit, reason, cursor }: { limit: number; reason?: ReasonName; cursor?: string },
) {
  const page_size = Math.min(limit, page_size_max)
  const rows: DuplicateGroup[] = []
  const [step = reason ?? first_step, after = 0] = duplicatesCursor.read(cursor) ?? []
  let position: ListPosition | undefined = { step, after }
  for (let queries = 0; position && rows.length < page_size && queries < queries_max; queries++) {
    const groups: GroupRow[] = await groupsAfter(sql, caller, position, page_size - rows.length)
    const contact_ids = groups.flatMap(({ members }) => members.map(({ id }) => id))
    const pairs = await notDuplicatePairs(sql, caller, contact_ids)
    const name = reasonOf(position.step)
    rows.push(...groups.flatMap(group => groupOf(name, group, pairs)))
    position = nextPosition(position, groups.at(-1), reason)
  }
  return { rows, next_cursor: position ? duplicatesCursor.write(position.step, position.after) : null }
}

const groupsAfter = (sql: Sql, caller: Caller, { step, after }: ListPosition, limit: number) =>
  step === 'former mail'
    ? groupsByFormerMail(sql, caller, after, limit)
    : groupsByReason(sql, caller, step, after, limit)

const reasonOf = (step: Step) => (step === 'former mail' ? 'mail' : step)

/** Where the list continues: after the group of this contact. A cursor holds an id, since a mail address must not appear in a URL. */
interface ListPosition {
  step: Step
  after: number
}

function nextPosition({ step }: ListPosition, last: GroupRow | undefined, only?: ReasonName): ListPosition | undefined {
  if (last) return { step, after: last.last_id }
  const next = steps[steps.indexOf(step) + 1]
  return next && (only === undefined || reasonOf(next) === only) ? { step: next, after: 0 } : undefined
}

const groupsByReason = (sql: Sql, { group_id }: Caller, reason: ReasonName, after: number, limit: number) => sql<
  GroupRow[]
>`
  with place as (select ${reasonColumns(sql, reason, 'p')} from contacts p where p.group_id = ${group_id} and p.id = ${after}),
  alike as (
    select ${reasonColumns(sql, reason, 'c')}, count(*) as count
    from contacts c
    where c.group_id = ${group_id} and c.deleted_at is null and ${duplicateReasons[reason].isFilled(sql)}
      ${after ? sql`and (${reasonColumns(sql, reason, 'c')}) > (select * from place)` : sql``}
    group by ${reasonColumns(sql, reason, 'c')}
    having count(*) > 1
    order by ${reasonColumns(sql, reason, 'c')}
    limit ${limit}
  )
  select alike.count - hidden.count as count, them.last_id, them.members
  from alike
  cross join lateral (
    select max(m.id) as last_id, coalesce(json_agg(m order by m.id) filter (where not m.restricted), '[]') as members
    from (
      select ${comparedColumns(sql)}, c.restricted_at is not null as restricted
      from contacts c
      where c.group_id = ${group_id} and c.deleted_at is null and ${duplicateReasons[reason].isFilled(sql)} and ${reasonColumnsMatch(sql, reason, 'c', 'alike')}
      order by c.id
      limit ${group_size_max}
    ) m
  ) them
  cross join lateral (
    select count(*) as count
    from contacts c
    where c.group_id = ${group_id} and c.deleted_at is null and c.restricted_at is not null and ${duplicateReasons[reason].isFilled(sql)}
      and ${reasonColumnsMatch(sql, reason, 'c', 'alike')}
  ) hidden
  order by ${reasonColumns(sql, reason, 'alike')}`

/** The group as the API returns it; empty if all its pairs are marked as not duplicates or are strangers. */
function groupOf(reason: ReasonName, { count, members }: GroupRow, pairs: [number, number][]): DuplicateGroup[] {
  const ids = new Set(members.map(({ id }) => id))
  const not_duplicates = pairs.filter(pair => pair.every(id => ids.has(id)))
  const compared = compareGroup(reason, members, not_duplicates)
  if (!compared) return []
  return [
    {
      reason,
      ...compared,
      count,
      contacts: members.map(summaryOf),
      not_duplicates,
    },
  ]
}

/** The fields of a contact that the API returns. The others are only for comparing. */
export const summaryOf = (member: ComparedContact) =>
  Object.fromEntries(
    Object.keys(ContactSummary.properties).map(name => [name, member[name as keyof ContactSummary]]),
  ) as ContactSummary

async function notDuplicatePairs(sql: Sql, { group_id }: Caller, ids: number[]): Promise<[number, number][]> {
  const rows = await sql<{ low_id: number; high_id: number }[]>`
    select low_id, high_id from not_duplicates
    where group_id = ${group_id} and low_id = any(${ids}) and high_id = any(${ids})
    order by low_id, high_id`
  return rows.map(({ low_id, high_id }) => [low_id, high_id])
}

/** The contacts that may be the same person as this one, with all reasons, the strongest first. */
export async function duplicatesOf(sql: Sql, caller: Caller, id: number): Promise<DuplicateCandidate[]> {
  await checkVisible(sql, caller, id)
  const own = await readCompared(sql, caller, id)
  const found = new Map<number, { contact: ComparedContact; reasons: Set<ReasonName> }>()
  const add = (reason: ReasonName, contacts: ComparedContact[]) => {
    for (const contact of contacts) {
      const { reasons = new Set<ReasonName>() } = found.get(contact.id) ?? {}
      found.set(contact.id, { contact, reasons: reasons.add(reason) })
    }
  }
  for (const reason of reasonNames) add(reason, await candidatesByReason(sql, caller, id, reason))
  add('mail', await candidatesByFormerMail(sql, caller, id))
  const alike = [...found.values()].filter(({ contact }) => !areStrangers(own, contact))
  const candidates = alike.map(({ contact, reasons: some }) => {
    const reasons = reasonNames.filter(name => some.has(name))
    return {
      contact: summaryOf(contact),
      reasons,
      strength: strengthOf(reasons, own, contact),
      differences: differencesOf(own, contact),
    }
  })
  const order = ['strong', 'likely', 'possible']
  return candidates
    .sort((a, b) => order.indexOf(a.strength) - order.indexOf(b.strength) || a.contact.id - b.contact.id)
    .slice(0, candidates_max)
}

const readCompared = async (sql: Sql, { group_id }: Caller, id: number) =>
  onlyRow(
    await sql<ComparedContact[]>`
      select ${comparedColumns(sql)} from contacts c where c.group_id = ${group_id} and c.id = ${id}`,
  )

const candidatesByReason = (sql: Sql, { group_id }: Caller, id: number, reason: ReasonName) => sql<ComparedContact[]>`
  select m.*
  from contacts t
  cross join lateral (
    select ${comparedColumns(sql)}
    from contacts c
    where c.group_id = ${group_id} and c.deleted_at is null and ${duplicateReasons[reason].isFilled(sql)} and ${reasonColumnsMatch(sql, reason, 'c', 't')}
      and c.id <> t.id and c.restricted_at is null
      and not exists (
        select from not_duplicates a
        where a.group_id = ${group_id} and a.low_id = least(c.id, t.id) and a.high_id = greatest(c.id, t.id))
    order by c.id
    limit ${candidates_max}
  ) m
  where t.group_id = ${group_id} and t.id = ${id}`

/** Records that these contacts are all different people. Returns the number of pairs. */
export async function markNotDuplicates(sql: Sql, caller: Caller, ids: number[]) {
  const { group_id, id: user_id } = caller
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  if (sorted.length < 2) throw invalid('body.data.contact_ids', 'must contain at least two contacts', null)
  const found = await sql<{ id: number }[]>`
    select c.id from contacts c where c.group_id = ${group_id} and c.id = any(${sorted}) and ${isVisible(sql, caller)} order by c.id for share`
  const known = new Set(found.map(({ id }) => id))
  const missing = sorted.find(id => !known.has(id))
  if (missing)
    throw invalid('body.data.contact_ids', msg`contains ${missing}, which is not a contact of your space`, missing)
  const rows = sorted.flatMap((low_id, index) =>
    sorted.slice(index + 1).map(high_id => ({ group_id, low_id, high_id, user_id })),
  )
  await sql`insert into not_duplicates ${sql(rows)} on conflict do nothing`
  return rows.length
}

/** Deletes the record that two contacts are different people. */
export async function unmarkNotDuplicates(sql: Sql, caller: Caller, one: number, other: number) {
  const { group_id } = caller
  for (const id of [one, other])
    if (!seesRestricted(caller) && (await isRestricted(sql, group_id, id))) throw notFound('pair of contacts')
  const deleted = await sql`
    delete from not_duplicates
    where group_id = ${group_id} and low_id = ${Math.min(one, other)} and high_id = ${Math.max(one, other)}
    returning low_id`
  if (deleted.length === 0) throw notFound('pair of contacts')
}
