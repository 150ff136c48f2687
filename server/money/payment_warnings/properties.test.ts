import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startTestApp } from '../../test/harness.ts'
import { aContactId, aMembershipPrice, aTreasurer, bundleAt } from '../../test/money.ts'
import type { ReplyBody } from '../../test/reply_body.ts'
import { runs } from '../../test/runs.ts'

// After any sequence of writes the open warnings are those that follow from the payments as they are then.

const app = await startTestApp()
const path = '/v1/transaction_bundles'
const price_amount = 20

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()
const amount = fc.constantFrom(10, price_amount, 30)
const length = fc.option(fc.nat(4))
const term = fc.record({ start: fc.nat(9), length, contact: fc.nat(1), amount, priced: fc.boolean() })
const code = fc.constantFrom('', 'KNOWN', 'known', 'new', 'other')
// The external id 0 stands for none.
const paid = fc.record({ amount, external: fc.option(fc.nat(3)), code })
const items = fc.record({
  transactions: fc.array(paid, { minLength: 1, maxLength: 2 }),
  memberships: fc.array(term, { maxLength: 2 }),
})
const write = fc.oneof(
  { weight: 4, arbitrary: items.map(sent => ({ kind: 'create' as const, sent })) },
  { weight: 4, arbitrary: fc.tuple(fc.nat(), items).map(([at, sent]) => ({ kind: 'change' as const, at, sent })) },
  { weight: 1, arbitrary: fc.nat().map(at => ({ kind: 'delete' as const, at })) },
)

/** The warnings that follow from the bundles alone: check, item and, for an overlap, the first one that it overlaps. */
function expectedWarnings(bundles: ReplyBody[], price: number): string[] {
  const memberships: ReplyBody[] = bundles.flatMap(bundle => bundle.memberships)
  const transactions: ReplyBody[] = bundles.flatMap(bundle => bundle.transactions)
  const endOf = ({ end_date }: ReplyBody) => end_date ?? '9999'
  const sum = (list: ReplyBody[]) => list.reduce((total, item) => total + item.amount, 0)
  return [
    ...bundles
      .filter(bundle => bundle.memberships.length > 0 && sum(bundle.memberships) !== sum(bundle.transactions))
      .map(({ id }) => `allocation ${id}`),
    ...memberships
      .filter(({ membership_price_id, amount }) => membership_price_id === price && amount !== price_amount)
      .map(({ id }) => `price ${id}`),
    ...memberships.flatMap(one => {
      const first = memberships
        .filter(other => other.id < one.id && other.contact_id === one.contact_id)
        .filter(other => other.start_date < endOf(one) && one.start_date < endOf(other))
        .toSorted((a, b) => a.id - b.id)[0]
      return first ? [`overlapping_membership ${one.id} ${first.id}`] : []
    }),
    ...transactions
      .filter(({ code_campaign }) => code_campaign !== '' && code_campaign.toLowerCase() !== 'known')
      .map(({ id }) => `unknown_campaign ${id}`),
    ...transactions
      .filter(
        one =>
          one.external_transaction_id &&
          transactions.some(
            other => other.id < one.id && other.external_transaction_id === one.external_transaction_id,
          ),
      )
      .map(({ id }) => `repeated_reference ${id}`),
  ].sort()
}

type Items = typeof items extends fc.Arbitrary<infer Value> ? Value : never
type Write = typeof write extends fc.Arbitrary<infer Value> ? Value : never

/** A new space with two contacts, a price and a campaign code. `bundles` has its payments as the last responses had them. */
async function aSpace() {
  const treasurer = await aTreasurer(app)
  const ask = app.as(treasurer)
  const contacts = [await aContactId(app, treasurer), await aContactId(app, treasurer)]
  const price = (await aMembershipPrice(app, treasurer, { amount: price_amount })).id
  await ask.post('/v1/code_campaigns', { code: 'KNOWN' })
  return { ask, contacts, price, bundles: [] as ReplyBody[] }
}
type Space = Awaited<ReturnType<typeof aSpace>>

/** What is sent for these items: changes of those that the bundle has, then new ones. */
const sentOf = ({ contacts, price }: Space, { transactions, memberships }: Items, old?: ReplyBody) => ({
  transactions: transactions.map(({ amount, external, code }, index) => ({
    ...(old?.transactions[index] ? { id: old.transactions[index].id } : { contact_id: contacts[0] }),
    ...{ amount, external_transaction_id: external, code_campaign: code, date: day(0) },
  })),
  memberships: memberships.map(({ start, length, contact, amount, priced }, index) => ({
    ...(old?.memberships[index] && { id: old.memberships[index].id }),
    ...{ contact_id: contacts[contact], amount, membership_price_id: priced ? price : null },
    ...{ start_date: day(start), end_date: length === null ? null : day(start + length) },
  })),
})

async function apply(space: Space, one: Write) {
  const { ask, bundles } = space
  if (one.kind === 'create') {
    bundles.push((await ask.post(path, sentOf(space, one.sent))).body.data)
    return
  }
  const old = bundles[one.at % Math.max(bundles.length, 1)]
  if (!old) return
  const answer =
    one.kind === 'delete'
      ? await ask.delete(bundleAt(old.id))
      : await ask.patch(bundleAt(old.id), sentOf(space, one.sent, old))
  assert.equal(answer.status, 200)
  bundles.splice(bundles.indexOf(old), 1, ...(one.kind === 'delete' ? [] : [answer.body.data]))
}

async function compare({ ask, bundles, price }: Space) {
  const { data } = (await ask.get('/v1/payment_warnings?state=open&limit=1000')).body
  const found = data.map(({ check, target_id, other_id }: ReplyBody) =>
    check === 'overlapping_membership' ? `${check} ${target_id} ${other_id}` : `${check} ${target_id}`,
  )
  assert.deepEqual(found.sort(), expectedWarnings(bundles, price))
  const live = new Set(bundles.flatMap(({ transactions }) => transactions.map(({ id }: ReplyBody) => id)))
  const repeated = data.filter(({ check }: ReplyBody) => check === 'repeated_reference')
  assert.ok(
    repeated.every(({ other_id }: ReplyBody) => live.has(other_id)),
    'a warning names a deleted transaction',
  )
}

test('the open warnings are those of the payments as they are, after any writes', { timeout: 600_000 }, async () => {
  const property = fc.asyncProperty(fc.array(write, { minLength: 2, maxLength: 8 }), async writes => {
    const space = await aSpace()
    for (const one of writes) {
      await apply(space, one)
      await compare(space)
    }
  })
  await fc.assert(property, { numRuns: runs(50) })
})
