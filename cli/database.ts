import type { Config } from '../server/config.ts'
import { connectDatabase } from '../server/db/connect.ts'
import { Pool } from '../server/db/pool/pool.ts'

/**
 * Connects to the database, whether or not a server is running, and disconnects also when interrupted. `owner_url` is for statements on whole
 * tables.
 */
export async function withDatabase<T>(
  config: Config,
  work: (urls: { url: string; owner_url: string }) => Promise<T>,
  state: 'up to date' | 'as it is' = 'up to date',
): Promise<T> {
  let leave: (() => Promise<void>) | undefined
  let interrupted = false
  const interrupt = () => {
    interrupted = true
    void leave?.().finally(() => process.exit(130))
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, interrupt)
  try {
    const { url, owner_url, disconnect } = await connectDatabase(config, 'guest', state)
    leave = disconnect
    if (interrupted) interrupt()
    return await work({ url, owner_url })
  } finally {
    await leave?.()
    for (const signal of signals) process.off(signal, interrupt)
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
