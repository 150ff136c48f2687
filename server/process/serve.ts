import type { Logger } from 'pino'
import { buildApp } from '../app.ts'
import { startBackups } from '../backup/schedule.ts'
import type { Config } from '../config.ts'
import type { Connected } from '../db/connect.ts'
import { prepareDemo } from '../demo/demo.ts'
import type { Front } from '../http/listener.ts'
import { createMailer } from '../mail/mailer.ts'
import { readTheRest } from './lazy_imports.ts'
import { greeting } from './startup_message.ts'
import type { Crew } from './workers.ts'

const drain_ms = 8000

interface Parts {
  config: Config
  logger: Logger
  front: Front
  crew: Crew
  database: Connected
  public_url: () => string
}

/** Puts the service on its database behind its door, and opens it. What it returns ends it again. */
export async function serve({ config, logger, front, crew, database, public_url }: Parts) {
  const tell = (line: string) => process.stdout.write(`${line}\n`)
  const demo = await prepareDemo({
    config,
    database_url: database.url,
    owner_url: database.owner_url,
    fresh: database.fresh,
    public_url: public_url(),
  })
  const from = config.MAIL_FROM ?? `Muster <no-reply@${new URL(public_url()).hostname}>`
  const mailer = createMailer(config, from, tell)
  const { announceStop, stop } = await buildApp({
    config,
    database_url: database.url,
    mailer,
    logger,
    public_url,
    serverFactory: front.serveWith,
    others: config.WORKERS > 1 ? crew : undefined,
  })
  const stopBackups = startBackups(config, database.owner_url, logger)
  front.open()
  crew.start({ database_url: database.url, public_url: public_url() }, config.WORKERS)
  tell(greeting({ config, url: public_url(), demo }))
  readTheRest()
  return async () => {
    stopBackups()
    announceStop()
    await Promise.all([front.close(drain_ms), crew.stop(drain_ms)])
    await stop()
    await database.disconnect()
  }
}
