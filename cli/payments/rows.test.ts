import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bundleOf } from './bundle.ts'
import { matchColumns, parseColumnMap, parseValueMap, sourceSystems } from './columns.ts'
import { type Catalogue, readPayment } from './payment.ts'
import { RowError, SkippedRow } from './reasons.ts'

// What a row of another program becomes.

const kinds = ['valid', 'pending', 'reimbursed', 'unpaid', 'bank_error', 'cancel']
const open = { start: '2026-01-01T00:00:00.000Z', end: '2026-12-31T23:59:59.999Z', open: true }
const space = {
  time_zone: 'UTC',
  settings: { currency: 'EUR', open_periods: {}, payment_method_kinds: ['card', 'cheque'], default_status_id: null },
  statuses: kinds.map((kind, id) => ({ id, kind, name: kind, archived: false })),
  prices: [{ id: 1, name: 'Yearly', amount: 3000, currency: 'eur' }],
} as unknown as Catalogue

type Program = keyof typeof sourceSystems

/** What becomes of rows whose cells are divided by semicolons: their money and what it pays, or why they are left out. */
function become(from: Program, head: string, rows: string[], said: { map?: string; values?: string } = {}, at = space) {
  const { dates, failed } = sourceSystems[from]
  const columns = matchColumns(head.split(';'), sourceSystems[from], parseColumnMap(said.map))
  const words = parseValueMap(said.values)
  const unsaid = { currency: undefined, decimal: undefined, membership: undefined }
  return rows.map((row, index) => {
    const line = { row: index + 2, cells: row.split(';') }
    try {
      return told(readPayment(line, { source: from, columns, words, dates, failed, ...unsaid }, at))
    } catch (error) {
      assert.ok(error instanceof RowError, String(error))
      return `${error instanceof SkippedRow ? 'skipped' : 'refused'}: ${error.message}`
    }
  })
}

function told(payment: ReturnType<typeof readPayment>) {
  const { transactions, memberships, donations } = bundleOf(payment, 1, 'label')
  const [paid] = transactions
  const back = payment.reversed_at ? ` on ${payment.reversed_at.slice(0, 10)}` : ''
  return [
    `${paid?.amount} -${paid?.reimbursed_amount} -${paid?.unpaid_amount} ${kinds[payment.status_id]}${back}`,
    ...memberships.map(({ amount, membership_price_id }) => `membership ${membership_price_id} ${amount}`),
    ...donations.map(({ amount }) => `gift ${amount}`),
  ].join(', ')
}

/** Each row becomes what stands beside it. */
function check(from: Program, head: string, cases: [row: string, expected: string | RegExp][], said?: object) {
  const found = become(
    from,
    head,
    cases.map(([row]) => row),
    said,
  )
  for (const [index, [row, expected]] of cases.entries())
    if (typeof expected === 'string') assert.equal(found[index], expected, row)
    else assert.match(found[index] ?? '', expected, row)
}

describe('contributions of CiviCRM', () => {
  const head =
    'Contribution ID;Contact ID;Total Amount;Paid Amount;Contribution Date;Financial Type;Contribution Status;' +
    'Cancelled / Refunded Date;Test Mode'
  const row = (status: string, paid = '', reversed = '', mode = '') =>
    `1;7;100.00;${paid};2026-02-01;Donation;${status};${reversed};${mode}`

  test('have a status, as label or internal name, in English or French', () => {
    const statuses: [words: string, became: string, paid?: string][] = [
      ['Completed, completed, Terminé', '10000 -0 -0 valid, gift 10000'],
      ['Pending, Pending (Pay Later), Pending (Incomplete Transaction), En attente', '10000 -0 -0 pending, gift 10000'],
      ['In Progress, In_Progress, in-progress, En cours', '10000 -0 -0 pending, gift 10000'],
      ['Overdue, overdue, En retard', '10000 -0 -10000 unpaid'],
      ['Failed, failed, Échoué', '10000 -0 -10000 unpaid'],
      ['Cancelled, Canceled, cancelled, Annulé', '10000 -0 -0 cancel'],
      ['Refunded, refunded, Remboursé', '10000 -10000 -0 reimbursed'],
      ['Chargeback, chargeback, Charge back', '10000 -0 -10000 bank_error'],
      ['Partially paid, Partially_paid, PARTIALLY PAID, Partiellement payé', '10000 -0 -6000 valid, gift 4000', '40'],
      ['Pending refund, Pending_refund, Remboursement en attente', '12000 -0 -0 valid, gift 12000', '120.00'],
      ['Pending refund', '10000 -0 -0 valid, gift 10000'],
    ]
    for (const [words, became, paid] of statuses)
      check(
        'civicrm',
        head,
        words.split(', ').map(word => [row(word, paid), became]),
      )
  })

  test('of the test mode, and templates, are skipped', () => {
    check('civicrm', head, [
      [row('Completed', '', '', 'No'), '10000 -0 -0 valid, gift 10000'],
      [row('Completed'), '10000 -0 -0 valid, gift 10000'],
      [row('Completed', '', '', 'Yes'), 'skipped: A test payment: no money was received. Nothing to do.'],
      [row('Completed', '', '', '1'), /^skipped: A test payment/],
      [row('Template', '', '', '0'), /^skipped: A template of a recurring payment/],
      [row('Completed', '', '', 'maybe'), /^refused: “maybe” is neither yes nor no/],
    ])
  })

  test('that are partially paid or paid need amounts and dates that agree', () => {
    check('civicrm', head, [
      [row('Partially paid'), /^refused: It is partially paid, and no column gives the amount/],
      [row('Partially paid', '100'), /the amount paid is not smaller than the amount/],
      [row('Refunded', '', '2026-03-01'), '10000 -10000 -0 reimbursed on 2026-03-01'],
      [row('Chargeback', '', '2026-03-02'), '10000 -0 -10000 bank_error on 2026-03-02'],
      [row('Completed', '', '2026-03-01'), /^refused: Its status says that it is paid, and it has a date of refund/],
    ])
  })
})

describe('transactions of NationBuilder', () => {
  const head =
    'nationbuilder_id;type;amount;succeeded_at;failed_at;canceled_at;signup_nationbuilder_id;signup_membership_names'
  const date = (row: string) => `1;Donation;25.00;${row};7;`

  test('without a status have one by the dates of what happened', () => {
    check('nationbuilder', head, [
      [date('02/01/2026 10:11:12;;'), '2500 -0 -0 valid, gift 2500'],
      [date('02/03/2026;;03/04/2026 08:00:00'), '2500 -2500 -0 reimbursed on 2026-03-04'],
      [date(';02/04/2026;'), /^skipped: The payment failed: no money was received\. Nothing to do/],
      [date(';;02/05/2026'), /^skipped: It was cancelled before it was paid/],
      [date('02/06/2026;02/16/2026;'), '2500 -0 -2500 bank_error on 2026-02-16'],
      [date('02/07/2026 12:00:00;02/07/2026 11:00:00;'), '2500 -0 -0 valid, gift 2500'],
      [date('02/07/2026 12:00:00;02/07/2026 12:00:00;'), '2500 -0 -2500 bank_error on 2026-02-07'],
    ])
  })

  const paid = (kind: string, amount: number, memberships: string) =>
    `1;${kind};${amount};02/01/2026;;;7;${memberships}`

  test('pay the membership of the payer that has this price; other gifts of members stay gifts', () => {
    check('nationbuilder', head, [
      [paid('Donation', 30, 'Yearly'), '3000 -0 -0 valid, membership 1 3000'],
      [paid('Donation', 12, 'Yearly'), '1200 -0 -0 valid, gift 1200'],
      [paid('', 12, 'yearly'), '1200 -0 -0 valid, membership 1 1200'],
      [paid('Membership', 30, 'Yearly, Newsletter'), '3000 -0 -0 valid, membership 1 3000'],
      [paid('Donation', 12, ''), '1200 -0 -0 valid, gift 1200'],
      [
        paid('Donation', 30, 'Gold'),
        /^refused: The payer has the membership “Gold”, .* it has Yearly\. Create it, map it with --values/,
      ],
      [
        paid('Membership', 5, 'Yearly, Gold'),
        /^refused: The payer has several memberships, Yearly, Gold, and none has this price\. Leave the one/,
      ],
    ])
  })

  test('take the membership that --values names, and none where --map leaves the column out', () => {
    check('nationbuilder', head, [[paid('Donation', 30, 'Gold'), '3000 -0 -0 valid, membership 1 3000']], {
      values: 'Gold=Yearly',
    })
    check('nationbuilder', head, [[paid('Donation', 30, 'Gold'), '3000 -0 -0 valid, gift 3000']], {
      map: 'payer_memberships=',
    })
  })
})

describe('rows of any program', () => {
  const head = 'id;date;amount;mail;status;refunded;membership;start'
  const row = (status: string, refunded = '', id = '1') => `${id};2026-01-03;5;ann@example.org;${status};${refunded};;`

  test('that were refunded or not paid have no column that contradicts it', () => {
    check('generic', head, [
      [row('refunded', '2'), '500 -200 -0 reimbursed, gift 300'],
      [row('valid', '2'), '500 -200 -0 reimbursed, gift 300'],
      [row('refunded', '0'), /^refused: Its status is refunded, and its refunded amount is 0/],
      [row('refunded', '6'), /^refused: The refunded amount is larger than the amount/],
      [row('failed', '5'), /^refused: It was not paid, and has a refunded amount/],
      [row('partially refunded'), /^refused: It is partially refunded, and no column gives the amount/],
      [row('expired'), /^refused: “expired” is not a known status/],
      [row(''), /^refused: It has no status/],
    ])
  })

  test('that failed are skipped without an ID, and a paid one without an ID is refused', () => {
    check('generic', head, [
      [row('failed', '', ''), /^skipped: The payment failed/],
      [row('failed'), '500 -0 -500 unpaid'],
      [row('valid', '', ''), 'refused: It has no id. Add it, or name its column with --map.'],
    ])
    const donation = 'Email;Amount;Status;Timestamp (EST);Stripe Transaction ID'
    check('actionnetwork', donation, [
      ['ann@example.org;10.00;failed;2026-02-01 10:00:00;ch_3', /^skipped: The payment failed/],
      ['ann@example.org;10.00;failed;2026-02-01 10:00:00;', /^skipped: The payment failed/],
      ['ann@example.org;10.00;success;2026-02-01 10:00:00;', /^refused: It has no id/],
    ])
  })

  test('of a closed period are refused', () => {
    const closed = { ...space, settings: { ...space.settings, open_periods: { open } } }
    const [refused = '', taken] = become(
      'generic',
      'id;date;amount;mail',
      ['1;2025-05-05;5;a@b.org', '1;2026-05-05;5;a@b.org'],
      {},
      closed,
    )
    assert.match(refused, /^refused: .*period is closed/)
    assert.equal(taken, '500 -0 -0 valid, gift 500')
  })
})
