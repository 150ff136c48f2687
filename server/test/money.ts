import { type CheckSettings, paymentChecks } from '../money/core/checks/checks.ts'
import { type VerificationFinding, verifyPayments } from '../money/transaction_bundles/verify.ts'
import { defined } from './defined.ts'
import type { TestApp } from './harness.ts'
import { aSpace, aUser, type Person, withAppPool } from './people.ts'
import type { ReplyBody } from './reply_body.ts'

// Creates treasurers, contacts and payments over HTTP.

type Fields = Record<string, unknown>

export interface SentBundle {
  id?: unknown
  transactions?: Fields[]
  memberships?: Fields[]
  donations?: Fields[]
}

/** A user who may record payments, in a new space unless one is given. */
export async function aTreasurer(app: TestApp, space?: number): Promise<Person> {
  return aUser(app, space ?? (await aSpace(app)), { role: 'admin' })
}

let contacts = 0

/** Creates a contact as this person and returns its id. */
export async function aContactId(app: TestApp, person: Person, wish: Fields = {}): Promise<number> {
  const contact = { firstname: `Given${++contacts}`, surname: `Family${contacts}`, ...wish }
  return (await made(app, person, '/contacts', { contact })).contact.id
}

export const aStatus = (app: TestApp, person: Person, wish: Fields = {}): Promise<{ id: number }> =>
  made(app, person, '/v1/transaction_statuses', { name: 'Checked', ...wish })

/** The status of this kind that the space began with. */
export async function statusOf(app: TestApp, space: number, kind: string): Promise<number> {
  const [row] = await app.owner<{ id: number }[]>`
    select id from transaction_statuses where group_id = ${space} and kind = ${kind} order by id`
  return defined(row, `the status ${kind}`).id
}

export const aMembershipPrice = (app: TestApp, person: Person, wish: Fields = {}): Promise<{ id: number }> =>
  made(app, person, '/v1/membership_prices', { name: 'Member', amount: 3000, ...wish })

export const aDonationPrice = (app: TestApp, person: Person, wish: Fields = {}): Promise<{ id: number }> =>
  made(app, person, '/v1/donation_prices', { name: 'Gift', amount: 5000, ...wish })

/** Creates a bundle of one payment, with these other fields. */
export async function aBundle(app: TestApp, person: Person, wish: SentBundle = {}): Promise<ReplyBody> {
  const transactions = wish.transactions ?? [payment(await aContactId(app, person))]
  return made(app, person, '/v1/transaction_bundles', { ...wish, transactions })
}

/** A payment, a membership or a donation of this contact, as it is sent: the required fields and the given ones. */
export const payment = (contact_id: number, wish: Fields = {}): Fields => ({ amount: 1000, contact_id, ...wish })

/** Invalid amounts, as JSON text. */
export const badAmounts = [
  'null',
  'true',
  'false',
  '"12"',
  '"abc"',
  '""',
  '[5]',
  '{}',
  '1.5',
  '-1',
  '-0.5',
  '9007199254740992',
  '9007199254740993',
  '1e300',
]

export async function changeTransactionSettings(app: TestApp, person: Person, settings: Fields) {
  const { status, body, text } = await app.as(person).patch('/v1/transaction_settings', settings)
  if (status !== 200) throw new Error(`the settings were refused: ${text}`)
  return body.data
}

/** Changes what these checks of payments do. */
export async function setChecks(app: TestApp, person: Person, checks: Partial<CheckSettings>) {
  const { status, text } = await app.as(person).patch('/v1/payment_checks', checks)
  if (status !== 200) throw new Error(`the checks were refused: ${text}`)
}

/** For payments that need not make sense, in responses without warnings. */
export const turnChecksOff = (app: TestApp, person: Person) =>
  setChecks(app, person, Object.fromEntries(paymentChecks.map(check => [check, 'off'])))

export const bundleAt = (id: number) => `/v1/transaction_bundles/${id}`

export async function historyOf(app: TestApp, person: Person, id: number): Promise<ReplyBody[]> {
  return (await app.as(person).get(`${bundleAt(id)}/history`)).body.data
}

/** Follows the cursor of a list to its end, and returns the rows of each page. */
export async function pagesOf(
  app: TestApp,
  person: Person,
  path: string,
  between: () => Promise<unknown> = async () => {},
) {
  const pages: ReplyBody[][] = []
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const next: string = first ? '' : `&cursor=${encodeURIComponent(cursor ?? '')}`
    const { status, body, text } = await app.as(person).get(`${path}${next}`)
    if (status !== 200) throw new Error(`GET ${path} was refused: ${text}`)
    pages.push(body.data)
    cursor = body.next_cursor
    await between()
  }
  return pages
}

/** The findings of `muster verify` in this space. */
export async function verificationFindings(app: TestApp, space: number): Promise<VerificationFinding[]> {
  return withAppPool(app, async pool => {
    const findings: VerificationFinding[] = []
    const walk = verifyPayments(work => pool.snapshot({ group_id: space }, work), space)
    for await (const page of walk) findings.push(...page.findings)
    return findings
  })
}

/** How many rows of each kind of money the database holds, of all spaces together. */
export async function rowCounts(app: TestApp) {
  const [row] = await app.owner<[Record<string, number>]>`
    select (select count(*) from transaction_bundles) as bundles, (select count(*) from transactions) as transactions,
           (select count(*) from memberships) as memberships, (select count(*) from donations) as donations,
           (select count(*) from bundle_history) as history, (select count(*) from events) as events,
           -- In one part, which Citus reads from each shard at once: background work moves the changes of events to counters.
           (select coalesce(sum(change), 0)::bigint from (
             select group_id, delta as change from counters union all select group_id, count_change from events) c) as tallied`
  return { ...row }
}

async function made(app: TestApp, person: Person, path: string, data: object) {
  const { status, body, text } = await app.as(person).post(path, data)
  if (status !== 200) throw new Error(`POST ${path} was refused: ${text}`)
  return body.data
}
