import { runSteps } from '../../cli/distribute.ts'
import { hasCitus } from '../db/citus/distributed_tables.ts'
import { planOf, readClusterMetadata } from '../db/citus/migration.ts'
import { type Session, withSession } from '../db/sql.ts'

// Tests on a Citus cluster: every database of a run exists on each node. One is distributed, and the others are copies of it: Citus keeps
// its metadata in tables of the database, so a copy made on every node is distributed as well.

/** The addresses of this database on the nodes of the cluster, the coordinator first; on a plain PostgreSQL only the address itself. */
export function nodeUrls(url: string): string[] {
  const nodes = process.env.MUSTER_TEST_CITUS_NODES
  if (!nodes) return [url]
  return nodes.split(' ').map(node => Object.assign(new URL(url), { host: node }).href)
}

/** Whether the tests run on a distributed database. */
export const onCitus = () => process.env.MUSTER_TEST_CITUS_NODES !== undefined

/** Options of a test that cannot run on Citus, with the reason as a sentence. */
export const notOnCitus = (because: string) => ({ skip: onCitus() && because })

/** Finds the nodes, if the database of this address has Citus. */
export async function findNodes(url: string) {
  await withSession(url, async session => {
    if (!(await hasCitus(session))) return
    process.env.MUSTER_TEST_CITUS_NODES = [new URL(url).host, ...(await workersOf(session))].join(' ')
  })
}

/** The addresses of the workers, as the coordinator has them. */
export async function workersOf(coordinator: Session) {
  const rows = await coordinator.unsafe<{ node: string }[]>(
    "select format('%s:%s', nodename, nodeport) as node from pg_dist_node where groupid > 0 and noderole = 'primary' order by nodeid",
  )
  return rows.map(({ node }) => node)
}

/** Runs a statement on every node. */
export async function onEachNode(url: string, statement: string) {
  await Promise.all(nodeUrls(url).map(node => withSession(node, session => session.unsafe(statement))))
}

/** Makes an empty database the coordinator of a cluster of the same nodes. */
export async function joinNodes(url: string) {
  if (!onCitus()) return
  await onEachNode(url, 'create extension citus')
  const [coordinator, ...workers] = nodeUrls(url).map(node => new URL(node))
  if (!coordinator) return
  await withSession(url, async session => {
    await session.unsafe(`select citus_set_coordinator_host('${coordinator.hostname}', ${coordinator.port})`)
    for (const { hostname, port } of workers) await session.unsafe(`select citus_add_node('${hostname}', ${port})`)
  })
}

/** Distributes the tables of a migrated database. */
export async function distribute(url: string) {
  if (onCitus()) await withSession(url, async owner => runSteps(owner, planOf(await readClusterMetadata(owner))))
}

/** Ends the sessions of a database and admits no more, so that it can be copied: Citus keeps a session of its own in each database. */
export async function closeToSessions(cluster: string, name: string) {
  await onEachNode(cluster, `alter database ${name} allow_connections false`)
  await onEachNode(cluster, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
}
