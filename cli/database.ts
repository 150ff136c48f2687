import type { Config } from '../server/config.ts'
import { connectDatabase } from '../server/db/connect.ts'
import { Pool } from '../server/db/pool/pool.ts'
import { beforeExit } from './interruption.ts'

interface DatabaseOptions {
  /** Whether migrations are applied first. */
  state?: 'up to date' | 'as it is'
  onMigration?: (name: string) => void
}

/**
 * Connects to the database, whether or not a server is running, and disconnects also when interrupted. `owner_url` is for statements on whole
 * tables.
 */
export async function withDatabase<T>(
  config: Config,
  work: (urls: { url: string; owner_url: string }) => Promise<T>,
  { state = 'up to date', onMigration }: DatabaseOptions = {},
): Promise<T> {
  const connecting = connectDatabase(config, 'guest', state, onMigration)
  // An interruption waits for the connection too: it would leave the embedded database running.
  let leaving: Promise<void> | undefined
  const leave = () => (leaving ??= connecting.then(({ disconnect }) => disconnect()))
  const keep = beforeExit(leave)
  try {
    const { url, owner_url } = await connecting
    return await work({ url, owner_url })
  } finally {
    await connecting.then(leave, () => {})
    keep()
  }
}

export const withPool = <T>(config: Config, work: (pool: Pool) => Promise<T>): Promise<T> =>
  withDatabase(config, async ({ url }) => {
    const pool = new Pool({ url, role: 'muster_app', connections: 1, statement_timeout_ms: 3_600_000 })
    try {
      return await work(pool)
    } finally {
      await pool.end()
    }
  })
