import type { Sql } from '../db/sql.ts'
import { type Answer, eventually, type TestApp } from './harness.ts'
import type { Person } from './people.ts'

// What stories about money need: contacts, payments, statuses, and requests that meet in a given order.

/** A contact of the space of this person; answers its id. */
export async function aContact(app: TestApp, who: Person, contact: object = {}): Promise<number> {
  const { status, body, text } = await app.as(who).post('/contacts', { contact: { surname: 'Curie', ...contact } })
  if (status !== 200) throw new Error(`no contact was made: ${text}`)
  return body.data.contact.id
}

/** A bundle, recorded over HTTP. */
export async function aBundle(app: TestApp, who: Person, bundle: object) {
  const { status, body, text } = await app.as(who).post('/v1/transaction_bundles', bundle)
  if (status !== 200) throw new Error(`no bundle was made: ${text}`)
  return body.data
}

/** The status of this kind that the space began with. */
export async function statusOf(app: TestApp, space: number, kind: string): Promise<number> {
  const [row] = await app.owner<{ id: number }[]>`
    select id from transaction_statuses where group_id = ${space} and kind = ${kind} order by id`
  return row!.id
}

export const keysOf = (value: object) => Object.keys(value).sort()

/** What is no amount of money, as JSON text. */
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

/** Like `meeting`, and the requests queue up in this very order. */
export async function inTurn(
  app: TestApp,
  hold: (sql: Sql) => Promise<unknown>,
  send: (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const sent: Promise<Answer>[] = []
  await app.owner.begin(async sql => {
    await hold(sql)
    for (const ask of send) {
      sent.push(ask())
      await eventually(async () => (await waiting(sql)) >= sent.length)
    }
  })
  return Promise.all(sent)
}

/** How many sessions of this database wait for a lock. */
export async function waiting(sql: Sql): Promise<number> {
  const [row] = await sql<[{ waiting: number }]>`
    with here as (select pid from pg_locks join pg_database d on d.oid = database where datname = current_database())
    select count(distinct pid) as waiting from pg_locks where not granted and pid in (select pid from here)`
  return row.waiting
}
