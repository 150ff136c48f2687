import * as distribution from '../db/citus/distribution.ts'
import { readMigrations } from '../db/migrate.ts'
import { has, mutableFaults, type Node } from './mutable_functions.ts'

// The rules that let a statement run on one PostgreSQL and on a distributed database.

/** The tables of the schema. Those that only tests create are exempt. */
const tables = new Set(
  readMigrations().flatMap(({ text }) =>
    [
      ...text.matchAll(/(?:create (?:table|view)|alter table \w+ rename to) (\w+)|alter table \w+ rename to (\w+)/g),
    ].map(([, created, renamed]) => created ?? renamed ?? ''),
  ),
)
const columnOf = (table: string) => (tables.has(table) ? distribution.columnOf(table) : undefined)
const distributionOf = (table: string) => (tables.has(table) ? distribution.distributionOf(table) : undefined)

/** The rules that a parsed statement breaks. */
export function ruleViolations(statement: Node): string[] {
  const faults: string[] = []
  visit(statement, [], (kind, node, names) => {
    if (kind === 'SelectStmt') faults.push(...selectFaults(node, names))
    if (kind === 'UpdateStmt') faults.push(...updateFaults(node, names))
    if (kind === 'DeleteStmt')
      faults.push(...levelFaults([target(node), ...(node.usingClause ?? [])], node.whereClause, names))
    if (kind === 'InsertStmt') faults.push(...insertFaults(node))
    if (kind === 'MergeStmt') faults.push('MERGE is refused by a distributed database')
    if (kind === 'FuncCall') faults.push(...callFaults(node))
    faults.push(...writeFaults(kind, node))
  })
  faults.push(...placementFaults(statement))
  return [...new Set(faults)]
}

const writeFaults = (kind: string, node: Node) =>
  /^(Insert|Update|Delete)Stmt$/.test(kind) && distributionOf(node.relation.relname) ? mutableFaults(kind, node) : []

/** Rows of a space and rows on the coordinator are on different machines; copies of a reference table are on each. */
function placementFaults(statement: Node) {
  const named = tablesIn(statement)
  const of = (kind: distribution.Distribution) => named.find(table => distributionOf(table) === kind)
  const [space, coordinator] = [of('space'), of('coordinator')]
  return space && coordinator ? [`${space} and ${coordinator} are on different machines`] : []
}

/** The tables that a statement names at any depth, without its common table expressions. */
function tablesIn(statement: Node): string[] {
  const found: string[] = []
  visit(statement, [], (kind, node, names) => {
    if (kind === 'RangeVar' && !node.schemaname && !names.includes(node.relname)) found.push(node.relname)
    if (/^(Insert|Update|Delete)Stmt$/.test(kind)) found.push(node.relation.relname)
  })
  return found
}

/** Every node with its kind, and the names that WITH gives to others around it. */
function visit(node: unknown, names: string[], see: (kind: string, node: Node, names: string[]) => void) {
  if (Array.isArray(node)) for (const part of node) visit(part, names, see)
  else if (isNode(node))
    for (const [kind, inner] of Object.entries(node))
      if (isNode(inner) && kind !== 'lockingClause') visitNode(kind, inner, names, see)
}

function visitNode(
  kind: string,
  node: Node,
  names: string[],
  see: (kind: string, node: Node, names: string[]) => void,
) {
  const ctes = node.withClause?.ctes ?? []
  const known = [...names, ...ctes.map((cte: Node) => cte.CommonTableExpr.ctename)]
  if (/^[A-Z]/.test(kind)) see(kind, node, known)
  // The two sides of a union come without their kind.
  for (const side of [node.larg, node.rarg]) if (side?.op) see('SelectStmt', side, known)
  visit(node, known, see)
}

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object'

const target = ({ relation }: Node) => ({ RangeVar: relation })

function selectFaults(node: Node, names: string[]) {
  const faults = levelFaults(node.fromClause ?? [], node.whereClause, names)
  if (locksReference(node)) faults.push('a row lock on a reference table, which makes all spaces wait: use lockName')
  if (isCut(node) && !node.sortClause && !isOneRow(node)) faults.push('a limit without an order')
  return faults
}

/** `for update` or `for share` of a table with a copy on each machine. */
const locksReference = ({ lockingClause = [], fromClause = [] }: Node) =>
  lockingClause.some(({ LockingClause: { lockedRels } }: Node) => {
    const locked = lockedRels?.map(({ RangeVar }: Node) => RangeVar.relname)
    return rangesOf(fromClause).tables.some(
      ({ name, alias }) => distributionOf(name) === 'everywhere' && (!locked || locked.includes(alias)),
    )
  })

// `offset 0` cuts nothing: it keeps the planner from looking through.
const isCut = ({ limitCount, limitOffset }: Node) => limitCount || (limitOffset && !isZero(limitOffset))

const isZero = ({ A_Const }: Node) => A_Const?.ival && !A_Const.ival.ival

// "Is there any", "the sum of all": there is nothing to order.
const isOneRow = ({ limitCount, targetList = [] }: Node) =>
  limitCount?.A_Const?.ival?.ival === 1 || targetList.every(({ ResTarget }: Node) => ResTarget.val?.A_Const)

function updateFaults(node: Node, names: string[]) {
  const faults = levelFaults([target(node), ...(node.fromClause ?? [])], node.whereClause, names)
  const column = columnOf(node.relation.relname)
  for (const { ResTarget } of node.targetList ?? [])
    if (ResTarget.name === column) faults.push(`sets ${column}, which says where a row is`)
  return faults
}

function insertFaults(node: Node) {
  const faults: string[] = []
  const table = node.relation.relname
  const column = columnOf(table)
  const select = node.selectStmt?.SelectStmt
  const columns = (node.cols ?? []).map(({ ResTarget }: Node) => ResTarget.name)
  if (column && !columns.includes(column)) faults.push(`inserts into ${table} without ${column}`)
  if (has(select?.valuesLists, 'SubLink')) faults.push('a sub-select in values: use insert … select')
  if (column && select && !select.valuesLists) faults.push(...insertSelectFaults(node, select))
  const set = (node.onConflictClause?.targetList ?? []).map(({ ResTarget }: Node) => ResTarget.name)
  if (column && set.includes(column)) faults.push(`sets ${column}, which says where a row is`)
  return faults
}

function insertSelectFaults({ returningClause, onConflictClause, withClause }: Node, select: Node) {
  const faults: string[] = []
  if (!returningClause && !onConflictClause)
    faults.push(
      'insert … select without returning or on conflict: Citus copies the rows, which row-level security refuses',
    )
  const named = [...(withClause?.ctes ?? []), ...(select.withClause?.ctes ?? [])].map(
    cte => cte.CommonTableExpr.ctename,
  )
  const read = tablesIn({ ...select, withClause: undefined }).filter(name => !named.includes(name) && columnOf(name))
  if (read.length > 0)
    faults.push(`insert … select reads ${read[0]}: Citus reads it on every node unless a materialized CTE does`)
  return faults
}

function callFaults({ funcname = [] }: Node) {
  const name = funcname.at(-1)?.String?.sval as string
  if (name === 'set_config') return ['set_config(), which does not travel: use set local']
  return []
}

/** Every table of this level must be bound to a value of its own: that of a neighbour is not enough to find the machine. */
function levelFaults(from: Node[], where: Node | undefined, names: string[]) {
  const { tables, conditions } = rangesOf(from)
  const bound = [...conditions, where].flatMap(andedIn)
  const spread = tables.flatMap(({ name, alias }) => {
    const column = names.includes(name) ? undefined : columnOf(name)
    return column ? [{ name, alias, column }] : []
  })
  const alone = spread.length === 1
  return spread
    .filter(({ alias, column }) => !bound.some(condition => binds(condition, alias, column, alone)))
    .map(
      ({ name, alias, column }) => `${alias === name ? name : `${name} ${alias}`} without ${alias}.${column} = a value`,
    )
}

interface Range {
  name: string
  alias: string
}

function rangesOf(from: Node[]): { tables: Range[]; conditions: Node[] } {
  const tables: Range[] = []
  const conditions: Node[] = []
  const walk = (node: Node) => {
    const { RangeVar, JoinExpr } = node
    if (RangeVar?.relname && !RangeVar.schemaname)
      tables.push({ name: RangeVar.relname, alias: RangeVar.alias?.aliasname ?? RangeVar.relname })
    if (!JoinExpr) return
    walk(JoinExpr.larg)
    walk(JoinExpr.rarg)
    if (JoinExpr.quals) conditions.push(JoinExpr.quals)
  }
  from.forEach(walk)
  return { tables, conditions }
}

const andedIn = (node: Node | undefined): Node[] =>
  !node ? [] : node.BoolExpr?.boolop === 'AND_EXPR' ? node.BoolExpr.args.flatMap(andedIn) : [node]

/** `group_id = $1`. */
function binds({ A_Expr }: Node, alias: string, column: string, alone: boolean) {
  if (A_Expr?.name?.[0]?.String?.sval !== '=' || A_Expr.kind !== 'AEXPR_OP') return false
  const sides = [A_Expr.lexpr, A_Expr.rexpr]
  return sides.some((side, i) => isColumn(side, alias, column, alone) && isValue(sides[1 - i]))
}

function isColumn(node: Node | undefined, alias: string, column: string, alone: boolean) {
  const parts = (node?.ColumnRef?.fields ?? []).map(({ String: text }: Node) => text?.sval)
  return parts.at(-1) === column && (parts.length === 1 ? alone : parts[0] === alias)
}

function isValue(node: Node | undefined): boolean {
  return Boolean(node?.ParamRef || node?.A_Const || (node?.TypeCast && isValue(node.TypeCast.arg)))
}
