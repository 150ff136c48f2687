import { readMigrations } from '../db/migrate.ts'

// Citus evaluates functions of a write before it sends the statement to the shards, which it can do only in some places.

/** A node of the tree that PostgreSQL's own parser makes of a statement. */
// biome-ignore lint/suspicious/noExplicitAny: the parser has hundreds of kinds of node, and the rules look at a few fields.
export type Node = Record<string, any>

/** The functions of the schema, each with how PostgreSQL may evaluate it. */
const declared = new Map(
  readMigrations().flatMap(({ text }) =>
    [...text.matchAll(/(?:create|or replace|alter) function (\w+)\(([^$;]*)/g)].map(([, name = '', head = '']) => [
      name,
      /\b(?:immutable|stable)\b/.exec(head)?.[0] ?? 'volatile',
    ]),
  ),
)
const declaredAs = (volatility: string) => [...declared.keys()].filter(name => declared.get(name) === volatility)

/** Each call gives another value. */
const volatile_functions = `
  random clock_timestamp timeofday gen_random_uuid nextval setval txid_current`
const volatile = new Set([...volatile_functions.trim().split(/\s+/), ...declaredAs('volatile')])

/** The value depends on the time of the transaction or on settings of the session. */
const stable_functions = `
  now transaction_timestamp statement_timestamp current_setting to_char json_build_object jsonb_build_object json_build_array
  jsonb_build_array to_json to_jsonb concat concat_ws format`
const stable = new Set([...stable_functions.trim().split(/\s+/), ...declaredAs('stable')])

/** What Citus refuses of functions in a statement that writes. */
export function mutableFaults(kind: string, node: Node): string[] {
  const { onConflictClause, returningClause, targetList, whereClause } = node
  const returned = mutableIn(returningClause)
  return [
    ...(mutableIn([onConflictClause?.targetList, onConflictClause?.whereClause])
      ? ['now() in do update: use excluded']
      : []),
    ...(returned ? [`${returned}() in returning: pass the value`] : []),
    ...(kind === 'InsertStmt' ? [] : updateFaults([targetList, whereClause])),
  ]
}

const conditionals = { CaseExpr: 'case', CoalesceExpr: 'coalesce' }

function updateFaults(parts: unknown[]): string[] {
  const called = callsIn(parts).find(name => volatile.has(name))
  const inConditional = Object.entries(conditionals).flatMap(([kind, word]) =>
    nodesOf(parts, kind).flatMap(expression => {
      const mutable = mutableIn(expression)
      return mutable ? [`${mutable}() in ${word} of an update: pass the value`] : []
    }),
  )
  const ofColumn = nodesOf(parts, 'FuncCall')
    .filter(call => stable.has(nameOf(call)) && has(call['args'], 'ColumnRef'))
    .map(call => `${nameOf(call)}() of a column in an update: pass the value`)
  const sums = nodesOf(parts, 'A_Expr')
    .filter(isSum)
    .filter(
      ({ lexpr, rexpr }) =>
        has([lexpr, rexpr], 'ColumnRef') && (mutableIn([lexpr, rexpr]) || [lexpr, rexpr].some(isInterval)),
    )
    .map(() => 'a time plus a column, or a column plus an interval, in an update: pass the value')
  return [...(called ? [`${called}() in an update: pass the value`] : []), ...inConditional, ...ofColumn, ...sums]
}

const isSum = ({ name }: Node) => /^[+-]$/.test(name?.[0]?.String?.sval)

// The days and months of an interval depend on the time zone of the session.
const isInterval = ({ TypeCast, FuncCall }: Node = {}) =>
  TypeCast?.typeName?.names?.at(-1)?.String?.sval === 'interval' || (FuncCall && nameOf(FuncCall) === 'make_interval')

/** A function in this part whose value is not always the same. */
function mutableIn(node: unknown): string | undefined {
  if (has(node, 'SQLValueFunction')) return 'current_timestamp'
  return callsIn(node).find(name => volatile.has(name) || stable.has(name))
}

export function has(node: unknown, kind: string): boolean {
  if (!node || typeof node !== 'object') return false
  return Object.entries(node).some(([key, inner]) => key === kind || has(inner, kind))
}

const nameOf = (call: Node) => call['funcname'].at(-1)?.String?.sval as string

const callsIn = (node: unknown): string[] => nodesOf(node, 'FuncCall').map(nameOf)

/** All nodes of this kind, at any depth. */
function nodesOf(node: unknown, kind: string): Node[] {
  if (!node || typeof node !== 'object') return []
  return Object.entries(node).flatMap(([key, inner]) =>
    key === kind ? [inner as Node, ...nodesOf(inner, kind)] : nodesOf(inner, kind),
  )
}
