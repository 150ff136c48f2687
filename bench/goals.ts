import { hottest } from './operations.ts'

interface Goal {
  /** What is measured, without the value. */
  what: string
  least?: number
  most?: number
}

const atLeast = (what: string, least: number): Goal => ({ what, least })
const atMost = (what: string, most: number): Goal => ({ what, most })

/** All goals. Each bench reports those that it measures. */
const goals = {
  create_lean: atLeast('payments created, compared with pgbench and the leanest SQL', 0.5),
  create_postgraphile: atLeast('payments created, compared with PostGraphile', 1.5),
  list_directus: atLeast('lists of 100 payments, compared with Directus', 20),
  list_express: atLeast('lists of 100 payments, compared with Express and Sequelize', 10),
  own_read: atLeast('a payment by id, compared with pgbench and the same statements', 0.7),
  own_contact: atLeast('a contact by id, compared with pgbench and the same statements', 0.7),
  own_second: atLeast('a page of 100 payments by cursor, compared with pgbench and the same statements', 0.7),
  own_contacts: atLeast('a page of 100 contacts, compared with pgbench and the same statements', 0.7),
  own_teams: atLeast('a page of teams, compared with pgbench and the same statements', 0.7),
  own_search: atLeast('a search by a part of a name, compared with pgbench and the same statements', 0.7),
  own_create: atLeast('payments created, compared with pgbench and the same statements', 0.6),
  deep_page: atMost('processor time of a page in the middle by cursor, compared with the second page', 1.2),
  growth_read: atMost('processor time of a payment by id, large space compared with 1 000 rows', 1.2),
  growth_contact: atMost('processor time of a contact by id, large space compared with 1 000 rows', 1.2),
  growth_list: atMost('processor time of the first page of payments, large space compared with 1 000 rows', 1.2),
  growth_create: atMost('processor time of a new payment, large space compared with 1 000 rows', 1.2),
  growth_search: atMost('processor time of a search by a part of a name, large space compared with 1 000 rows', 5),
  fairness: atMost('slowest percent of a small space, a busy large space compared with an idle one', 5),
  idle_mb: atMost('memory of an idle process, MB', 200),
  warm_start_s: atMost('start with an existing database, s', 3),
  import_time: atMost('time of an import, compared with COPY and insert', 3),
  import_mb: atMost('memory of the server during imports and exports, MB', 300),
  export_speed: atLeast('speed of an export, compared with COPY', 0.5),
  statistics: atMost('processor time of statistics, compared with adding up the payments', 0.05),
  bank_lines_s: atMost('import of 10 000 bank lines and proposals for them, s', 30),
  scroll_ms: atMost('processor time of a frame while the console scrolls, ms', 16),
  screen_ms: atMost('processor time of a change of screens in the console, with 10 000 rows each, ms', 100),
} satisfies Record<string, Goal>

export type Values = Partial<Record<keyof typeof goals, number>>

/** A table of the goals that were measured, and whether they hold. */
export const goalTable = (values: Values) =>
  tableOf(
    Object.entries<Goal>(goals).map(([name, goal]): [Goal, number] => [
      goal,
      values[name as keyof Values] ?? Number.NaN,
    ]),
  )

/** Requests per second of each operation, compared with commit af0626b4, which shared transactions between reads and had 12 statements per write. */
const rates: Record<string, number> = {
  [hottest.read]: 0.8,
  [hottest.contact]: 0.8,
  [hottest.list]: 0.8,
  [hottest.second]: 1.3,
  [hottest.contacts]: 4,
  [hottest.teams]: 2,
  [hottest.create]: 1.6,
  [hottest.change]: 1.4,
}

export const compareGoals = (measured: Map<string, number>) =>
  tableOf([...measured].flatMap(([name, rate]) => (rates[name] ? [[atLeast(name, rates[name]), rate]] : [])))

function tableOf(rows: [Goal, number][]) {
  const lines = rows
    .filter(([, value]) => Number.isFinite(value))
    .map(([{ what, least, most }, value]) => {
      const holds = value >= (least ?? 0) && value <= (most ?? Number.POSITIVE_INFINITY)
      const bound = least === undefined ? `≤ ${most}` : `≥ ${least}`
      return `| ${what} | ${bound} | ${value.toFixed(2)} | ${holds ? 'holds' : '**does not hold**'} |`
    })
  if (lines.length === 0) return 'None of the goals was measured.'
  return `| goal | | measured | |\n|---|---|---|---|\n${lines.join('\n')}`
}
