import { Readable } from 'node:stream'
import type { Sql } from './sql.ts'

/** What a COPY … TO STDOUT says, while it says it. */
export async function copied(sql: Sql, statement: string): Promise<Readable> {
  const query = sql.unsafe(statement) as ReturnType<Sql['unsafe']> & { resolve: (value: unknown) => void }
  const { resolve } = query
  // A copy that fails before its first lines are sent is handed over and broken in one breath, before anybody who waits for it can listen. An
  // error that nobody listens for ends the process. The driver calls this again, with something else, when all is said.
  query.resolve = value => {
    if (value instanceof Readable) value.on('error', () => {})
    resolve(value)
  }
  return await query.readable()
}

/** All that a copy says. It comes line by line, and to iterate over the lines would take longer than to make them. */
export function gathered(copy: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  const broken = () => copy.errored ?? new Error('the copy broke off')
  return new Promise((resolve, reject) => {
    if (copy.destroyed) return reject(broken())
    copy.on('data', (part: Buffer) => parts.push(part))
    copy.once('end', () => resolve(Buffer.concat(parts)))
    copy.once('error', reject)
    copy.once('close', () => reject(broken()))
  })
}
