import assert from 'node:assert/strict'
import type { NetConnectOpts } from 'node:net'
import { server_login } from '../db/embedded/roles.ts'
import { onEachNode } from './citus_cluster.ts'

/** The PostgreSQL of this run. */
export function clusterUrl() {
  const cluster = process.env.MUSTER_TEST_CLUSTER
  assert.ok(cluster, 'run the tests with npm test, which starts their database')
  return cluster
}

/** The address of one of its databases. */
export function databaseAt(name: string) {
  const url = new URL(clusterUrl())
  url.pathname = `/${name}`
  return url.href
}

/** Connection options of a database, for a proxy in front of it. */
export function connectionOptions(url: string): NetConnectOpts {
  const { searchParams, hostname, port } = new URL(url)
  const path = searchParams.get('socket')
  return path ? { path } : { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432) }
}

/** The same database through a proxy on this port. */
export function throughPort(url: string, port: number) {
  const by = new URL(url)
  by.searchParams.delete('socket')
  by.hostname = '127.0.0.1'
  by.port = String(port)
  return by.href
}

/** The same database for the login of the server, which owns nothing. An external cluster has one login for everything. */
export function serverUrl(url: string) {
  if (process.env.MUSTER_TEST_DATABASE_URL) return url
  // The class URL accepts no list of hosts.
  return url.replace(/\/\/[^@/]*@/, `//${server_login}@`)
}

let made = 0

/** A unique database name; databases with such names are dropped after the run. */
export const freshName = (what: string) => `${process.env.MUSTER_TEST_RUN}_${what}_${process.pid}_${++made}`

/** Creates a database, empty or migrated. */
export async function freshDatabase(what: string, like: 'empty' | 'migrated'): Promise<string> {
  const name = freshName(what)
  const template = like === 'migrated' ? `template ${process.env.MUSTER_TEST_TEMPLATE}` : ''
  await onEachNode(clusterUrl(), `create database ${name} ${template}`)
  return databaseAt(name)
}

/** For tests of what PostgreSQL itself answers, which a pooler in front of it hides. */
export const notBehindPooler = (because: string) => ({ skip: process.env.MUSTER_TEST_POOLER === 'on' && because })
