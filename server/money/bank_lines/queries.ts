import type { Caller } from '../../access/caller.ts'
import { seesRestricted } from '../../contacts/core/restriction.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { inList } from '../../db/stable_plans.ts'
import { notFound } from '../../errors.ts'
import { type Paging, page_size_max } from '../../fields.ts'
import { amountsIn } from '../core/bank/amount_search.ts'
import { proposalsOf } from '../core/bank/proposals/read.ts'
import { nameVisibleTo } from '../core/restricted_names.ts'
import { readableProposals, withoutTexts } from './hidden_names.ts'
import type { BankLine, BankMatch, LineFilters, Proposal } from './schema.ts'

/** How many open lines a list by certainty looks at, the newest first. */
const proposed_max = 2000

/** Newest first, open ones with proposals. */
export async function listLines(
  sql: Sql,
  caller: Caller,
  { limit, offset, certain, proposals: withProposals, ...filters }: Paging & LineFilters,
): Promise<{ rows: BankLine[]; total: number }> {
  const page_size = Math.min(limit, page_size_max)
  const matching = sql`from bank_lines l where l.group_id = ${caller.group_id} ${conditions(sql, caller, filters)}`
  if (certain !== undefined) {
    const known = await proposalsOfAll(sql, caller, matching)
    const fitting = [...known].filter(([, list]) => list.some(proposal => proposal.certain) === certain)
    const page = fitting.slice(offset, offset + page_size)
    const rows = await linesOf(
      sql,
      caller,
      page.map(([id]) => id),
      withProposals ? known : new Map(),
    )
    return { rows, total: fitting.length }
  }
  const [page, [count]] = await Promise.all([
    sql<{ id: number; state: string }[]>`
      select l.id, l.state ${matching} ${newestFirst(sql)} limit ${page_size} offset ${offset}`,
    sql<[{ total: number }]>`select count(*) as total ${matching}`,
  ])
  const open = page.filter(({ state }) => state === 'open').map(({ id }) => id)
  const proposals = withProposals ? await proposalsFor(sql, caller, open) : new Map()
  return {
    rows: await linesOf(
      sql,
      caller,
      page.map(({ id }) => id),
      proposals,
    ),
    total: count.total,
  }
}

export async function readLine(sql: Sql, caller: Caller, id: number): Promise<BankLine> {
  const [line] = await readLines(sql, caller, [id])
  if (!line) throw notFound('bank line')
  return line
}

const proposed_with_lines_max = 100

/** These lines in the order of the ids. Open ones have proposals, unless they are very many. */
export async function readLines(sql: Sql, caller: Caller, ids: number[]): Promise<BankLine[]> {
  const lines = await linesOf(sql, caller, ids, new Map())
  const open = lines.filter(({ state }) => state === 'open').map(({ id }) => id)
  if (open.length > proposed_with_lines_max) return lines
  const proposals = await proposalsFor(sql, caller, open)
  return lines.map(line => ({ ...line, proposals: proposals.get(line.id) ?? [] }))
}

const newestFirst = (sql: Sql) => sql`order by l.date desc, l.position desc, l.id desc`

/** The proposals of the newest open lines, in their order. */
async function proposalsOfAll(sql: Sql, caller: Caller, matching: Fragment): Promise<Map<number, Proposal[]>> {
  const rows = await sql<{ id: number }[]>`
    select l.id ${matching} and l.state = 'open' ${newestFirst(sql)} limit ${proposed_max}`
  const ids = rows.map(({ id }) => id)
  const proposals = await proposalsFor(sql, caller, ids)
  return new Map(ids.map(id => [id, proposals.get(id) ?? []]))
}

async function proposalsFor(sql: Sql, caller: Caller, ids: number[]): Promise<Map<number, Proposal[]>> {
  if (ids.length === 0) return new Map()
  return readableProposals(sql, caller, await proposalsOf(sql, caller.group_id, ids))
}

function conditions(sql: Sql, caller: Caller, filters: Omit<LineFilters, 'certain' | 'proposals'>): Fragment {
  const { bank_account_id, statement_id, state, month, transaction_bundle_id, search } = filters
  const parts: Fragment[] = []
  if (bank_account_id !== undefined) parts.push(sql`and l.bank_account_id = ${bank_account_id}`)
  if (statement_id !== undefined) parts.push(sql`and l.statement_id = ${statement_id}`)
  if (state !== undefined) parts.push(sql`and l.state = ${state}`)
  if (month !== undefined)
    parts.push(sql`
      and l.date >= ${`${month}-01`}::date and l.date < ${`${month}-01`}::date + interval '1 month'`)
  if (transaction_bundle_id !== undefined)
    parts.push(sql`and l.id in (
      select m.line_id from bank_matches m where m.group_id = ${caller.group_id} and m.bundle_id = ${transaction_bundle_id})`)
  const text = search?.trim().toLowerCase() ?? ''
  if (text !== '') parts.push(searched(sql, caller, text))
  return parts.reduce((all, part) => sql`${all} ${part}`, sql``)
}

/** Lines with this text or amount. The texts of lines of restricted contacts are searched only for callers who may read them. */
function searched(sql: Sql, caller: Caller, text: string): Fragment {
  const amounts = amountsIn(text)
  const visible = seesRestricted(caller)
    ? sql``
    : sql`and not exists (
        select from bank_matches m
        join items t on t.group_id = ${caller.group_id} and t.kind = 'transaction' and t.id = m.transaction_id
        join contacts c on c.group_id = ${caller.group_id} and c.id = t.contact_id
        where m.group_id = ${caller.group_id} and m.line_id = l.id and c.restricted_at is not null)`
  return sql`and (
    abs(l.amount) = any(${amounts})
    or strpos(lower(concat_ws(' ', l.text, l.counterparty, l.counterparty_iban, l.end_to_end_id, l.bank_reference)), ${text}) > 0 ${visible})`
}

type LineRow = Omit<BankLine, 'matches' | 'proposals'>

async function linesOf(
  sql: Sql,
  caller: Caller,
  ids: number[],
  proposals: Map<number, Proposal[]>,
): Promise<BankLine[]> {
  if (ids.length === 0) return []
  const { group_id } = caller
  const [rows, matches] = await Promise.all([
    sql<LineRow[]>`
      select l.id, l.created_at as "CreatedAt", l.updated_at as "UpdatedAt", l.bank_account_id, l.statement_id as bank_statement_id,
             l.date::text as date, l.value_date::text as value_date, l.amount::bigint as amount, a.currency, l.text, l.counterparty,
             l.counterparty_iban, l.end_to_end_id, l.mandate_id, l.bank_reference, l.return_reason, l.details, l.state, l.ignored_reason,
             l.settled_at,
             case when u.id is not null then json_build_object('id', u.id, 'firstname', u.firstname, 'surname', u.surname) end as settled_by
      from bank_lines l
      join bank_accounts a on a.group_id = ${group_id} and a.id = l.bank_account_id
      left join users u on u.group_id = ${group_id} and u.id = l.settled_by
      where l.group_id = ${group_id} and l.id ${inList(sql, ids)}`,
    matchesOf(sql, caller, ids),
  ])
  const hidden = new Set(matches.filter(({ restricted }) => restricted).map(({ line_id }) => line_id))
  const byLine = Map.groupBy(matches, ({ line_id }) => line_id)
  const lines = new Map(
    rows.map(row => {
      const own = (byLine.get(row.id) ?? []).map(({ line_id: _, restricted: __, ...match }) => match)
      const line: BankLine = { ...row, matches: own, proposals: proposals.get(row.id) ?? [] }
      return [row.id, hidden.has(row.id) && !seesRestricted(caller) ? withoutTexts(line) : line]
    }),
  )
  return ids.flatMap(id => lines.get(id) ?? [])
}

type MatchOfLine = BankMatch & { line_id: number; restricted: boolean }

async function matchesOf(sql: Sql, caller: Caller, line_ids: number[]): Promise<MatchOfLine[]> {
  const { group_id } = caller
  const name = (text: Fragment) => nameVisibleTo(sql, caller, text)
  return [
    ...(await sql<MatchOfLine[]>`
      select m.line_id, m.id, m.kind, m.amount::bigint as amount, m.bundle_id as transaction_bundle_id, m.transaction_id, m.reversal_id,
             m.account, m.created_bundle, coalesce(c.restricted_at is not null, false) as restricted,
             case when c.id is not null then json_build_object('id', c.id, 'firstname', ${name(sql`c.firstname`)},
               'surname', ${name(sql`c.surname`)}) end as contact
      from bank_matches m
      left join items t on t.group_id = ${group_id} and t.kind = 'transaction' and t.id = m.transaction_id
      left join contacts c on c.group_id = ${group_id} and c.id = t.contact_id
      where m.group_id = ${group_id} and m.line_id ${inList(sql, line_ids)}
      order by m.id`),
  ]
}
