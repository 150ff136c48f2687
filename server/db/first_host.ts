import { type DatabaseHost, hostName } from '../database_url.ts'
import { notWritable, sqlstateOf } from './sql_errors.ts'

/** A host that has not answered after this long competes with the next one. */
const head_start_ms = 500

/** The host that was used last for each address is tried first. */
const last_used = new Map<string, number>()

interface Opening<T> {
  /** Identifies the list of hosts. */
  url: string
  hosts: readonly DatabaseHost[]
  /** Opens on one host, unless it is aborted because another host was faster. */
  open: (host: DatabaseHost, aborted: AbortSignal) => Promise<T>
  close: (value: T) => void
}

interface HostFailure {
  host: DatabaseHost
  error: unknown
}

/** Opens on the first host that can be used. The hosts are tried in order; one that does not answer does not hold up the others. */
export function openOnFirst<T>({ url, hosts, open, close }: Opening<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const won = new AbortController()
  const first = last_used.get(url) ?? 0
  const waiting = hosts.map((_, index) => (first + index) % hosts.length)
  const failures: HostFailure[] = []
  let timer: NodeJS.Timeout | undefined
  const tryNext = () => {
    clearTimeout(timer)
    const index = waiting.shift()
    const host = index === undefined ? undefined : hosts[index]
    if (index === undefined || !host || won.signal.aborted) return
    timer = setTimeout(tryNext, head_start_ms)
    open(host, won.signal).then(
      value => {
        if (won.signal.aborted) return close(value)
        won.abort()
        clearTimeout(timer)
        last_used.set(url, index)
        resolve(value)
      },
      error => {
        failures.push({ host, error })
        tryNext()
        if (failures.length === hosts.length)
          reject(failureOf(hosts.flatMap(host => failures.filter(failure => failure.host === host))))
      },
    )
  }
  tryNext()
  return promise
}

// A wrong password is reported rather than a standby, and so is a primary without a free connection, for which work waits.
const telling = [/^(28|3D|MU001)/, /^53/]

function failureOf(failures: HostFailure[]): unknown {
  const errors = failures.map(({ error }) => error)
  for (const pattern of telling) {
    const found = errors.find(error => pattern.test(sqlstateOf(error) ?? ''))
    if (found) return found
  }
  const [only, ...others] = failures
  if (others.length === 0 && sqlstateOf(only?.error) !== notWritable.code) return only?.error
  return notWritable.error(failures.map(({ host, error }) => `${hostName(host)} ${reasonOf(error)}`).join(', '))
}

function reasonOf(error: unknown) {
  const { code, message } = error as NodeJS.ErrnoException
  if (sqlstateOf(error) === notWritable.code) return message
  return sqlstateOf(error) ? `refuses the connection (${message})` : `cannot be reached (${code ?? message})`
}
