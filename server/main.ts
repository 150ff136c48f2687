import { ConfigError, hostInUrl, misspelledSettings, readConfig } from './config.ts'
import { connectWhenReady } from './db/connect_when_ready.ts'
import { hasSqlstate } from './db/sql.ts'
import { ExpectedError } from './expected_error.ts'
import { openListener } from './http/listener.ts'
import { createLogger } from './log.ts'
import { listen } from './process/listen.ts'
import { Workers } from './process/workers.ts'

const stop_ms_max = 15_000
const fill_grace_ms = 3000

let stopRequested = false
/** Ends the wait for a database that cannot be used yet. */
const waiting = new AbortController()
/** What a signal does depends on the phase. */
let phase: 'starting' | 'filling' | 'serving' = 'starting'
let stop = async () => {}
let stopped: Promise<void> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, requestStop)

try {
  await main()
  phase = 'serving'
  // A stop requested during start-up waits until start-up is complete.
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
      `Unknown argument ${process.argv[2]}. Settings are environment variables, as in PORT=9000 npm start; "./muster config" lists them.`,
    )
  const config = readConfig()
  const logger = await createLogger(config)
  for (const [written, setting] of misspelledSettings())
    logger.warn(`${written} is not a setting of Muster. Did you mean ${setting}?`)
  const listener = openListener()
  const workers = new Workers(logger)
  const port = await listen(listener, config, socket => workers.handOff(socket))
  const listening_url = () => `http://${hostInUrl(config.HOST)}:${port}`
  const public_url = () => config.PUBLIC_URL?.replace(/\/$/, '') ?? listening_url()
  const connecting = connectWhenReady(config, {
    onWaiting: sentence => logger.warn(sentence),
    aborted: waiting.signal,
  })
  // Loads a thousand files while the database starts.
  const service = import('./process/serve.ts')
  service.catch(() => {})
  const database = await connecting
  stop = async () => {
    await listener.close(0)
    await database.disconnect()
  }
  const { serve } = await service
  phase = 'filling'
  if (!stopRequested) stop = await serve({ config, logger, listener, workers, database, public_url, listening_url })
}

// Ctrl-C arrives more than once: from the terminal and from npm. Only the first signal counts.
function requestStop() {
  if (stopRequested) return
  stopRequested = true
  setTimeout(() => process.exit(1), stop_ms_max).unref()
  waiting.abort()
  if (phase === 'serving') void end()
  // The demo is written in one transaction, so it can be interrupted.
  if (phase === 'filling') setTimeout(end, fill_grace_ms).unref()
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

/** The message for the operator; undefined for a bug, which is reported with its stack. */
function sentenceFor(error: unknown) {
  if (hasSqlstate(error, 'disk_full') || hasSqlstate((error as Error).cause, 'disk_full'))
    return 'The disk is full. Free some space and start again. No data was damaged.'
  return error instanceof ExpectedError ? error.message : undefined
}
