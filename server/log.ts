import { isatty } from 'node:tty'
import { type LoggerOptions, pino, stdSerializers } from 'pino'
import type { Config } from './config.ts'

/** Logs lines of JSON, or readable lines on a terminal. */
export async function createLogger({ LOG_LEVEL: level }: Pick<Config, 'LOG_LEVEL'>) {
  const options: LoggerOptions = { level, serializers: { err: withoutRowData } }
  if (!isatty(1)) return pino(options)
  const { default: pretty } = await import('pino-pretty')
  return pino(options, pretty({ ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }))
}

/** Removes the row values that PostgreSQL adds to its errors: they may be personal data. */
export function withoutRowData(error: Error) {
  const fields = stdSerializers.err(error) as unknown as Record<string, unknown>
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !row_fields.includes(name)))
}

const row_fields = ['detail', 'where', 'parameters', 'args']
