import { type Config, hostInUrl } from '../server/config.ts'
import type { Session } from '../server/db/sql.ts'
import type { Finding } from './doctor_hosts.ts'

const about = 'server'
const response_ms_max = 8000

/** Whether the server of this installation answers, and not another program on its port. */
export async function checkServer({ HOST, PORT }: Config, instance_id: string | undefined): Promise<Finding> {
  if (PORT === 0)
    return { state: 'warn', about, text: 'PORT=0 chooses a random port, so the server cannot be checked.' }
  const url = `http://${hostInUrl(HOST)}:${PORT}`
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(response_ms_max), redirect: 'manual' })
    const body: unknown = await response.json().catch(() => undefined)
    return describeAnswer(url, response.status, (body ?? {}) as HealthBody, instance_id)
  } catch (error) {
    if (!isRefused(error)) return { state: 'fail', about, text: otherProgram(url) }
    return { state: 'warn', about, text: `No answer at ${url}. Start it with "npm start".` }
  }
}

interface HealthBody {
  /** Of a healthy server. */
  instance_id?: unknown
  /** Of an error. */
  code?: unknown
  detail?: unknown
}

function describeAnswer(url: string, status: number, body: HealthBody, instance_id: string | undefined): Finding {
  if (status === 503 && unhealthy_codes.includes(body.code))
    return { state: 'fail', about, text: `Answers at ${url} and is unhealthy (503): ${body.detail} See its log.` }
  if (status !== 200 || typeof body.instance_id !== 'string') return { state: 'fail', about, text: otherProgram(url) }
  if (instance_id === undefined)
    return {
      state: 'warn',
      about,
      text: `A Muster answers at ${url}. The database could not tell whether it is the one of this installation.`,
    }
  if (body.instance_id !== instance_id)
    return {
      state: 'fail',
      about,
      text: `Another installation of Muster answers at ${url}, with another database. Check PORT, DATA_DIR and DATABASE_URL.`,
    }
  return { state: 'ok', about, text: `Answers at ${url} and is healthy.` }
}

/** What Muster answers while it starts or stops, while its database is unreachable, and while nothing can be written. */
const unhealthy_codes: unknown[] = ['unavailable', 'degraded']

const otherProgram = (url: string) =>
  `Another program answers at ${url}. Set PORT to a free port, or stop that program.`

/** Whether there was no connection at all. Otherwise something answered that is not HTTP, or too late. */
function isRefused(error: unknown) {
  const { name, cause } = error as { name?: string; cause?: { code?: string } }
  return name === 'TimeoutError' || !/^(HPE_|UND_ERR_SOCKET|ECONNRESET)/.test(cause?.code ?? '')
}

/** The ID that the server of this database answers; undefined before its first start, or in a database without our tables. */
export async function storedInstanceId(session: Session): Promise<string | undefined> {
  const [table] = await session<[{ exists: boolean }]>`select to_regclass('public.server_keys') is not null as exists`
  if (!table.exists) return undefined
  const [row] = await session<{ value: [string] }[]>`select value from server_keys where name = 'instance_id'`
  return row?.value[0]
}
