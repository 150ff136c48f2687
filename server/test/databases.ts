import assert from 'node:assert/strict'
import { openSession } from '../db/sql.ts'

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

let made = 0

/** A name that no other file and no other run takes; what is named so goes with the run. */
export const freshName = (what: string) => `${process.env.MUSTER_TEST_RUN}_${what}_${process.pid}_${++made}`

/** A database of its own, empty or with everything that every database has. */
export async function freshDatabase(what: string, like: 'empty' | 'migrated'): Promise<string> {
  const name = freshName(what)
  const session = openSession(clusterUrl())
  await session.unsafe(
    `create database ${name} ${like === 'migrated' ? `template ${process.env.MUSTER_TEST_RUN}_template` : ''}`,
  )
  await session.end()
  return databaseAt(name)
}
