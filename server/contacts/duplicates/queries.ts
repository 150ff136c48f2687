import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { invalid, notFound } from '../../errors.ts'
import { cursorOf } from '../../http/cursor.ts'
import { checkVisible, isVisible } from '../core/read.ts'
import { isRestricted, seesRestricted } from '../core/restriction.ts'
import { candidatesByFormerMail, groupsByFormerMail } from './former_mail_queries.ts'
import { columnsMatch, columnsOf, type ReasonName, reasonNames, reasons, strengthOf } from './reason_queries.ts'
import { type Candidate, ContactSummary, type DuplicateGroup, group_size_max } from './schema.ts'
import { type ComparedContact, type GroupRow, summaryColumns } from './summary_queries.ts'

const page_size_max = 100
const queries_max = 12
const candidates_max = 100

/** Reason by reason; an address counts as the same also when one of them has it from somebody who was merged. */
type Step = ReasonName | 'former mail'
const steps = reasonNames.flatMap((name): Step[] => (name === 'mail' ? [name, 'former mail'] : [name]))

export const duplicatesCursor = cursorOf(steps, 'id')

/**
 * Contacts that are alike, the surest reason first. The keys of each reason stand in order in an index, so that a page reads on where the
 * one before ended. Groups whose people were all told apart are passed over, and a page that passed over many may be short.
 */
export async function listDuplicates(
  sql: Sql,
  caller: Caller,
  { limit, reason, cursor }: { limit: number; reason?: ReasonName; cursor?: string },
) {
  const page_size = Math.min(limit, page_size_max)
  const rows: DuplicateGroup[] = []
  const [name = reason ?? steps[0]!, after = 0] = duplicatesCursor.read(cursor) ?? []
  let place: ListPosition | undefined = { step: name, after }
  for (let looks = 0; place && rows.length < page_size && looks < queries_max; looks++) {
    const step: Step = place.step
    const about = reasonOf(step)
    const room = page_size - rows.length
    const found: GroupRow[] =
      step === 'former mail'
        ? await groupsByFormerMail(sql, caller, place.after, room)
        : await groupsByReason(sql, caller, step, place.after, room)
    const apart = await pairsToldApart(
      sql,
      caller,
      found.flatMap(({ members }) => members.map(({ id }) => id)),
    )
    rows.push(...found.flatMap(group => groupOf(about, group, apart)))
    place = found.length > 0 ? { step, after: found.at(-1)!.last_id } : nextStep(step, reason)
  }
  return { rows, next_cursor: place ? duplicatesCursor.write(place.step, place.after) : null }
}

const reasonOf = (step: Step) => (step === 'former mail' ? 'mail' : step)

/** Where the list goes on: after the group that this contact is in. No address in a cursor, for it stands in the address of a request. */
interface ListPosition {
  step: Step
  after: number
}

const nextStep = (step: Step, only?: ReasonName): ListPosition | undefined => {
  const next = steps[steps.indexOf(step) + 1]
  return next && (only === undefined || reasonOf(next) === only) ? { step: next, after: 0 } : undefined
}

const groupsByReason = (sql: Sql, { group_id }: Caller, reason: ReasonName, after: number, limit: number) => sql<
  GroupRow[]
>`
  with place as (select ${columnsOf(sql, reason, 'p')} from contacts p where p.group_id = ${group_id} and p.id = ${after}),
  alike as (
    select ${columnsOf(sql, reason, 'c')}, count(*) as count
    from contacts c
    where c.group_id = ${group_id} and c.deleted_at is null and ${reasons[reason].isFilled(sql)}
      ${after ? sql`and (${columnsOf(sql, reason, 'c')}) > (select * from place)` : sql``}
    group by ${columnsOf(sql, reason, 'c')}
    having count(*) > 1
    order by ${columnsOf(sql, reason, 'c')}
    limit ${limit}
  )
  select alike.count - hidden.count as count, them.last_id, them.members
  from alike
  cross join lateral (
    select max(m.id) as last_id, coalesce(json_agg(m order by m.id) filter (where not m.restricted), '[]') as members
    from (
      select ${summaryColumns(sql)}, c.surname_key, c.firstname_key, c.restricted_at is not null as restricted
      from contacts c
      where c.group_id = ${group_id} and c.deleted_at is null and ${reasons[reason].isFilled(sql)} and ${columnsMatch(sql, reason, 'c', 'alike')}
      order by c.id
      limit ${group_size_max}
    ) m
  ) them
  cross join lateral (
    select count(*) as count
    from contacts c
    where c.group_id = ${group_id} and c.deleted_at is null and c.restricted_at is not null and ${reasons[reason].isFilled(sql)}
      and ${columnsMatch(sql, reason, 'c', 'alike')}
  ) hidden
  order by ${columnsOf(sql, reason, 'alike')}`

/** What is told of a group; nothing when no two in it are left to compare. */
function groupOf(reason: ReasonName, { count, members }: GroupRow, apart: [number, number][]): DuplicateGroup[] {
  const ids = new Set(members.map(({ id }) => id))
  const told_apart = apart.filter(pair => pair.every(id => ids.has(id)))
  if (told_apart.length >= (ids.size * (ids.size - 1)) / 2) return []
  const names = new Set(members.map(({ surname_key, firstname_key }) => `${surname_key}\n${firstname_key}`))
  return [
    { reason, strength: strengthOf([reason], names.size === 1), count, contacts: members.map(summaryOf), told_apart },
  ]
}

/** What is shown of a contact; the rest was for comparing. */
const summaryOf = (member: ComparedContact) =>
  Object.fromEntries(
    Object.keys(ContactSummary.properties).map(name => [name, member[name as keyof ContactSummary]]),
  ) as ContactSummary

async function pairsToldApart(sql: Sql, { group_id }: Caller, ids: number[]): Promise<[number, number][]> {
  const rows = await sql<{ low_id: number; high_id: number }[]>`
    select low_id, high_id from not_duplicates
    where group_id = ${group_id} and low_id = any(${ids}) and high_id = any(${ids})
    order by low_id, high_id`
  return rows.map(({ low_id, high_id }) => [low_id, high_id])
}

/** Whoever may be the same person as this contact, with every reason for it; the surest first. */
export async function duplicatesOf(sql: Sql, caller: Caller, id: number): Promise<Candidate[]> {
  await checkVisible(sql, caller, id)
  const former = (await candidatesByFormerMail(sql, caller, id)).map(row => ({ ...row, reason: 'mail' as const }))
  const rows = [
    ...(await Promise.all(reasonNames.map(reason => candidatesByReason(sql, caller, id, reason)))).flat(),
    ...former,
  ]
  const byId = Map.groupBy(rows, ({ member }) => member.id)
  const candidates = [...byId.values()].map(list => {
    const names = reasonNames.filter(name => list.some(({ reason }) => reason === name))
    return { contact: summaryOf(list[0]!.member), reasons: names, strength: strengthOf(names, list[0]!.alike) }
  })
  const order = ['strong', 'likely', 'possible']
  return candidates
    .sort((a, b) => order.indexOf(a.strength) - order.indexOf(b.strength) || a.contact.id - b.contact.id)
    .slice(0, candidates_max)
}

const candidatesByReason = (sql: Sql, { group_id }: Caller, id: number, reason: ReasonName) => sql<
  { reason: ReasonName; alike: boolean; member: ComparedContact }[]
>`
  select ${reason} as reason, t.surname_key = m.surname_key and t.firstname_key = m.firstname_key as alike, to_json(m) as member
  from contacts t
  cross join lateral (
    select ${summaryColumns(sql)}, c.surname_key, c.firstname_key
    from contacts c
    where c.group_id = ${group_id} and c.deleted_at is null and ${reasons[reason].isFilled(sql)} and ${columnsMatch(sql, reason, 'c', 't')}
      and c.id <> t.id and c.restricted_at is null
      and not exists (
        select from not_duplicates a
        where a.group_id = ${group_id} and a.low_id = least(c.id, t.id) and a.high_id = greatest(c.id, t.id))
    order by c.id
    limit ${candidates_max}
  ) m
  where t.group_id = ${group_id} and t.id = ${id}`

/** Remembers that these are all different people. */
export async function tellApart(sql: Sql, caller: Caller, ids: number[]) {
  const { group_id, id: user_id } = caller
  const sorted = [...new Set(ids)].sort((a, b) => a - b)
  if (sorted.length < 2) throw invalid('body.data.contact_ids', 'must name at least two contacts', null)
  const found = await sql<{ id: number }[]>`
    select c.id from contacts c where c.group_id = ${group_id} and c.id = any(${sorted}) and ${isVisible(sql, caller)} order by c.id for share`
  const known = new Set(found.map(({ id }) => id))
  const missing = sorted.find(id => !known.has(id))
  if (missing) throw invalid('body.data.contact_ids', `names ${missing}, which is no contact of your space`, missing)
  const rows = sorted.flatMap((low_id, index) =>
    sorted.slice(index + 1).map(high_id => ({ group_id, low_id, high_id, user_id })),
  )
  await sql`insert into not_duplicates ${sql(rows)} on conflict do nothing`
  return rows.length
}

/** Forgets that two were told apart. */
export async function proposeAgain(sql: Sql, caller: Caller, one: number, other: number) {
  const { group_id } = caller
  for (const id of [one, other])
    if (!seesRestricted(caller) && (await isRestricted(sql, group_id, id))) throw notFound('pair of contacts')
  const gone = await sql`
    delete from not_duplicates
    where group_id = ${group_id} and low_id = ${Math.min(one, other)} and high_id = ${Math.max(one, other)}
    returning low_id`
  if (gone.length === 0) throw notFound('pair of contacts')
}
