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
  badAmounts,
  bundleAt,
  changeTransactionSettings,
  historyOf,
  payment,
  rowCounts,
} from '../../test/money.ts'
import { refusal } from '../../test/people.ts'
import { pick } from '../../test/pick.ts'
import { reindexContacts } from '../../test/search_index.ts'
import { shifted } from '../../test/tampered_books.ts'
import { itemRows } from '../core/rows.ts'

const app = await startTestApp()
const [treasurer, other_space_user] = [await aTreasurer(app), await aTreasurer(app)]
const ask = app.as(treasurer)
const path = '/v1/transaction_bundles'
const contact = await aContactId(app, treasurer)
const foreign_contact = await aContactId(app, other_space_user)
const status = (await aStatus(app, treasurer)).id
const bundle = await aBundle(app, treasurer, {
  transactions: [payment(contact)],
  memberships: [payment(contact)],
  donations: [payment(contact)],
})
const pool = new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
after(() => pool.end())

const [transaction, , donation] = itemRows({ ...bundle, reversals: [] }, () => '', { deleted: false })
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

/** Asserts that the request is refused at exactly these places. */
async function refused(send: ReturnType<typeof ask.post>, ...places: string[]) {
  const answer = await send
  assert.deepEqual(refusal(answer), [422, 'invalid_request', ...places.map(place => `body.data.${place}`)], answer.text)
}
const create = (sent: object) => ask.post(path, sent)

describe('amounts are never coerced', () => {
  const bad = [...badAmounts, '1e400', '12345678901234567890']

  for (const kind of ['transactions', 'memberships', 'donations'])
    test(`of ${kind}: each of ${bad.join(', ')} is named, and nothing is written`, async () => {
      const before = await rowCounts(app)
      const items = bad.map(amount => `{"contact_id":${contact},"amount":${amount}}`)
      const paid = kind === 'transactions' ? '' : `"transactions":[{"contact_id":${contact},"amount":1}],`
      const body = `{"data":{${paid}"${kind}":[${items.join()}]}}`
      await refused(ask.send('POST', path, { body }), ...bad.map((_, index) => `${kind}.${index}.amount`))
      assert.deepEqual(await rowCounts(app), before)
    })

  test('zero and the largest amount are stored exactly', async () => {
    for (const amount of [0, Number.MAX_SAFE_INTEGER]) {
      const transactions = ['reimbursed_amount', 'unpaid_amount'].map(part =>
        payment(contact, { amount, [part]: amount }),
      )
      const items = { transactions, donations: [payment(contact, { amount })] }
      const { id } = await aBundle(app, treasurer, items)
      const { transactions: paid, donations } = (await ask.get(bundleAt(id))).body.data
      const told = [paid[0].amount, paid[0].reimbursed_amount, paid[1].unpaid_amount, donations[0].initial_amount]
      assert.deepEqual(told, Array(4).fill(amount))
    }
  })

  test('reimbursed and unpaid cannot exceed the amount, also not by two changes at once', async () => {
    const over = payment(contact, { reimbursed_amount: 1001, unpaid_amount: 1001 })
    await refused(create({ transactions: [over] }), 'transactions.0.reimbursed_amount', 'transactions.0.unpaid_amount')
    const bundle = await aBundle(app, treasurer, { transactions: [payment(contact, { reimbursed_amount: 400 })] })
    const [{ id }] = bundle.transactions
    const change = (fields: object) => ask.patch(bundleAt(bundle.id), { transactions: [{ id, ...fields }] })
    await refused(change({ unpaid_amount: 601 }), 'transactions.0.unpaid_amount')
    assert.deepEqual((await ask.get(bundleAt(bundle.id))).body.data, bundle)
    const answers = await Promise.all([change({ reimbursed_amount: 900 }), change({ unpaid_amount: 600 })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  })

  test('a currency is one of ISO 4217, in any case', async () => {
    const wrong = ['EURO', 'XQZ', 'XYZ', '', 'E R', 'EUR ', 'EU', 'uſd', 'ınr', 'ﬁm']
    const transactions = wrong.map(currency => payment(contact, { currency }))
    await refused(create({ transactions }), ...wrong.map((_, index) => `transactions.${index}.currency`))
    const right = ['eUr', 'VED', 'ved']
    const bundle = await aBundle(app, treasurer, {
      transactions: right.map(currency => payment(contact, { currency })),
    })
    assert.deepEqual(pick(bundle.transactions, 'currency'), right)
  })
})

describe('dates', () => {
  test('of the first and last years are kept through a change', async () => {
    const dates = ['0001-01-02T00:00:00Z', '0050-06-01', '0999-12-31T10:00:00Z', '9999-12-31T23:59:59.999Z']
    const { id, transactions } = await aBundle(app, treasurer, {
      transactions: dates.map(date => payment(contact, { date })),
    })
    const { body } = await ask.patch(bundleAt(id), {
      transactions: transactions.map(({ id }: { id: number }) => ({ id, comment: 'old' })),
    })
    for (const [index, { date }] of body.data.transactions.entries()) {
      assert.equal(date, transactions[index].date)
      assert.equal(date.slice(0, 10), dates[index]!.slice(0, 10))
    }
  })
})

describe('references', async () => {
  const unknown = { contact: 9_000_000, status: 9_000_000, member: 9_000_000, gift: 9_000_000 }
  const foreign = {
    contact: await aContactId(app, other_space_user),
    status: (await aStatus(app, other_space_user)).id,
    member: (await aMembershipPrice(app, other_space_user)).id,
    gift: (await aDonationPrice(app, other_space_user)).id,
  }

  test('to foreign and unknown contacts, statuses and prices are all named in one refusal, and nothing is written', async () => {
    const wrong = [foreign, unknown]
    const before = await rowCounts(app)
    await refused(
      create({
        transactions: [
          payment(contact),
          ...wrong.map(({ contact, status }) => payment(contact, { status_id: status })),
        ],
        memberships: wrong.map(({ contact, member }) => payment(contact, { membership_price_id: member })),
        donations: wrong.map(({ contact, gift }) => payment(contact, { donation_price_id: gift })),
      }),
      ...[1, 2].flatMap(index => [`transactions.${index}.contact_id`, `transactions.${index}.status_id`]),
      ...[0, 1].flatMap(index => [`memberships.${index}.contact_id`, `memberships.${index}.membership_price_id`]),
      ...[0, 1].flatMap(index => [`donations.${index}.contact_id`, `donations.${index}.donation_price_id`]),
    )
    assert.deepEqual(await rowCounts(app), before)
    const bundle = await aBundle(app, treasurer, { donations: [payment(contact)], memberships: [payment(contact)] })
    const counts = await rowCounts(app)
    for (const { contact: who, status, member, gift } of wrong)
      await refused(
        ask.patch(bundleAt(bundle.id), {
          transactions: [{ id: bundle.transactions[0].id, status_id: status, contact_id: who, comment: 'half' }],
          memberships: [{ id: bundle.memberships[0].id, membership_price_id: member }],
          donations: [{ id: bundle.donations[0].id, donation_price_id: gift }, payment(who)],
        }),
        'transactions.0.contact_id',
        'transactions.0.status_id',
        'memberships.0.membership_price_id',
        'donations.0.donation_price_id',
        'donations.1.contact_id',
      )
    assert.deepEqual(await rowCounts(app), counts)
    assert.deepEqual((await ask.get(bundleAt(bundle.id))).body.data, bundle)
  })

  test('to a deleted contact cannot be added, but their bundles can still be changed', async () => {
    const gone = await aContactId(app, treasurer)
    const bundle = await aBundle(app, treasurer, { transactions: [payment(gone)], memberships: [payment(gone)] })
    await app.owner`update contacts set deleted_at = now() where id = ${gone}`
    await reindexContacts(app.owner)
    await refused(create({ transactions: [payment(gone)] }), 'transactions.0.contact_id')
    const { status, body } = await ask.patch(bundleAt(bundle.id), {
      transactions: [{ id: bundle.transactions[0].id, reimbursed_amount: 500 }],
      donations: [payment(contact)],
    })
    assert.deepEqual([status, body.data?.transactions[0].reimbursed_amount], [200, 500])
    assert.deepEqual(body.data.memberships[0].contact, bundle.memberships[0].contact)
  })
})

// What the database refuses by itself, whatever the server sends.

interface Recorded {
  added?: object[]
  altered?: object[]
  contacts?: number[]
  statuses?: number[]
  kinds?: string[]
  membership_prices?: number[]
  donation_prices?: number[]
  settings?: string
}

// Items have no foreign keys to bundles, statuses and prices: the function that writes them accepts only what it has locked itself.

/** Calls record_payment for a bundle, with these items and locks. The versions of contacts are those of now. */
const record = async ({
  added,
  altered,
  contacts = [contact],
  statuses = [],
  kinds = statuses.map(() => 'valid'),
  settings,
  ...prices
}: Recorded) => {
  const { membership_prices = [], donation_prices = [] } = prices
  const versions = await app.owner<{ id: number; version: number }[]>`
    select id, version from contacts where group_id = ${treasurer.space}`
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
        status_kinds => ${kinds},
        membership_price_ids => ${membership_prices}, donation_price_ids => ${donation_prices}, at => now(), bundle_document => '{}',
        origin_key => null, added => ${added ? JSON.stringify(added) : null}::text::json, altered => ${altered ? JSON.stringify(altered) : null}::text::json,
        entry_id => 900000, earlier_entry_ids => '{}', entry_position => ${before.position + 1}, source => '', entries => '[]', entry_hash => '',
        event => 'transaction_bundle.updated', request_id => '', sums => null, count_change => null, ledger_rows => null,
        checked_from => null, checked_members => null, memberships_elsewhere => null, checked_references => null, references_elsewhere => null,
        warning_changes => null, contributions => null) as outcome`
    return row.outcome
  })
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
    [
      'if the kind of a status was looked up that it has not',
      { statuses: [status], kinds: ['cancel'], added: [another] },
      'changed',
    ],
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

describe('a payment method', () => {
  const paidBy = (...kinds: string[]) => ({
    transactions: kinds.map(payment_method_kind => payment(contact, { payment_method_kind })),
  })
  const allow = (...payment_method_kinds: string[]) =>
    changeTransactionSettings(app, treasurer, { payment_method_kinds })

  test('is one of the settings in any case, is returned as sent, and others are refused', async () => {
    await allow('Card', 'chèque')
    const kinds = ['card', 'CARD', 'Chèque', 'CHÈQUE', '']
    const { transactions } = await aBundle(app, treasurer, paidBy(...kinds))
    assert.deepEqual(pick(transactions, 'payment_method_kind'), kinds)
    await refused(create(paidBy('goat')), 'transactions.0.payment_method_kind')
  })

  test('is compared by the database, whose upper and lower case differ from ours', async () => {
    await allow('ΟΔΟΣ', 'İban')
    for (const kind of ['ΟΔΟΣ', 'οδος', 'οδοσ', 'İban', 'i̇ban', 'iban', 'IBAN']) {
      const answer = await create(paidBy(kind))
      assert.ok([200, 422].includes(answer.status), `${kind}: ${answer.text}`)
    }
  })
})
