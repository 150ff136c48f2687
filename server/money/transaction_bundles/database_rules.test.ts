import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { Pool } from '../../db/pool/pool.ts'
import { startTestApp } from '../../test/harness.ts'
import {
  aBundle,
  aContactId,
  aDonationPrice,
  aMembershipPrice,
  aStatus,
  aTreasurer,
  bundleAt,
  historyOf,
  payment,
  rowCounts,
} from '../../test/money.ts'
import { shifted } from '../../test/tampered_books.ts'
import { itemRow } from '../core/rows.ts'

// What the database refuses by itself, whatever the server sends.

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const [contact, foreign_contact] = [await aContactId(app, treasurer), await aContactId(app, other_space_user)]
const status = (await aStatus(app, treasurer)).id
const bundle = await aBundle(app, treasurer, {
  transactions: [payment(contact)],
  memberships: [payment(contact)],
  donations: [payment(contact)],
})
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
after(() => pool.end())

interface Recorded {
  added?: object[]
  altered?: object[]
  contacts?: number[]
  statuses?: number[]
  membership_prices?: number[]
  donation_prices?: number[]
  settings?: string
}

// Items have no foreign keys to bundles, statuses and prices: the function that writes them accepts only what it has locked itself.

/** Calls record_payment for a bundle, with these items and locks. The versions of contacts are those of now. */
const record = async ({ added, altered, contacts = [contact], statuses = [], settings, ...prices }: Recorded) => {
  const { membership_prices = [], donation_prices = [] } = prices
  const versions = await app.owner<{ id: number; version: number }[]>`select id, version from contacts`
  const version = (id: number) => versions.find(row => row.id === id)?.version ?? 1
  const [before] = await app.owner<[{ hash: string; settings: string; position: number }]>`
    select b.fingerprint::text as hash, concat(s.open_periods, ' ', s.payment_method_kinds, ' ', s.ledger_version, ' ', s.payment_checks, ' ',
             s.contribution_rules) as settings,
           (select max(position) from bundle_changes where group_id = ${treasurer.space} and bundle_id = ${bundle.id}) as position
    from transaction_bundles b join transaction_settings s on s.group_id = b.group_id
    where b.group_id = ${treasurer.space} and b.id = ${bundle.id}`
  return pool.writeCall(treasurer.space, async sql => {
    const [row] = await sql<[{ outcome: string }]>`
      select record_payment(${treasurer.space}, ${treasurer.id}, actor => 'user:1', request_key => null, fingerprint => null, permissions => null,
        status => null, response => null, headers => null, bundle => ${bundle.id}, bundle_hash => ${before.hash}, contact_ids => ${contacts},
        contact_versions => ${contacts.map(version)}, settings_version => ${settings ?? before.settings}, status_ids => ${statuses},
        membership_price_ids => ${membership_prices}, donation_price_ids => ${donation_prices}, at => now(), bundle_document => '{}',
        origin_key => null, added => ${added ? JSON.stringify(added) : null}::text::json, altered => ${altered ? JSON.stringify(altered) : null}::text::json,
        entry_id => 900000, earlier_entry_ids => '{}', entry_position => ${before.position + 1}, source => '', entries => '[]', entry_hash => '',
        event => 'transaction_bundle.updated', request_id => '', sums => null, count_change => null, ledger_rows => null,
        checked_from => null, checked_members => null, memberships_elsewhere => null, checked_references => null, references_elsewhere => null,
        warning_changes => null, contributions => null) as outcome`
    return row.outcome
  })
}

const transaction = itemRow('transaction', bundle.transactions[0])
const donation = itemRow('donation', bundle.donations[0])
const another = { ...transaction, id: 900_000 }

const [unlocked, member, gift] = [
  await aContactId(app, treasurer),
  (await aMembershipPrice(app, treasurer)).id,
  (await aDonationPrice(app, treasurer)).id,
]
const theirs = {
  statuses: [(await aStatus(app, other_space_user)).id],
  membership_prices: [(await aMembershipPrice(app, other_space_user)).id],
  donation_prices: [(await aDonationPrice(app, other_space_user)).id],
}

describe('the database does not record a payment', () => {
  for (const [what, recorded, outcome] of [
    ['with a contact that was not looked up', { added: [{ ...another, contact_id: unlocked }] }],
    ['with a contact of another space', { altered: [{ ...transaction, contact_id: foreign_contact }] }],
    ['with a status that was not looked up', { added: [{ ...another, status_id: status }] }],
    ['with another status that was not looked up', { altered: [{ ...transaction, status_id: status }] }],
    [
      'with a membership price that was not looked up',
      { added: [{ ...another, kind: 'membership', membership_price_id: member }] },
    ],
    ['with a donation price that was not looked up', { altered: [{ ...donation, donation_price_id: gift }] }],
    ['with an item that the bundle does not have', { altered: [another] }],
    ['if other payment methods were looked up', { settings: '{} {card}', added: [another] }, 'changed'],
    ['if a contact of another space was looked up', { contacts: [foreign_contact], added: [another] }, 'changed'],
    ['if a contact that does not exist was looked up', { contacts: [9_000_000], added: [another] }, 'changed'],
    ...Object.entries(theirs).map(
      ([name, ids]) =>
        [`if ${name} of another space were looked up`, { [name]: ids, added: [another] }, 'changed'] as const,
    ),
  ] as [string, Recorded, string?][])
    test(what, async () => {
      const before = await rowCounts(app)
      if (outcome) assert.equal(await record(recorded), outcome)
      else await assert.rejects(record(recorded), /not looked up/)
      assert.deepEqual(await rowCounts(app), before)
    })
})

describe('no row', () => {
  for (const [rows, change, reason] of [
    ['transactions', 'amount = -1', /amount_check/],
    ['transactions', 'amount = 9007199254740992', /amount_check/],
    ['transactions', 'reimbursed_amount = amount + 1', /within_amount/],
    ['transactions', 'unpaid_amount = amount + 1', /within_amount/],
    ['transactions', 'reimbursed_amount = amount, unpaid_amount = 1', /parts_within_amount/],
    ['transactions', "currency = 'EURO'", /currency_check/],
    ['transactions', `contact_id = ${foreign_contact}`, /items_contact/],
    ['transactions', 'contact_id = 9000000', /items_contact/],
    ['transactions', 'contact_id = null', /null value/],
    ['memberships', `end_date = ${shifted('date', '-1 millisecond')}`, /ends_after_it_starts/],
    ['memberships', `contact_id = ${foreign_contact}`, /items_contact/],
    ['memberships', 'amount = -1', /amount_check/],
    ['donations', 'amount = -1', /amount_check/],
    ['items', "kind = 'note'", /item_kind/],
    ['items', 'reimbursed_amount = null', /parts_within_amount/],
    ['donations', `contact_id = ${foreign_contact}`, /items_contact/],
    ['bundle_changes', "entries = '['", /json/],
    ['bundle_changes', 'position = 0', /bundle_changes_position_check/],
  ] as const)
    test(`of ${rows} ever has ${change.replace(/\d{2,}/, 'that')}`, async () => {
      const table = rows === 'bundle_changes' ? rows : 'items'
      const ofKind = rows === table ? '' : `and kind = '${rows.slice(0, -1)}'`
      const where = `group_id = ${treasurer.space} and bundle_id = ${bundle.id} ${ofKind}`
      await assert.rejects(async () => app.owner.unsafe(`update ${table} set ${change} where ${where}`), reason)
    })
})

describe('the application role', () => {
  const attempt = (statement: string) =>
    pool.write({ group_id: treasurer.space, user_id: treasurer.id }, sql => sql.unsafe(statement))

  test('may neither change nor delete history, events and payments', async () => {
    for (const statement of [
      "update bundle_changes set entries = '[]'",
      'update bundle_changes set hash = hash where false',
      'update events set kind = kind',
      'truncate bundle_changes',
      'truncate events',
      'delete from bundle_changes',
      'delete from events',
      'delete from items',
      'delete from transactions',
      'delete from memberships',
      'delete from donations',
      'delete from transaction_bundles',
      'delete from contacts',
      'delete from transaction_statuses',
      'delete from membership_prices',
      'delete from donation_prices',
    ])
      await assert.rejects(attempt(statement), /permission denied/, statement)
    assert.equal((await historyOf(app, treasurer, bundle.id)).length, 3)
    assert.equal((await app.as(treasurer).get(bundleAt(bundle.id))).status, 200)
  })

  test('does not own the tables, so it cannot regain permissions', async () => {
    const outcome = await attempt('grant all on bundle_changes to muster_app').then(
      () => 'granted',
      error => error.message,
    )
    const [row] = await app.owner`select has_table_privilege('muster_app', 'bundle_changes', 'update') as may`
    assert.equal(row?.may, false, outcome)
  })
})
