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
  payment,
  rowCounts,
} from '../../test/money.ts'
import { itemRow } from '../core/rows.ts'

// Items have no foreign keys to bundles, statuses and prices. The function that writes them accepts only what it has locked itself.

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const [contact, foreign_contact] = [await aContactId(app, treasurer), await aContactId(app, other_space_user)]
const status = (await aStatus(app, treasurer)).id
const bundle = await aBundle(app, treasurer, { transactions: [payment(contact)], donations: [payment(contact)] })
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

describe('a payment is refused by the database if it refers to', () => {
  const cases: [what: string, () => Promise<Recorded>][] = [
    [
      'a contact that was not looked up',
      async () => ({ added: [{ ...another, contact_id: await aContactId(app, treasurer) }] }),
    ],
    ['a contact of another space', async () => ({ altered: [{ ...transaction, contact_id: foreign_contact }] })],
    ['a status that was not looked up', async () => ({ added: [{ ...another, status_id: status }] })],
    ['another status that was not looked up', async () => ({ altered: [{ ...transaction, status_id: status }] })],
    [
      'a membership price that was not looked up',
      async () => ({
        added: [{ ...another, kind: 'membership', membership_price_id: (await aMembershipPrice(app, treasurer)).id }],
      }),
    ],
    [
      'a donation price that was not looked up',
      async () => ({ altered: [{ ...donation, donation_price_id: (await aDonationPrice(app, treasurer)).id }] }),
    ],
    ['an item that the bundle does not have', async () => ({ altered: [another] })],
  ]
  for (const [what, wrong] of cases)
    test(what, async () => {
      const recorded = await wrong()
      const before = await rowCounts(app)
      await assert.rejects(record(recorded), /not looked up/)
      assert.deepEqual(await rowCounts(app), before)
    })
})

describe('a payment is not recorded if what was looked up', () => {
  const cases: [what: string, () => Promise<Recorded>][] = [
    ['is another list of payment methods', async () => ({ settings: '{} {card}' })],
    ['is a contact of another space', async () => ({ contacts: [foreign_contact] })],
    ['is a contact that does not exist', async () => ({ contacts: [9_000_000] })],
    ['is a status of another space', async () => ({ statuses: [(await aStatus(app, other_space_user)).id] })],
    [
      'is a membership price of another space',
      async () => ({ membership_prices: [(await aMembershipPrice(app, other_space_user)).id] }),
    ],
    [
      'is a donation price of another space',
      async () => ({ donation_prices: [(await aDonationPrice(app, other_space_user)).id] }),
    ],
  ]
  for (const [what, wrong] of cases)
    test(what, async () => {
      const recorded = await wrong()
      const before = await rowCounts(app)
      assert.equal(await record({ added: [another], ...recorded }), 'changed')
      assert.deepEqual(await rowCounts(app), before)
    })
})
