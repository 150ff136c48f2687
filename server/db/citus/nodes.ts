import type { Sql } from '../sql.ts'

/** A node of a Citus cluster that cannot be reached, and the spaces whose rows it has. */
export interface UnreachableNode {
  id: number
  address: string
  spaces: number[]
}

export interface NodeCheck {
  unreachable: UnreachableNode[]
  /** The spaces on the other nodes. */
  reachable_spaces: number[]
}

/** Lets the coordinator connect to each worker. Undefined if all can be reached. Only for a distributed database. */
export async function checkNodes(sql: Sql): Promise<NodeCheck | undefined> {
  await sql.unsafe(`set local citus.node_connection_timeout = '${connect_s_max}s'`)
  // A cached connection whose packets are lost would not be answered.
  await sql.unsafe('set local citus.max_cached_conns_per_worker = 0')
  const nodes = await sql<{ id: number; group: number; address: string; reachable: boolean }[]>`
    select n.nodeid as id, n.groupid as group, format('%s:%s', n.nodename, n.nodeport) as address,
           citus_check_connection_to_node(n.nodename, n.nodeport) as reachable
    from pg_dist_node n
    where n.isactive and n.noderole = 'primary' and n.groupid <> 0
    order by n.nodeid`
  const lost = nodes.filter(({ reachable }) => !reachable)
  if (lost.length === 0) return undefined
  const placed = await sql<{ space: number; group: number }[]>`
    with placed as materialized (select s.id as space, get_shard_id_for_distribution_column('feeds', s.id) as shard from spaces s)
    select p.space, n.groupid as group
    from placed p
    join pg_dist_placement n on n.shardid = p.shard
    order by p.space`
  const spacesIn = (group: number) => placed.filter(place => place.group === group).map(({ space }) => space)
  const unreachable = lost.map(({ id, address, group }) => ({ id, address, spaces: spacesIn(group) }))
  const missing = new Set(unreachable.flatMap(({ spaces }) => spaces))
  return {
    unreachable,
    reachable_spaces: placed.map(({ space }) => space).filter(space => !missing.has(space)),
  }
}

const connect_s_max = 5
