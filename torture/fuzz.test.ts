import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { resourcesOf, version } from '../server/app.ts'
import { openapiOf } from '../server/http/openapi/openapi.ts'
import { startTestApp } from '../server/test/harness.ts'
import { replyCheckerFor } from './fuzz/check_reply.ts'
import {
  aroundOne,
  asDescribed,
  close,
  type Described,
  type Fuzzed,
  operationsIn,
  send,
  withForeign,
} from './fuzz/requests.ts'
import {
  createForeignSpace,
  createSpace,
  type FuzzSpace,
  fingerprintOf,
  mark,
  type ValidRequest,
} from './fuzz/spaces.ts'

// In short for npm test, where everybody meets the same requests; npm run torture sends many, and others each time.
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 1)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const findings_max = 40

// Nobody works on jobs here: they would change things in their own time.
const app = await startTestApp({ env: { JOBS: 'off' } })
const document = JSON.parse(JSON.stringify(openapiOf(resourcesOf(), version)))
const operations = operationsIn(document)
const judge = replyCheckerFor(document)
const foreign = await createForeignSpace(app, Math.min(rounds, 4))
const ids = idsOf([...foreign.wishes.values()].flat())
let world = await createSpace(app)
let drawn = 0
after(close)

const draw = <T>(from: fc.Arbitrary<T>): T => fc.sample(from, { seed: seed * 1_000_003 + drawn++, numRuns: 1 })[0]!

/** Sends requests of one kind for every operation, and tells what was wrong with the answers. */
async function fuzz(make: (operation: Described, own: ValidRequest, round: number) => fc.Arbitrary<Fuzzed>) {
  const found = new Map<string, string>()
  const statuses = new Map<number, number>()
  let sent = 0
  for (let round = 0; round < rounds; round++) {
    for (const operation of operations) {
      const own = await wishFor(operation.name)
      const asked = draw(make(operation, own, round))
      const who = draw(whos)
      const { status, ...heard } = await send(app.url, asked, callerOf(world, operation.name, who)?.token)
      const { method, path } = asked
      sent++
      // A write may have cost somebody their role, or the token with which we ask.
      if (status < 300 && method !== 'GET' && !(await world.intact())) world = await createSpace(app)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const faults = judge(method, path, { status, ...heard })
      if (heard.text.includes(mark) && !JSON.stringify(asked).includes(mark))
        faults.push('shows what belongs to another space')
      for (const fault of faults)
        found.set(
          `${operation.name}: ${fault}`.slice(0, 150),
          `${who}: ${method} ${path} ${String(asked.body ?? '').slice(0, 400)}\n    ${fault}`,
        )
    }
  }
  return { sent, statuses: Object.fromEntries([...statuses].sort()), found: [...found.values()].slice(0, findings_max) }
}

/** A request that works; in a new world when this one has lost what it needs. */
async function wishFor(name: string): Promise<ValidRequest> {
  try {
    return await world.rows[name]!.ask('superadmin')
  } catch {
    world = await createSpace(app)
    return world.rows[name]!.ask('superadmin')
  }
}

const whos = fc.constantFrom(
  ...Array<string>(12).fill('superadmin'),
  'admin',
  'manager',
  'user',
  'program',
  'stranger',
  'narrow',
  'nobody',
)

const callerOf = ({ callers, rows, signedIn }: FuzzSpace, name: string, who: string) =>
  who === 'superadmin' && rows[name]?.signed_in ? signedIn : callers[who]

function idsOf(wishes: ValidRequest[]) {
  const numbers = wishes.flatMap(({ path, data }) =>
    [...`${path} ${JSON.stringify(data ?? '')}`.matchAll(/\b\d{1,7}\b/g)].map(([text]) => Number(text)),
  )
  return [...new Set(numbers)]
}

describe('whatever is sent', () => {
  const kinds: Record<string, Parameters<typeof fuzz>[0]> = {
    'requests that work, and what becomes of them when something is done to one place': (_, own) => aroundOne(own),
    'requests made of the OpenAPI document alone': operation => asDescribed(operation, document, ids),
    'requests that name things of another space': ({ name }, own, round) => {
      const theirs = foreign.wishes.get(name)!
      return withForeign(own, theirs[round % theirs.length]!)
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
