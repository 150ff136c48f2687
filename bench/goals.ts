import type { OperationResult, OperationResults } from './bench_operations.ts'
import { cost, medianOf } from './measure.ts'
import { hottest } from './operations.ts'
import type { Sizes } from './sizes.ts'

/** The goals, and whether they hold. Goals without a measurement are left out. */
export function goalsOf({ outcomes, curves, idle_mb, facts, sizes }: OperationResults & { sizes: Sizes }): string[] {
  const of = (name: keyof typeof hottest) => outcomes.find(({ operation }) => operation === hottest[name])
  const [list, second, middlemost, create, contact] = [
    of('list'),
    of('second'),
    of('middle'),
    of('create'),
    of('contact'),
  ]
  return [
    ...(['list', 'second', 'read', 'contact', 'search'] as const).map(name => reading(of(name))),
    contact &&
      goal('contacts are read at', rate(contact, 'driver'), 'times the rate of the same driver without HTTP', 0.7),
    create && goal('bundles are created at', rate(create, 'plain'), 'times the rate of pgbench', 0.6),
    list &&
      goal(
        'a list of 100 costs',
        cost(list.runs.muster) / cost(list.runs.plain),
        'times the processor time of pgbench',
        undefined,
        1.5,
      ),
    second &&
      middlemost &&
      goal(
        'a page in the middle, by cursor, costs',
        cost(middlemost.runs.muster) / cost(second.runs.muster),
        'times the second page',
        0.8,
        1.2,
      ),
    list && goal('lists of 100 are', rate(list, 'directus'), 'times those of Directus', 20),
    list && goal('lists of 100 are', rate(list, 'express'), 'times those of the Express peer', 10),
    ...curves.map(({ operation, points }) => {
      const point = points.find(({ share }) => share === 0.7)
      if (!point) return undefined
      const { ours, bare } = point
      const theirs = `times p50, and ${(bare.p99_ms / bare.p50_ms).toFixed(2)} times for a bare node:http`
      return goal(`${operation}: p99 at 70 % load is`, ours.p99_ms / ours.p50_ms, theirs, undefined, 5)
    }),
    ...growth(sizes),
    goal('idle, a process holds', idle_mb, 'MB', undefined, 200),
    goal('a warm start takes', facts.warm_start_ms / 1000, 's', undefined, 3),
  ].filter(line => line !== undefined)
}

const rate = ({ runs }: OperationResult, other: string) =>
  medianOf(runs.muster, 'per_second') / medianOf(runs[other], 'per_second')

/** Compares with the lower of both limits. */
function reading(outcome: OperationResult | undefined) {
  if (!outcome) return undefined
  const [database, http] = [rate(outcome, 'plain'), rate(outcome, 'bare')]
  const binding =
    database > http ? goalText(database, 0.7, 'the database limit') : goalText(http, 0.6, 'the HTTP limit')
  return `- ${binding(outcome.operation)}`
}

const goalText = (ratio: number, least: number, limit: string) => (operation: string) =>
  `${word(ratio >= least)}: \`${operation}\` reaches ${ratio.toFixed(2)} of ${limit}, which binds (the goal: ${least} or more).`

const growth = (sizes: Sizes) =>
  Object.keys(sizes[0]?.costs ?? {}).map(operation => {
    const costs = sizes.map(size => size.costs[operation] ?? Number.NaN)
    return goal(
      `${operation}: from the smallest to the largest space a request costs`,
      (costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN),
      'times as much',
      0.8,
      1.2,
    )
  })

function goal(what: string, value: number, unit: string, least?: number, most?: number) {
  if (!Number.isFinite(value)) return undefined
  const holds = value >= (least ?? 0) && value <= (most ?? Number.POSITIVE_INFINITY)
  const bounds = [least !== undefined && `${least} or more`, most !== undefined && `${most} or less`]
    .filter(Boolean)
    .join(', ')
  return `- ${word(holds)}: ${what} ${value.toFixed(2)} ${unit} (the goal: ${bounds}).`
}

const word = (holds: boolean) => (holds ? 'Holds' : '**Does not hold**')
