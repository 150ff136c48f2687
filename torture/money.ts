import { setTimeout as delay } from 'node:timers/promises'
import { type Random, seededRandom } from '../server/demo/random.ts'
import { tokenOf } from '../server/test/process.ts'
import {
  type Acknowledged,
  compareWrites,
  randomWrite,
  type StoredBundle,
  type Write,
  type WriteCounts,
} from './acknowledged_writes.ts'
import { aKillableServer, type KillableServer } from './killable_server.ts'
import { createContacts, request, space, type TestServer, type Verdict, verify } from './test_server.ts'

interface MoneyParams {
  seed: number
  writers: number
  kills: number
  /** The longest time between two kills. */
  life_ms_max: number
  /** The limit for the whole run. */
  time_ms_max: number
  log?: (line: string) => void
}

interface Result extends WriteCounts {
  acknowledged: number
  /** Repeated requests. */
  retried: number
  /** Writes that were committed but whose response was lost. Without a key, a retry would have duplicated them. */
  replayed: number
  /** Replies that no retry resolves. */
  unexpected: string[]
  complaints: string[]
  verified: { findings: boolean; output: string }
}

const contacts_count = 60
const pause_ms = 40

/** Promise 1: an acknowledged write survives kill -9 of every process, a retry never duplicates it, and no bundle is incomplete. */
export async function tortureMoney(wish: MoneyParams): Promise<Verdict> {
  const { acknowledged, retried, replayed, unexpected, verified, complaints, ...books } = await killRepeatedly(wish)
  return {
    summary: `${acknowledged} writes acknowledged, ${retried} requests sent again, ${replayed} of them already committed. ${verified.output}`,
    broken: {
      'acknowledged writes lost': books.lost,
      'duplicated writes': books.doubled,
      'incomplete bundles': books.half,
      'gaps in the membership numbers': books.gaps,
      'replies that no retry resolves': unexpected.length,
      'findings of muster verify': Number(verified.findings),
      'kills without effect': Number(acknowledged === 0 || retried === 0),
      // In a long run some kills must fall between commit and response; otherwise idempotency was not tested.
      'long runs without a lost reply': Number(wish.kills >= long_run && replayed === 0),
    },
    notes: [...unexpected, ...complaints],
  }
}

const long_run = 10

async function killRepeatedly(wish: MoneyParams): Promise<Result> {
  const victim = await aKillableServer()
  const deadline = Date.now() + wish.time_ms_max
  try {
    victim.launch()
    await victim.ready()
    const site: TestServer = { url: victim.url, token: tokenOf(victim.dataDir, 'superadmin', space), deadline }
    const contacts = await createContacts(site, contacts_count)
    const work: PaymentWork = { writes: [], retried: 0, replayed: 0, unexpected: [], over: false }
    const writers = Array.from({ length: wish.writers }, (_, index) =>
      writePayments(site, work, contacts, `writer${index}`, seededRandom(wish.seed * 1000 + index)),
    )
    try {
      await killAndRestart(victim, wish, work, deadline)
    } catch (error) {
      // Stops the writers.
      site.deadline = 0
      throw error
    } finally {
      work.over = true
      await Promise.all(writers)
    }
    const verdict = compareWrites(work.writes, await readBundles(site))
    const { writes, retried, replayed, unexpected } = work
    return {
      ...verdict,
      acknowledged: writes.length,
      retried,
      replayed,
      unexpected,
      verified: await verify(victim.dataDir),
      complaints: victim.complaints,
    }
  } finally {
    await victim.stop()
  }
}

/** What writers have done, and whether they are to end. */
export interface PaymentWork extends Pick<Result, 'retried' | 'replayed' | 'unexpected'> {
  writes: Acknowledged[]
  over: boolean
  /** Called for each response; status 0 if there was none. */
  onAnswer?: (status: number, took_ms: number) => void
}

/** Kills the server while it works, and every fifth time while it starts. */
async function killAndRestart(
  victim: KillableServer,
  { seed, kills, life_ms_max, log }: MoneyParams,
  work: PaymentWork,
  deadline: number,
) {
  const pick = seededRandom(seed * 1000 + 999)
  for (let killed = 1; killed <= kills; killed++) {
    if (Date.now() > deadline) throw new Error(`time is up after ${killed - 1} of ${kills} kills`)
    const rising = killed > 1 && killed % 5 === 0
    if (!rising) await victim.ready()
    await delay(pick.below(rising ? 500 : life_ms_max))
    await victim.kill()
    log?.(
      `kill ${killed} of ${kills}${rising ? ', while starting' : ''}: ${work.writes.length} writes acknowledged so far`,
    )
    victim.launch()
  }
  await victim.ready()
  await delay(life_ms_max / 2)
}

/** Writes until told to stop, each write until it is acknowledged. About half of the writes add to existing bundles. */
export async function writePayments(
  site: TestServer,
  work: PaymentWork,
  contacts: number[],
  name: string,
  pick: Random,
) {
  for (let count = 1; !work.over; count++) {
    const bundle_id =
      work.writes.length > 0 && pick.below(2) === 0 ? pick(work.writes.slice(-200)).bundle_id : undefined
    const done = await insist(site, work, randomWrite(`${name}-${count}`, bundle_id, contacts, pick))
    if (!done) return
    work.writes.push(done)
  }
}

/** Waits until each of these has some more acknowledged writes. */
export async function waitForWrites(
  works: PaymentWork[],
  { more, ms_max, explain }: { more: number; ms_max: number; explain: () => string },
) {
  const wanted = works.map(({ writes }) => writes.length + more)
  for (const deadline = Date.now() + ms_max; ; await delay(50)) {
    if (works.every(({ writes }, index) => writes.length >= (wanted[index] ?? 0))) return
    if (Date.now() > deadline) throw new Error(`payments are not acknowledged any more: ${explain()}`)
  }
}

async function insist(site: TestServer, work: PaymentWork, write: Write): Promise<Acknowledged | undefined> {
  const { key, bundle_id, items } = write
  const path = `/v1/transaction_bundles${bundle_id === undefined ? '' : `/${bundle_id}`}`
  const method = bundle_id === undefined ? 'POST' : 'PATCH'
  while (Date.now() < site.deadline) {
    const began_ms = performance.now()
    const answer = await request(site, path, { method, data: items, key })
    work.onAnswer?.(answer.status, performance.now() - began_ms)
    if (answer.status === 200) {
      if (answer.replayed) work.replayed++
      return { ...write, bundle_id: answer.body.data.id }
    }
    // No response, a 503, or the first attempt still running are expected. Any other response is a fault.
    if (![0, 503].includes(answer.status) && answer.body?.code !== 'idempotency_key_running') {
      work.unexpected.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`)
      if (answer.status < 500) return undefined
    }
    work.retried++
    await delay(pause_ms)
  }
  work.unexpected.push(`${method} ${path} was never acknowledged`)
  return undefined
}

export async function readBundles(site: TestServer): Promise<StoredBundle[]> {
  const all: StoredBundle[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path = `/v1/transaction_bundles?limit=1000${cursor && `&cursor=${cursor}`}`
    const { status, body } = await request(site, path)
    if (status !== 200) throw new Error(`the bundles cannot be read: ${status}`)
    all.push(...body.data)
    cursor = body.next_cursor
  }
  return all
}
