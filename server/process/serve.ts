import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import { startBackups } from '../backup/schedule.ts'
import type { Config } from '../config.ts'
import type { Connected } from '../db/connect.ts'
import { prepareDemo } from '../demo/demo.ts'
import type { HttpListener } from '../http/listener.ts'
import { createMailer } from '../mail/mailer.ts'
import { createSetUpLink } from '../set_up/link.ts'
import { importLazily } from './lazy_imports.ts'
import { startupMessage } from './startup_message.ts'
import type { Workers } from './workers.ts'

const drain_ms = 8000

interface ServeOptions {
  config: Config
  logger: Logger
  listener: HttpListener
  workers: Workers
  database: Connected
  public_url: () => string
  /** The address that the server listens on. */
  listening_url: () => string
}

/** Starts the application, the backups and the workers, and accepts requests. Returns the function that stops them again. */
export async function serve({ config, logger, listener, workers, database, public_url, listening_url }: ServeOptions) {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const demo = await prepareDemo({
    config,
    database_url: database.url,
    owner_url: database.owner_url,
    fresh: database.fresh,
    public_url: public_url(),
  })
  const from = config.MAIL_FROM ?? `Muster <no-reply@${new URL(public_url()).hostname}>`
  const mailer = createMailer(config, from, print)
  const { announceStop, stop } = await buildApp({
    config,
    database_url: database.url,
    mailer,
    logger,
    public_url,
    serverFactory: listener.serveWith,
    peers: config.WORKERS > 1 ? workers : undefined,
  })
  const stopBackups = startBackups(config, database.owner_url, logger)
  listener.open()
  workers.start({ database_url: database.url, public_url: public_url() }, config.WORKERS)
  const set_up_link = await createSetUpLink(database.url, public_url())
  print(startupMessage({ config, url: public_url(), listening_url: listening_url(), demo, set_up_link }))
  importLazily()
  return async () => {
    stopBackups()
    announceStop()
    await Promise.all([listener.close(drain_ms), workers.stop(drain_ms)])
    await stop()
    await database.disconnect()
  }
}
