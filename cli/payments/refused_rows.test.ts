import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startTestApp } from '../../server/test/harness.ts'
import { aContactId, aMembershipPrice, changeTransactionSettings, rowCounts } from '../../server/test/money.ts'
import { civicrm_csv, paymentImports } from '../../server/test/payment_imports.ts'
import { aUser, type Person } from '../../server/test/people.ts'
import { CommandError, UsageError } from '../command.ts'

// Rows that cannot be imported are reported with the reason.

const app = await startTestApp()
const { folder, muster, refused, aFile, bundlesOf, aSpaceToImport } = paymentImports(app)

describe('refused rows', () => {
  const bad = `id,date,amount,currency,mail,type,membership,method,status
1,2026-01-01,5,EUR,ann@example.org,,,,completed
2,2026-01-01,(5.00),EUR,ann@example.org,,,,completed
3,2026-02-30,5,EUR,ann@example.org,,,,completed
4,2026-01-01,5,XYZ,ann@example.org,,,,completed
5,2026-01-01,5,EUR,nobody@example.org,,,,completed
6,2026-01-01,5,EUR,ann@example.org,Event Fee,,,completed
7,2026-01-01,5,EUR,ann@example.org,,Gold,,completed
8,2026-01-01,5,EUR,ann@example.org,,,Barter,completed
9,2026-01-01,5,EUR,ann@example.org,,,,odd
10,2026-01-01,5,EUR,,,,,completed
,2026-01-01,5,EUR,ann@example.org,,,,completed
1,2026-01-02,5,EUR,ann@example.org,,,,completed
11,2026-01-01,5,EUR,twin@example.org,,,,completed
12,2026-01-01,5,EUR,ann@example.org,,,,partially refunded
13,2026-01-01,5,EUR,"ann@example.org
`
  const reasons = [
    /row 3: “\(5\.00\)” is negative/,
    /row 4: “2026-02-30” is not a valid date/,
    /row 5: “XYZ” is not a currency/,
    /row 6: No contact has the mail nobody@example\.org\. .*--create-contacts/,
    /row 7: “Event Fee” is neither a membership nor a donation/,
    /row 8: “Gold” is not a membership of the space, which has Yearly\./,
    /row 9: “Barter” is not a payment method .* card, cheque, cash/,
    /row 10: “odd” is not a known status/,
    /row 11: It has no payer/,
    /row 12: It has no id/,
    /row 13: Row 2 has the same id 1 and differs/,
    /row 14: The payer matches several contacts/,
    /row 15: It is partially refunded, and no column gives the amount/,
    /row 16: It has an opening quotation mark without a closing one/,
  ]

  test('include those against a contribution rule, and the others are imported', async () => {
    const { treasurer } = await aSpaceToImport()
    await app.as(treasurer).patch('/v1/contribution_rules', { yearly_cap: 1000 })
    const row = (id: number, amount: number) => `${id},2026-03-0${id},${amount},EUR,ann@example.org,completed\n`
    const file = aFile(`id,date,amount,currency,mail,status\n${row(1, 6)}${row(2, 5)}${row(3, 4)}`)
    const said = String(await refused(treasurer, 'payments', file, '--from', 'generic', '--yes'))
    assert.match(said, /2 new, .*1 refused/)
    assert.match(said, /row 3: Refused by Muster: Contribution rule yearly_cap: .*4\.00 EUR are left/)
    assert.equal((await bundlesOf(treasurer)).length, 2)
  })

  test('are listed with the reason, and stop the import until they are corrected or --yes is given', async () => {
    const { treasurer } = await aSpaceToImport()
    for (const _ of [1, 2]) await aContactId(app, treasurer, { mail: 'twin@example.org' })
    const file = aFile(bad)
    const error = await refused(treasurer, 'payments', file, '--from', 'generic')
    assert.ok(error instanceof CommandError)
    for (const reason of reasons) assert.match(error.message, reason)
    assert.match(error.message, /14 refused\./)
    assert.equal((await bundlesOf(treasurer)).length, 0)
    const said = await muster(treasurer, 'payments', file, '--from', 'generic', '--yes')
    assert.match(said, /^Imported: 1 new, .*14 refused/)
    assert.equal((await bundlesOf(treasurer)).length, 1)
  })

  test('have cells that do not fit the columns, or an ID and a mail of two people', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = aFile(`id,member id,mail,date,amount
1,7,ann@example.org,2026-01-01,12,50
2,9,ben@example.org,2026-01-01,5
3,7,ben@example.org,2026-01-01,5
4,${'7'.repeat(501)},,2026-01-01,5
5,"7
8",,2026-01-01,5
`)
    const { message } = await refused(treasurer, 'payments', file, '--from', 'generic', '--create-contacts')
    assert.match(message, /row 2: It has more cells than columns/)
    assert.match(message, /row 3: The mail ben@example\.org belongs to contact \d+, whose ID is 8, not 9/)
    assert.match(message, /row 4: The ID 7 belongs to contact \d+, the mail ben@example\.org to another/)
    assert.match(message, /row 5: The ID of the payer has more than 500 characters/)
    assert.match(message, /4 refused\./)
    assert.equal((await bundlesOf(treasurer)).length, 0)
  })

  test('are written next to the file for correction; no file is overwritten', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = aFile('id;date;amount;mail\n1;2026-01-01;-5;ann@example.org\n2;2026-01-01;6;ann@example.org\n')
    const said = await muster(treasurer, 'payments', file, '--from', 'generic', '--yes')
    const refused_path = /The refused rows are in (.+)\.\n/.exec(said)![1]!
    assert.equal(
      readFileSync(refused_path, 'utf8'),
      "\uFEFFid;date;amount;mail;row;reason\r\n1;2026-01-01;'-5;ann@example.org;2;" +
        '"“-5” is negative; a refund is a status of its payment, not a payment."\r\n',
    )
    writeFileSync(refused_path, readFileSync(refused_path, 'utf8').replace("'-5", '5'))
    assert.match(await muster(treasurer, 'payments', refused_path, '--from', 'generic'), /Imported: 1 new/)
    await muster(treasurer, 'payments', file, '--from', 'generic', '--yes')
    const name = refused_path.split('/').at(-1)!.replace('.csv', '')
    const names = readdirSync(folder).filter(other => other.startsWith(name))
    assert.deepEqual(names.sort(), [`${name}-2.csv`, `${name}.csv`])
  })

  test('include those of a closed period, and memberships that start in one unless the payment creates none', async () => {
    const { treasurer } = await aSpaceToImport()
    const year = (year: number, open: boolean) => ({ start: `${year}-01-01`, end: `${year}-12-31T23:59:59.999Z`, open })
    await aMembershipPrice(app, treasurer, { name: 'Dues' })
    await changeTransactionSettings(app, treasurer, {
      open_periods: { '2025': year(2025, false), '2026': year(2026, true) },
    })
    const file = aFile(
      'id,date,amount,mail,membership,start,status\n1,2026-01-03,5,ann@example.org,Dues,2025-06-01,completed\n' +
        '2,2026-01-03,5,ann@example.org,Dues,2025-06-01,failed\n3,2026-01-03,5,ann@example.org,Dues,,completed\n' +
        '4,2025-05-05,5,ann@example.org,,,completed\n',
    )
    const { message } = await refused(treasurer, 'payments', file, '--from', 'generic')
    assert.match(message, /row 2: Its membership is dated 2025-06-01, and that period is closed/)
    assert.match(message, /row 5: It is dated 2025-05-05, and that period is closed/)
    assert.doesNotMatch(message, /row [34]/)
  })

  test('do not include unknown payers with --create-contacts', async () => {
    const { treasurer } = await aSpaceToImport()
    const file = aFile(
      'id,date,amount,mail,first name,last name,member id\n1,2026-01-01,5,cal@example.org,Cal,Low,\n' +
        '2,2026-01-01,6,CAL@example.org,Cal,Low,\n3,2026-01-01,7,,Dee,High,9\n',
    )
    assert.match(
      await muster(treasurer, 'payments', file, '--from', 'generic', '--create-contacts', '--dry-run'),
      /Contacts to create: up to 2\./,
    )
    const count = async () => (await app.as(treasurer).get('/contacts')).body.total
    assert.equal(await count(), 2)
    await muster(treasurer, 'payments', file, '--from', 'generic', '--create-contacts')
    assert.equal(await count(), 4)
    const payers = (await bundlesOf(treasurer)).map(({ transactions: [t] }) => t.contact_id)
    assert.ok(payers[0] === payers[1] && payers[1] !== payers[2])
  })
})

test('a user who may not record payments imports nothing and is told why', async () => {
  const { treasurer } = await aSpaceToImport()
  const others = [await aUser(app, treasurer.space, { role: 'manager' }), await aUser(app, treasurer.space)]
  const scopes = ['finance:read', 'catalogue:read', 'contacts:read'] as const
  const reader = await aUser(app, treasurer.space, { role: 'admin', scopes: [...scopes] })
  const before = await rowCounts(app)
  for (const person of others) {
    const { message } = await refused(person, 'payments', aFile(civicrm_csv), '--from', 'civicrm')
    assert.match(message, /lacks the permission/)
  }
  const { message } = await refused(reader, 'payments', aFile(civicrm_csv), '--from', 'civicrm')
  assert.match(message, /lacks the permission finance:write.* Stopped after 0 payments/)
  assert.deepEqual(await rowCounts(app), before)
})

test('invalid arguments are refused in one sentence, before the server is asked', async () => {
  const file = aFile('a,b\n1,2\n')
  const generic = [file, '--from', 'generic']
  const typos: [string[], RegExp][] = [
    [['--from', 'civicrm'], /needs a file/],
    [[file], /needs --from/],
    [[join(folder, 'nowhere.csv'), '--from', 'civicrm'], /cannot be read/],
    [[file, '--from', 'excel'], /--from must be one of nationbuilder, civicrm, actionnetwork, generic/],
    [generic, /No column found for id, amount, date, payer\..*“a”, “b”/],
    [[...generic, '--map', 'amont=a'], /has no field amont\..*amount/],
    [[...generic, '--map', 'amount=c'], /no column “c”/],
    [[...generic, '--map', 'amount'], /word=meaning/],
    [[...generic, '--dates', 'us'], /--dates must be one of day-first, month-first/],
    [[...generic, '--decimal', '.'], /--decimal must be one of point, comma/],
    [[...generic, '--currency', 'euro'], /euro is not a currency/],
    [[...generic, '--source', 'a b'], /--source must consist/],
  ]
  for (const [args, expected] of typos) {
    const error = await refused({ token: 'none' } as Person, 'payments', ...args)
    assert.ok(error instanceof UsageError, String(error))
    assert.match(error.message, expected)
  }
})
