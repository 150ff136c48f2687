import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startTestApp } from '../../server/test/harness.ts'
import { aContact, aMembershipPrice, aTreasurer, rowCounts, settle } from '../../server/test/money.ts'
import { civi, paymentImports } from '../../server/test/moving.ts'
import { aUser } from '../../server/test/people.ts'
import { CommandError, UsageError } from '../command.ts'

// What cannot be taken over is told, and why; so is who may not.

const app = await startTestApp()
const { folder, muster, refused, aFile, bundlesOf, aMove } = paymentImports(app)

describe('rows that cannot be taken over', () => {
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
    /row 3: “\(5\.00\)” is less than nothing/,
    /row 4: “2026-02-30” is a date that never was/,
    /row 5: “XYZ” is no currency/,
    /row 6: No contact has the mail nobody@example\.org\. .*--create/,
    /row 7: “Event Fee” is neither a membership nor a donation/,
    /row 8: “Gold” is no membership of the space, which has Yearly\./,
    /row 9: “Barter” is no method of payment .* card, cheque, cash/,
    /row 10: “odd” is no status we know/,
    /row 11: It does not say who paid/,
    /row 12: It has no id/,
    /row 13: Row 2 has the same id 1 and is another payment/,
    /row 14: It fits several contacts/,
    /row 15: It was given back in part, and no column says how much/,
    /row 16: It has a quotation mark that is never closed/,
  ]

  test('are told with the reason, and keep the others back until they are mended or --yes is said', async () => {
    const { treasurer } = await aMove()
    for (const _ of [1, 2]) await aContact(app, treasurer, { mail: 'twin@example.org' })
    const file = aFile(bad)
    const error = await refused(treasurer, 'payments', file, '--from', 'generic')
    assert.ok(error instanceof CommandError)
    for (const reason of reasons) assert.match(error.message, reason)
    assert.match(error.message, /refused: 14\./)
    assert.equal((await bundlesOf(treasurer)).length, 0)
    assert.match(await muster(treasurer, 'payments', file, '--from', 'generic', '--yes'), /^Was made: 1, .*refused: 14/)
    assert.equal((await bundlesOf(treasurer)).length, 1)
  })

  test('are those whose cells do not fit the columns, or whose number and mail are of two people', async () => {
    const { treasurer } = await aMove()
    const file = aFile(`id,member id,mail,date,amount
1,7,ann@example.org,2026-01-01,12,50
2,9,ben@example.org,2026-01-01,5
3,7,ben@example.org,2026-01-01,5
4,${'7'.repeat(501)},,2026-01-01,5
5,"7
8",,2026-01-01,5
`)
    const { message } = await refused(treasurer, 'payments', file, '--from', 'generic', '--create')
    assert.match(message, /row 2: It has more cells than there are columns/)
    assert.match(message, /row 3: The mail ben@example\.org is that of contact \d+, whose number is 8 and not 9/)
    assert.match(message, /row 4: The number 7 is that of contact \d+, and the mail ben@example\.org is not/)
    assert.match(message, /row 5: The number of who paid has more than 500 characters/)
    assert.match(message, /refused: 4\./)
    assert.equal((await bundlesOf(treasurer)).length, 0)
  })

  test('are those that were given back, or never came, and a column says otherwise', async () => {
    const { treasurer } = await aMove()
    const file = aFile(`id,mail,date,amount,status,refunded
1,ann@example.org,2026-01-01,5,refunded,0
2,ann@example.org,2026-01-01,5,failed,5
3,ann@example.org,2026-01-01,5,expired,
`)
    const { message } = await refused(treasurer, 'payments', file, '--from', 'generic')
    assert.match(message, /row 2: It was given back, and the column says nothing of it/)
    assert.match(message, /row 3: It never came, and some of it was given back/)
    assert.match(message, /row 4: “expired” is no status we know/)
  })

  test('are written beside the file, to be mended and brought again; nothing there is written over', async () => {
    const { treasurer } = await aMove()
    const file = aFile('id;date;amount;mail\n1;2026-01-01;-5;ann@example.org\n2;2026-01-01;6;ann@example.org\n')
    const said = await muster(treasurer, 'payments', file, '--from', 'generic', '--yes')
    const beside = /The refused rows are in (.+)\.\n/.exec(said)![1]!
    assert.equal(
      readFileSync(beside, 'utf8'),
      "\uFEFFid;date;amount;mail;row;reason\r\n1;2026-01-01;'-5;ann@example.org;2;" +
        '"“-5” is less than nothing; money given back is the status of its payment, not a payment."\r\n',
    )
    writeFileSync(beside, readFileSync(beside, 'utf8').replace("'-5", '5'))
    assert.match(await muster(treasurer, 'payments', beside, '--from', 'generic'), /Was made: 1/)
    await muster(treasurer, 'payments', file, '--from', 'generic', '--yes')
    const name = beside.split('/').at(-1)!.replace('.csv', '')
    assert.deepEqual(
      readdirSync(folder)
        .filter(other => other.startsWith(name))
        .sort(),
      [`${name}-2.csv`, `${name}.csv`],
    )
  })

  test('are those of a closed period too', async () => {
    const { treasurer } = await aMove()
    const year = (open: boolean) => ({ start: '2025-01-01', end: '2025-12-31T23:59:59.999Z', open })
    await settle(app, treasurer, { open_periods: { '2025': year(false) } })
    const file = aFile('id,date,amount,mail\n1,2025-05-05,5,ann@example.org\n')
    assert.match(
      (await refused(treasurer, 'payments', file, '--from', 'generic')).message,
      /row 2: .*that period is closed/,
    )
  })

  test('are those whose membership starts in a closed period, but not where no membership comes of it', async () => {
    const { treasurer } = await aMove()
    const year = (year: number, open: boolean) => ({ start: `${year}-01-01`, end: `${year}-12-31T23:59:59.999Z`, open })
    await aMembershipPrice(app, treasurer, { name: 'Dues' })
    await settle(app, treasurer, { open_periods: { '2025': year(2025, false), '2026': year(2026, true) } })
    const file = aFile(
      'id,date,amount,mail,membership,start,status\n1,2026-01-03,5,ann@example.org,Dues,2025-06-01,completed\n' +
        '2,2026-01-03,5,ann@example.org,Dues,2025-06-01,failed\n3,2026-01-03,5,ann@example.org,Dues,,completed\n',
    )
    const { message } = await refused(treasurer, 'payments', file, '--from', 'generic')
    assert.match(message, /row 2: Its membership is dated 2025-06-01, and that period is closed/)
    assert.doesNotMatch(message, /row [34]/)
  })

  test('are not those of people who become contacts on request', async () => {
    const { treasurer } = await aMove()
    const file = aFile(
      'id,date,amount,mail,first name,last name,member id\n1,2026-01-01,5,cal@example.org,Cal,Low,\n' +
        '2,2026-01-01,6,CAL@example.org,Cal,Low,\n3,2026-01-01,7,,Dee,High,9\n',
    )
    assert.match(
      await muster(treasurer, 'payments', file, '--from', 'generic', '--create', '--dry-run'),
      /Contacts to be made with them: up to 2\./,
    )
    const count = async () => (await app.as(treasurer).get('/contacts')).body.total
    assert.equal(await count(), 2)
    await muster(treasurer, 'payments', file, '--from', 'generic', '--create')
    assert.equal(await count(), 4)
    const payers = (await bundlesOf(treasurer)).map(({ transactions: [t] }) => t.contact_id)
    assert.ok(payers[0] === payers[1] && payers[1] !== payers[2])
  })
})

describe('whoever may not', () => {
  test('keep books takes nothing over, and is told so', async () => {
    const { treasurer } = await aMove()
    const others = [await aUser(app, treasurer.space, { role: 'manager' }), await aUser(app, treasurer.space)]
    const scopes = ['finance:read', 'catalogue:read', 'contacts:read'] as const
    const reader = await aUser(app, treasurer.space, { role: 'admin', scopes: [...scopes] })
    const before = await rowCounts(app)
    for (const person of others) {
      const { message } = await refused(person, 'payments', aFile(civi), '--from', 'civicrm')
      assert.match(message, /lacks the permission/)
    }
    const { message } = await refused(reader, 'payments', aFile(civi), '--from', 'civicrm')
    assert.match(message, /lacks the permission finance:write.* It stopped after 0 payments/)
    assert.deepEqual(await rowCounts(app), before)
  })

  test('see the contacts of a space finds none of them', async () => {
    await aMove()
    const stranger = await aTreasurer(app)
    const file = aFile('id,date,amount,mail,member id\n1,2026-01-01,5,ann@example.org,7\n')
    assert.match(
      (await refused(stranger, 'payments', file, '--from', 'generic')).message,
      /No contact has the number 7 or the mail ann@/,
    )
  })
})

describe('what was typed wrongly', () => {
  const file = aFile('a,b\n1,2\n')
  const typos: [string[], RegExp][] = [
    [['--from', 'civicrm'], /needs the file/],
    [[file], /needs --from/],
    [[join(folder, 'nowhere.csv'), '--from', 'civicrm'], /cannot be read/],
    [[file, '--from', 'excel'], /--from is one of nationbuilder, civicrm, actionnetwork, generic/],
    [[file, '--from', 'generic'], /No column is id, none amount, none date, none payer\..*“a”, “b”/],
    [[file, '--from', 'generic', '--map', 'amont=a'], /knows no amont\..*amount/],
    [[file, '--from', 'generic', '--map', 'amount=c'], /no column “c”/],
    [[file, '--from', 'generic', '--map', 'amount'], /word=meaning/],
    [[file, '--from', 'generic', '--dates', 'us'], /--dates is day-first or month-first/],
    [[file, '--from', 'generic', '--decimal', '.'], /--decimal is point or comma/],
    [[file, '--from', 'generic', '--currency', 'euro'], /euro is no currency/],
    [[file, '--from', 'generic', '--source', 'a b'], /--source is a word/],
  ]
  for (const [args, expected] of typos)
    test(`${args.join(' ').replace(/\S+\//, '') || 'nothing'} is refused in a sentence`, async () => {
      const error = await refused(await aTreasurer(app), 'payments', ...args)
      assert.ok(error instanceof UsageError)
      assert.match(error.message, expected)
    })
})
