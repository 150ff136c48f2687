import fc from 'fast-check'
import type { ReplyBody } from '../server/test/reply_body.ts'
import {
  createContacts,
  inParallel,
  type RunningServer,
  requestData,
  requestUntilAnswered,
  space,
  type TestServer,
  type Verdict,
  verify,
  withTestServer,
} from './test_server.ts'

interface HistoryParams {
  seed: number
  sequences: number
  time_ms_max: number
  log?: (line: string) => void
  running?: RunningServer | undefined
}

const path = '/v1/transaction_bundles'
const lanes = 8
const kinds = { transactions: 'transaction', memberships: 'membership', donations: 'donation' } as const
type Name = keyof typeof kinds
const names = Object.keys(kinds) as Name[]

// A change: the list, the index of the item (a new one beyond the last), and the new values.
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter(word => word.isWellFormed() && !/\p{Cc}/u.test(word))
const change = fc.record({
  name: fc.constantFrom(...names),
  place: fc.nat(3),
  payer: fc.nat(),
  amount: fc.nat(100_000),
  comment: text,
  status: fc.nat(),
  currency: fc.constantFrom('EUR', 'usd', 'CHF'),
})
const step = fc.oneof(
  { weight: 9, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant('delete' as const) },
)
const story = fc.record({
  payment: change,
  more: fc.array(change, { maxLength: 2 }),
  steps: fc.array(step, { maxLength: 5 }),
})
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never
type Story = typeof story extends fc.Arbitrary<infer One> ? One : never

/** Promise 3: replaying the history of a bundle gives the bundle, and the application cannot change the history. */
export const tortureHistory = ({ seed, sequences, time_ms_max, log, running }: HistoryParams): Promise<Verdict> =>
  withTestServer(
    time_ms_max,
    async site => {
      const contacts = await createContacts(site, 20)
      const statuses: number[] = (await requestData(site, '/v1/transaction_statuses')).map(
        ({ id }: { id: number }) => id,
      )
      const count = { differ: 0, refused: 0, played: 0 }
      const notes: string[] = []
      const play = async (sequence: Story) => {
        const wrong = await playStory(site, sequence, contacts, statuses).catch(error => {
          count.refused++
          return (error as Error).message
        })
        if (wrong) {
          count.differ++
          notes.push(wrong)
        }
        if (++count.played % 1000 === 0) log?.(`${count.played} of ${sequences} sequences`)
      }
      await inParallel(fc.sample(story, { seed, numRuns: sequences }), lanes, play)
      const app = site.poolAs('muster_app')
      const tried = ['update bundle_changes set hash = hash', 'delete from bundle_changes', 'truncate bundle_changes']
      const answers = await Promise.allSettled(
        tried.map(statement => app.write({ group_id: space }, sql => sql.unsafe(statement))),
      )
      const verified = await verify(site.dataDir)
      return {
        summary: `${count.played} sequences played. ${verified.output}`,
        broken: {
          'bundles that differ from their replayed history': count.differ - count.refused,
          'refused steps': count.refused,
          'ways for the application to change the history': answers.filter(({ status }) => status === 'fulfilled')
            .length,
          'findings of muster verify': Number(verified.findings),
        },
        notes,
      }
    },
    {},
    running,
  )

/** Creates and changes a bundle; returns what is wrong in the end. */
async function playStory(site: TestServer, { payment, more, steps }: Story, contacts: number[], statuses: number[]) {
  const itemOf = ({ name, payer, amount, comment, status, currency }: Change) => ({
    contact_id: contacts[payer % contacts.length],
    amount,
    comment,
    currency,
    ...(name === 'transactions' && { status_id: statuses[status % statuses.length] }),
  })
  const listed = (changes: Change[], now: Record<Name, { id: number }[]>) =>
    Object.fromEntries(
      names.map(name => [
        name,
        changes
          .filter(change => change.name === name)
          .map(change => ({ ...itemOf(change), id: now[name][change.place]?.id })),
      ]),
    )
  const none = { transactions: [], memberships: [], donations: [] }
  const first = listed([{ ...payment, name: 'transactions' }, ...more], none)
  let now = await requestData(site, path, { method: 'POST', data: first })
  const { id } = now
  let deleted = false
  for (const step of steps) {
    if (step === 'delete') {
      await requestData(site, `${path}/${id}`, { method: 'DELETE' })
      deleted = true
      break
    }
    now = await requestData(site, `${path}/${id}`, { method: 'PATCH', data: listed(step, now) })
  }
  const [{ status, body }, history] = await Promise.all([
    requestUntilAnswered(site, `${path}/${id}`),
    requestData(site, `${path}/${id}/history`),
  ])
  const state = new Map<string, object | null>()
  for (const entry of history) state.set(`${entry.kind.replace('_status', '')} ${entry.target_id}`, entry.new)
  const expected = deleted
    ? []
    : names.flatMap(name => now[name].map((item: StoredItem) => [`${kinds[name]} ${item.id}`, withoutContact(item)]))
  const told = [...state].filter(([, item]) => item !== null)
  const same = sorted(told) === sorted(expected) && (deleted ? status === 404 : lasting(body.data) === lasting(now))
  return same ? undefined : `bundle ${id} differs from its history`
}

// Without contacts: another payment may give one of them a membership number, which changes the document only.
const lasting = ({ UpdatedAt: _, ...bundle }: ReplyBody) =>
  JSON.stringify(bundle, (name, value) => (name === 'contact' ? undefined : value))

interface StoredItem {
  id: number
  contact?: object
}

const withoutContact = ({ contact: _, ...item }: StoredItem) => item
const sorted = (pairs: unknown[]) => JSON.stringify(pairs.map(pair => JSON.stringify(pair)).sort())
