import { openSession, type Session, withSession } from '../db/sql.ts'
import { workersOf } from './citus_cluster.ts'
import { aProxy, type DatabaseProxy } from './proxy.ts'

export interface CitusWorker {
  /** The address that the cluster has of it. */
  address: string
  /** The proxy through which the cluster reaches it, if there is one. */
  line: DatabaseProxy | undefined
  /** Adds it to the cluster. */
  join: () => Promise<void>
}

export interface CitusDatabase {
  url: string
  owner: Session
  workers: CitusWorker[]
  /** Makes the database the coordinator. */
  create: () => Promise<void>
  /** The spaces on each worker, by its address. */
  spaces: () => Promise<Map<string, number[]>>
  stop: () => Promise<void>
}

export const isOnThisMachine = (url: string) => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

/** An empty database on each node of a cluster, without the extension. With `proxied`, its workers can be cut off. */
export async function aCitusDatabase(cluster: string, proxied = false): Promise<CitusDatabase> {
  const name = `muster_${process.pid}_${Date.now().toString(36)}`
  const nodes = [new URL(cluster).host, ...(await withSession(cluster, workersOf))]
  const urls = nodes.map(host => Object.assign(new URL(cluster), { host }).href)
  for (const url of urls) await withSession(url, session => session.unsafe(`create database ${name}`))
  const own = urls.map(url => Object.assign(new URL(url), { pathname: name }).href)
  const [url = ''] = own
  const owner = await openSession(url)
  const workers = await Promise.all(own.slice(1).map(url => aWorker(url, owner, proxied)))
  return {
    url,
    owner,
    workers,
    create: async () => {
      await owner.unsafe('create extension citus')
      const { hostname, port } = new URL(url)
      await owner.unsafe(`select citus_set_coordinator_host('${hostname}', ${port || 5432})`)
    },
    spaces: async () => {
      const rows = await owner.unsafe<{ address: string; spaces: number[] }[]>(`
        select format('%s:%s', n.nodename, n.nodeport) as address, array_agg(s.id order by s.id) as spaces
        from spaces s
        join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('contacts', s.id)
        join pg_dist_node n on n.groupid = p.groupid
        group by 1 order by 1`)
      return new Map(rows.map(({ address, spaces }) => [address, spaces]))
    },
    stop: async () => {
      await owner.end({ timeout: 1 })
      for (const { line } of workers) await line?.stop()
      for (const url of urls)
        await withSession(url, session => session.unsafe(`drop database if exists ${name} with (force)`))
    },
  }
}

async function aWorker(url: string, owner: Session, proxied: boolean): Promise<CitusWorker> {
  const target = { host: new URL(url).hostname, port: Number(new URL(url).port || 5432) }
  const line = proxied ? await aProxy(target) : undefined
  const { host, port } = line ? { host: '127.0.0.1', port: line.port } : target
  return {
    address: `${host}:${port}`,
    line,
    join: async () => {
      await withSession(url, session => session.unsafe('create extension citus'))
      await owner.unsafe(`select citus_add_node('${host}', ${port})`)
    },
  }
}
