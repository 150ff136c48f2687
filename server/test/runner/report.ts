import { type Cost, kinds, outside, sumOf, total } from './processor_time.ts'

// What the tests cost, beside the table that is committed.

type Costs = Map<string, Cost>
type Table = Record<string, Cost>

const shown_max = 10

/** The ten files that took the most processor time. */
export function dearest(costs: Costs, table: Table): string[] {
  const files = [...costs].filter(([file]) => file !== outside)
  const lines = files
    .sort(([, a], [, b]) => total(b) - total(a))
    .slice(0, shown_max)
    .map(([file, cost]) => `  ${seconds(total(cost))}  ${beside(total(cost), table[file])}  ${file}`)
  return ['', 'The dearest files, in seconds of processor time, and the difference to the table:', ...lines]
}

/** The parts of the suite: CONTRIBUTING.md states what each may take. */
const areas: Record<string, RegExp> = {
  stories: /^e2e\//,
  'programs and torture': /^(server\/process|cli|torture|sdk)\//,
  'sign-in and access': /^server\/(sign_in|access|mail)\//,
  'database and events': /^server\/(db|backup|events|demo|test)\//,
  contacts: /^server\/contacts\//,
  money: /^server\/money\//,
  'organisation, integrations and field': /^server\/(organisation|integrations|field)\//,
}
const rest = 'the rest'

/** The sum of each area and of each kind of program. */
export function budgetOf(costs: Costs, table: Table, spent: Cost): string[] {
  const before = areaSums(Object.entries(table))
  const now = areaSums([...costs].filter(([file]) => file !== outside))
  const lines = [...now].map(
    ([area, cost]) => `  ${seconds(total(cost))}  ${beside(total(cost), before.get(area))}  ${area}`,
  )
  const start = costs.get(outside)
  return [
    '',
    'By area:',
    ...lines,
    ...(start ? [`  ${seconds(total(start))}         types, style and the start (${kindsOf(start)})`] : []),
    `Processor time: ${Math.round(total(spent))} s (${kindsOf(spent)}).`,
  ]
}

const kindsOf = (cost: Cost) => kinds.map(kind => `${kind} ${Math.round(cost[kind])}`).join(', ')

function areaSums(costs: [string, Cost][]) {
  const sums = new Map<string, Cost>()
  for (const [file, cost] of costs) {
    const area = Object.entries(areas).find(([, pattern]) => pattern.test(file))?.[0] ?? rest
    sums.set(area, sumOf([sums.get(area) ?? sumOf([]), cost]))
  }
  return sums
}

const seconds = (value: number) => value.toFixed(1).padStart(6)

function beside(value: number, before: Cost | undefined) {
  const difference = before ? value - total(before) : undefined
  return difference === undefined ? '   new' : `${difference < 0 ? '' : '+'}${difference.toFixed(1)}`.padStart(6)
}
