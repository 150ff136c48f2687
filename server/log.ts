import { isatty } from 'node:tty'
import { type LoggerOptions, pino, stdSerializers } from 'pino'
import type { Config } from './config.ts'

/** Lines of JSON, or something for the eyes on a terminal. */
export async function createLogger({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>) {
  const options: LoggerOptions = { level, serializers: { err: discreet } }
  if (!isatty(1)) return pino(options)
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}

/** PostgreSQL tells of a mistake with the row that it was made in, and that may be a person. */
export function discreet(error: Error) {
  const told = stdSerializers.err(error) as unknown as Record<string, unknown>
  return Object.fromEntries(Object.entries(told).filter(([name]) => !secretive.includes(name)))
}

const secretive = ['detail', 'where', 'parameters', 'args']
