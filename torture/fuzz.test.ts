import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { openapiOf } from '../server/http/openapi/openapi.ts'
import { resourcesOf, version } from '../server/resources.ts'
import { startTestApp } from '../server/test/harness.ts'
import { type Reply, replyCheckerFor } from './fuzz/check_reply.ts'
import {
  close,
  type Described,
  type Fuzzed,
  fromDocument,
  operationsIn,
  send,
  validOrHarmed,
  withForeignIds,
} from './fuzz/requests.ts'
import {
  createForeignSpace,
  createSpace,
  type FuzzSpace,
  fingerprintOf,
  mark,
  type ValidRequest,
} from './fuzz/spaces.ts'

// npm test sends few requests, the same each time; npm run torture sends many, with a random seed.
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 1)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const findings_max = 40

// Without jobs, which would change data in the background.
const app = await startTestApp({ env: { JOBS: 'off' } })
const document = JSON.parse(JSON.stringify(openapiOf(resourcesOf(), version)))
const operations = operationsIn(document)
const judge = replyCheckerFor(document)
const foreign = await createForeignSpace(app, Math.min(rounds, 4))
const ids = idsOf([...foreign.requests.values()].flat())
let space = await createSpace(app)
let drawn = 0
after(close)

const draw = <T>(from: fc.Arbitrary<T>): T => fc.sample(from, { seed: seed * 1_000_003 + drawn++, numRuns: 1 })[0]!

type Making = fc.Arbitrary<Fuzzed> | Promise<fc.Arbitrary<Fuzzed>>

/** Paths at which a write leaves roles and tokens as they are. */
const kept = [
  'transaction|membership|donation|bank|ledger|payment|contribution|code_|contacts|notes|tasks|households',
  'files|tags|merges|imports|exports|saved_filters|webhooks|visit|bulk_changes',
]
const keeps_access = new RegExp(`^/(contacts|forms|actions|search|kpi|v1/(${kept.join('|')}))`)

/** Sends requests of one kind for every operation, and returns the faults of the responses. */
async function fuzz(make: (operation: Described, own: () => Promise<ValidRequest>, round: number) => Making) {
  const found = new Map<string, string>()
  const statuses = new Map<number, number>()
  let sent = 0
  for (let round = 0; round < rounds; round++) {
    for (const operation of operations) {
      const asked = draw(await make(operation, () => validRequest(operation.name), round))
      const caller = draw(callers)
      const { status, ...heard } = await send(app.url, asked, callerOf(space, operation.name, caller)?.token)
      const { method, path } = asked
      sent++
      if (status < 300 && method !== 'GET' && !keeps_access.test(path)) await repairSpace()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      for (const fault of faultsOf(asked, { status, ...heard }))
        found.set(
          `${operation.name}: ${fault}`.slice(0, 150),
          `${caller}: ${method} ${path} ${String(asked.body ?? '').slice(0, 400)}\n    ${fault}`,
        )
    }
  }
  return { sent, statuses: Object.fromEntries([...statuses].sort()), found: [...found.values()].slice(0, findings_max) }
}

function faultsOf(asked: Fuzzed, reply: Reply) {
  const leaks = reply.text.includes(mark) && !JSON.stringify(asked).includes(mark)
  return [...judge(asked.method, asked.path, reply), ...(leaks ? ['shows data of another space'] : [])]
}

/** A write may have removed a role or a token that later requests need. */
async function repairSpace() {
  if (!(await space.intact())) space = await createSpace(app)
}

/** A valid request; from a new space when this one has lost what the request needs. */
async function validRequest(name: string): Promise<ValidRequest> {
  try {
    return await space.rows[name]!.request('superadmin')
  } catch {
    space = await createSpace(app)
    return space.rows[name]!.request('superadmin')
  }
}

const callers = fc.constantFrom(
  ...Array<string>(12).fill('superadmin'),
  'admin',
  'manager',
  'user',
  'service_account',
  'other_space',
  'narrow_token',
  'no_token',
)

const callerOf = ({ callers, rows, signedIn }: FuzzSpace, name: string, caller: string) =>
  caller === 'superadmin' && rows[name]?.signed_in ? signedIn : callers[caller]

function idsOf(wishes: ValidRequest[]) {
  const numbers = wishes.flatMap(({ path, data }) =>
    [...`${path} ${JSON.stringify(data ?? '')}`.matchAll(/\b\d{1,7}\b/g)].map(([text]) => Number(text)),
  )
  return [...new Set(numbers)]
}

describe('whatever is sent', () => {
  const kinds: Record<string, Parameters<typeof fuzz>[0]> = {
    'requests that work, and what becomes of them when something is done to one place': async (_, own) =>
      validOrHarmed(await own()),
    'requests made of the OpenAPI document alone': operation => fromDocument(operation, document, ids),
    'requests that name things of another space': async ({ name }, own, round) => {
      const theirs = foreign.requests.get(name)!
      return withForeignIds(await own(), theirs[round % theirs.length]!)
    },
  }
  for (const [kind, make] of Object.entries(kinds))
    test(`${kind}: every answer is as documented, none is a failure of ours, none shows another space`, async t => {
      const { sent, statuses, found } = await fuzz(make)
      t.diagnostic(`seed ${seed}: ${sent} requests, answered ${JSON.stringify(statuses)}`)
      assert.deepEqual(found, [])
    })

  test('and nothing in that other space has changed', async () => {
    assert.equal(await fingerprintOf(app, foreign.space), foreign.fingerprint)
  })
})
