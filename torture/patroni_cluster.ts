import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { unprivilegedSystemAccount } from '../server/db/embedded/binaries.ts'
import { aFreePort, launch, type Program, processesIn, signal } from '../server/test/process.ts'

/** Three PostgreSQL under Patroni with etcd, and HAProxy in front. */
export interface PatroniCluster {
  /** The address through HAProxy, and one that names the three servers. */
  urls: { haproxy: string; hosts: string }
  versions: string
  /** The number of the node that is the primary, if there is one. */
  leader: () => Promise<number | undefined>
  /** A planned switchover. */
  switchOver: () => Promise<void>
  /** kill -9 of PostgreSQL and Patroni of a node. */
  kill: (node: number) => Promise<void>
  /** Starts a killed node again, and waits until it replicates. */
  bringBack: (node: number) => Promise<void>
  stop: () => Promise<void>
}

export const packages = 'postgresql patroni etcd-server python3-etcd haproxy'
/** Seconds until a leader that is lost is replaced; Patroni's default is 30. */
export const ttl_s = 20
const nodes = [1, 2, 3]
const start_ms_max = 120_000
const pause_ms = 200
const password = 'secret'

/** The programs of Debian's packages, or undefined if one is missing. */
export function findPrograms() {
  const places = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin', '/usr/local/bin']
  const find = (name: string) => places.map(place => join(place, name)).find(existsSync)
  const [patroni, etcd, haproxy] = ['patroni', 'etcd', 'haproxy'].map(find)
  const postgres = globSync('/usr/lib/postgresql/*/bin/pg_rewind').sort().at(-1)
  return patroni && etcd && haproxy && postgres ? { patroni, etcd, haproxy, bin: join(postgres, '..') } : undefined
}

export async function startPatroni(programs: NonNullable<ReturnType<typeof findPrograms>>): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-patroni-'))
  const account = unprivilegedSystemAccount(folder)
  chmodSync(folder, 0o755)
  if (account) chownSync(folder, account.uid, account.gid)
  const port = { etcd: await aFreePort(), peers: await aFreePort(), haproxy: await aFreePort() }
  const ports = await Promise.all(nodes.map(async () => ({ postgres: await aFreePort(), rest: await aFreePort() })))
  const portOf = (node: number) => ports[node - 1] ?? { postgres: 0, rest: 0 }
  const running: Record<string, Program> = {}
  const start = (name: string, command: string[], env: Record<string, string> = {}) => {
    const cwd = join(folder, name)
    mkdirSync(cwd, { recursive: true })
    if (account) chownSync(cwd, account.uid, account.gid)
    running[name] = launch({ command, cwd, env, ...(account && { account }) })
  }
  const startNode = (node: number) => start(`n${node}`, [programs.patroni, join(folder, `n${node}.yml`)])
  const askPatroni = (node: number, path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${portOf(node).rest}${path}`, { ...init, signal: AbortSignal.timeout(30_000) }).catch(
      () => undefined,
    )
  const leader = async () => {
    for (const node of nodes) if ((await askPatroni(node, '/primary'))?.status === 200) return node
    return undefined
  }
  const replicates = async (node: number) => (await askPatroni(node, '/replica'))?.status === 200
  const until = async (what: string, look: () => Promise<unknown>) => {
    for (const deadline = Date.now() + start_ms_max; !(await look()); await delay(pause_ms))
      if (Date.now() > deadline)
        throw new Error(
          `${what} did not happen: ${Object.values(running)
            .map(({ stderr }) => stderr().slice(-600))
            .join('\n')}`,
        )
  }
  const stop = async () => {
    for (const pid of processesIn(folder)) signal(pid, 'SIGKILL')
    while (processesIn(folder).length > 0) {
      for (const pid of processesIn(folder)) signal(pid, 'SIGKILL')
      await delay(pause_ms)
    }
    rmSync(folder, { recursive: true, force: true })
  }

  for (const node of nodes)
    writeFileSync(
      join(folder, `n${node}.yml`),
      nodeConfig({ node, folder, bin: programs.bin, etcd: port.etcd, ...portOf(node) }),
    )
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfig(port.haproxy, nodes.map(portOf)))
  try {
    const etcdUrl = (number: number) => `http://127.0.0.1:${number}`
    start(
      'etcd',
      [
        programs.etcd,
        ...[
          '--data-dir',
          'data',
          '--listen-client-urls',
          etcdUrl(port.etcd),
          '--advertise-client-urls',
          etcdUrl(port.etcd),
        ],
        ...['--listen-peer-urls', etcdUrl(port.peers), '--initial-advertise-peer-urls', etcdUrl(port.peers)],
        ...['--initial-cluster', `default=${etcdUrl(port.peers)}`],
      ],
      { ETCD_UNSUPPORTED_ARCH: process.arch },
    )
    await until('the start of etcd', () =>
      fetch(`${etcdUrl(port.etcd)}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    startNode(1)
    await until('the election of a leader', leader)
    for (const node of [2, 3]) startNode(node)
    for (const node of [2, 3]) await until(`the replication of node ${node}`, () => replicates(node))
    start('haproxy', [programs.haproxy, '-db', '-f', join(folder, 'haproxy.cfg')])
  } catch (error) {
    await stop()
    throw error
  }
  const login = `postgres://postgres:${password}@`
  return {
    urls: {
      haproxy: `${login}127.0.0.1:${port.haproxy}/postgres`,
      hosts: `${login}${ports.map(({ postgres }) => `127.0.0.1:${postgres}`).join(',')}/postgres`,
    },
    versions: versionsOf(programs),
    leader,
    switchOver: async () => {
      const from = (await leader()) ?? 0
      const body = JSON.stringify({ leader: `n${from}` })
      const answer = await askPatroni(from, '/switchover', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      if (answer?.status !== 200) throw new Error(`the switchover was refused: ${await answer?.text()}`)
    },
    kill: async node => {
      const data = join(folder, `n${node}`, 'data')
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      running[`n${node}`]?.child.kill('SIGKILL')
      signal(postmaster, 'SIGKILL')
      for (const pid of processesIn(data)) signal(pid, 'SIGKILL')
      await running[`n${node}`]?.exited
    },
    bringBack: async node => {
      startNode(node)
      await until(`the return of node ${node}`, () => replicates(node))
    },
    stop,
  }
}

const versionsOf = ({ patroni, etcd, haproxy, bin }: NonNullable<ReturnType<typeof findPrograms>>) =>
  [
    [join(bin, 'postgres'), '--version'],
    [patroni, '--version'],
    [etcd, '--version'],
    [haproxy, '-v'],
  ]
    .map(([file = '', option = '']) =>
      /[\w ()]*?([A-Za-z]+)\D*?(\d+(?:\.\d+)+)/.exec(execFileSync(file, [option], { encoding: 'utf8' })),
    )
    .map((match, at) => `${['PostgreSQL', 'Patroni', 'etcd', 'HAProxy'][at]} ${match?.[2]}`)
    .join(', ')

interface NodeOptions {
  node: number
  folder: string
  bin: string
  etcd: number
  postgres: number
  rest: number
}

const nodeConfig = ({ node, folder, bin, etcd, postgres, rest }: NodeOptions) => `scope: muster
name: n${node}
restapi: {listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}'}
etcd3: {hosts: '127.0.0.1:${etcd}'}
bootstrap:
  dcs:
    ttl: ${ttl_s}
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    postgresql: {use_pg_rewind: true, use_slots: true, parameters: {max_connections: 200, wal_log_hints: 'on'}}
  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
  pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication replicator 127.0.0.1/32 md5', 'local all all trust']
postgresql:
  listen: 127.0.0.1:${postgres}
  connect_address: 127.0.0.1:${postgres}
  data_dir: ${folder}/n${node}/data
  bin_dir: ${bin}
  pgpass: ${folder}/pgpass${node}
  authentication: {superuser: {username: postgres, password: ${password}}, replication: {username: replicator, password: ${password}}}
  parameters: {unix_socket_directories: '${folder}', password_encryption: md5}
`

const haproxyConfig = (port: number, servers: { postgres: number; rest: number }[]) => `global
  maxconn 500
defaults
  mode tcp
  timeout connect 3s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 2s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map(({ postgres, rest }, index) => `  server n${index + 1} 127.0.0.1:${postgres} check port ${rest}\n`).join('')}`
