import type { Socket } from 'node:net'
import { type Config, ConfigError, hostInUrl, readConfig } from './config.ts'
import { connectDatabase, DatabaseError } from './db/connect.ts'
import { EmbeddedError } from './db/embedded/server.ts'
import { MigrationError } from './db/migrate.ts'
import { refusedAs } from './db/sql.ts'
import { type Front, openFront } from './http/listener.ts'
import { createLogger } from './log.ts'
import { Crew } from './process/workers.ts'

const stop_ms_max = 15_000
const patience_ms = 3000

let stopRequested = false
/** How far we are: what a signal does depends on it. */
let phase: 'starting' | 'filling' | 'serving' = 'starting'
let stop = async () => {}
let stopped: Promise<void> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, requestStop)

try {
  await main()
  phase = 'serving'
  // Asked to stop while we were starting: what had begun is finished first, so that nothing is left half made.
  if (stopRequested) await end()
} catch (error) {
  await stopOnce().catch(() => {})
  if (stopRequested) process.exit(0)
  const sentence = sentenceFor(error)
  if (!sentence) throw error
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

async function main() {
  if (process.argv.length > 2)
    throw new ConfigError(
      `Unknown argument ${process.argv[2]}. Settings are environment variables, as in PORT=9000 npm start; "npm run muster config" lists them.`,
    )
  const config = readConfig()
  const logger = await createLogger(config)
  const front = openFront()
  const crew = new Crew(logger)
  const port = await listen(front, config, socket => crew.handOn(socket))
  const public_url = () => config.PUBLIC_URL?.replace(/\/$/, '') ?? `http://${hostInUrl(config.HOST)}:${port}`
  const connecting = connectDatabase(config, 'server')
  // A thousand files, read while the database comes up.
  const service = import('./process/serve.ts')
  service.catch(() => {})
  const database = await connecting
  stop = async () => {
    await front.close(0)
    await database.disconnect()
  }
  const { serve } = await service
  phase = 'filling'
  if (!stopRequested) stop = await serve({ config, logger, front, crew, database, public_url })
}

async function listen(front: Front, config: Config, handOn: (socket: Socket) => boolean) {
  try {
    return await front.listen(config.PORT, config.HOST, handOn)
  } catch (error) {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${config.PORT} is already taken on ${config.HOST}. Stop what uses it, or choose another one: PORT=${config.PORT + 1} npm start.`,
      EACCES: `Port ${config.PORT} may only be used by root. Choose one above 1024: PORT=8080 npm start.`,
      EADDRNOTAVAIL: `HOST=${config.HOST} is not an address of this machine.`,
      ENOTFOUND: `HOST=${config.HOST} is not an address of this machine.`,
    }
    throw new ConfigError(
      reasons[(error as NodeJS.ErrnoException).code ?? ''] ??
        `Muster cannot listen on ${config.HOST}:${config.PORT}: ${(error as Error).message}.`,
    )
  }
}

// Ctrl-C reaches us more than once: from the terminal, and from npm. Every signal after the first changes nothing.
function requestStop() {
  if (stopRequested) return
  stopRequested = true
  setTimeout(() => process.exit(1), stop_ms_max).unref()
  if (phase === 'serving') void end()
  // The database is there: what is being written into it may be given up, and is then as if it had never begun.
  if (phase === 'filling') setTimeout(end, patience_ms).unref()
}

async function end() {
  try {
    await stopOnce()
    process.exit(0)
  } catch (error) {
    process.stderr.write(`Muster could not stop cleanly: ${(error as Error).message}.\n`)
    process.exit(1)
  }
}

function stopOnce() {
  stopped ??= stop()
  return stopped
}

/** What to tell the person who started us; undefined for a mistake of ours, whose stack we want to see. */
function sentenceFor(error: unknown) {
  if (refusedAs(error, 'disk_full') || refusedAs((error as Error).cause, 'disk_full'))
    return 'The disk is full. Free some space and start again; nothing was damaged.'
  const known = [ConfigError, DatabaseError, EmbeddedError, MigrationError]
  return known.some(kind => error instanceof kind) ? (error as Error).message : undefined
}
