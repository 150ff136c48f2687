import { isatty } from 'node:tty'
import { pino } from 'pino'
import type { Config } from './config.ts'

/** Lines of JSON, or something for the eyes on a terminal. */
export async function createLogger({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>) {
  if (!isatty(1)) return pino({ level })
  const { default: pretty } = await import('pino-pretty')
  return pino({ level }, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}
