import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { balancesOf, entriesOf, parseFec, told, validate } from '../server/test/ledger.ts'
import { changeTransactionSettings } from '../server/test/money.ts'
import type { Person } from '../server/test/people.ts'
import { press } from './bank_stories.ts'
import { assertAccessible, openConsole, phone } from './browser.ts'
import { anAssociation, download, last_year, rowsOf, this_year } from './ledger_steps.ts'

const world = await openConsole()
const { app, enter, member } = world

const changeLedger = async (person: Person, settings: object) => {
  const { status, text } = await app.as(person).patch('/v1/ledger/settings', settings)
  assert.equal(status, 200, text)
}

describe('the ledger', () => {
  test('shows the balances of accounts, and the entries of one of them, also on a phone', async () => {
    const { hana } = await anAssociation(world)
    for (const viewport of [{ width: 1280, height: 800 }, phone]) {
      const page = await enter(hana, `/console/payments/ledger?view=balances&year=${last_year}`, { viewport })
      await page.getByRole('row', { name: /^754110 Dons manuels .*€56\.00/ }).waitFor()
      await page.getByRole('row', { name: /^Total .*€80\.00/ }).waitFor()
      await assertAccessible(page, 'the balances')
      await press(page, '754110')
      await rowsOf(page).filter({ hasText: 'Don D' }).getByText('€56.00').waitFor()
      assert.equal(await rowsOf(page).count(), 1)
      await assertAccessible(page, 'the entries of an account')
    }
  })

  test('downloads the entries that the list shows', async () => {
    const { hana } = await anAssociation(world)
    const page = await enter(hana, `/console/payments/ledger?year=${last_year}&journal=money`)
    await rowsOf(page).first().waitFor()
    await press(page, 'Download…')
    await page.getByRole('radio', { name: 'Entries as CSV' }).check()
    const { name, bytes } = await download(page, 'Download')
    assert.match(name, /^ledger-.*\.csv$/)
    const text = bytes.toString()
    assert.ok(text.startsWith('\uFEFFJournalCode,'), 'with the mark by which spreadsheets know UTF-8')
    assert.deepEqual(
      parseFec(text.slice(1), ',').map(row => [row.JournalCode, row.Debit, row.Credit]),
      [
        ['TR', '80.00', '0.00'],
        ['TR', '0.00', '80.00'],
      ],
    )
  })

  test('is validated until a day before today and after the last one', async () => {
    const { hana } = await anAssociation(world)
    await validate(app, hana, `${last_year}-12-31`)
    const page = await enter(hana, '/console/payments/ledger')
    await press(page, 'Validate…')
    const day = page.getByLabel('Up to and including')
    await day.fill(`${last_year}-12-30`)
    await page.getByText(`Everything until Dec 31, ${last_year} is validated already. Choose a later day.`).waitFor()
    await day.fill(`${this_year + 1}-12-31`)
    await page.getByText('Choose a day before today.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Validate the entries' }).isDisabled())
  })

  test('says that payments are still being entered', async () => {
    const { space, hana } = await anAssociation(world)
    await app.owner`update transaction_settings set ledger_posted_id = 0 where group_id = ${space}`
    const page = await enter(hana, '/console/payments/ledger')
    await page.getByText('Payments are being entered into the ledger. This can take a few minutes.').waitFor()
    await assertAccessible(page, 'a ledger that is being posted')
  })

  test('is read, and neither validated nor set up, without the permission', async () => {
    const { space, hana } = await anAssociation(world)
    const role = { name: 'Auditor', rank: 35, permissions: ['finance:read', 'catalogue:read'] }
    assert.equal((await app.as(hana).post('/roles', role)).status, 200)
    const omar = await member(space, { role: 'Auditor' })
    const page = await enter(omar, `/console/payments/ledger?year=${last_year}`)
    await rowsOf(page).first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Validate…' }).count(), 0)
    await press(page, 'Download…')
    await page.getByText('Ask someone who can change the settings to validate them.').waitFor()
    await page.goto('/console/settings/finance?tab=ledger')
    await page.getByLabel('SIREN').waitFor()
    assert.ok(await page.getByLabel('SIREN').isDisabled())
    await page.getByText('No opening balances.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), 0)
  })
})

describe('the settings of the ledger', () => {
  test('assign accounts to payment methods and prices, which provisional entries follow', async () => {
    const { hana } = await anAssociation(world)
    const page = await enter(hana, '/console/settings/finance?tab=ledger')
    await page.getByLabel('Direct debit').fill('51')
    await press(page, 'Save')
    await page.getByText('Enter three digits, then at most 17 digits or letters.').waitFor()
    await assertAccessible(page, 'a wrong account')
    await page.getByLabel('Direct debit').fill('512100')
    await page.getByLabel('Name of 512100').fill('Crédit Mutuel')
    await press(page, 'Save')
    await page.getByText('Saved.').waitFor()
    const entries = await entriesOf(app, hana)
    assert.equal(told(entries).at(-1), `TR ${last_year}-12-20 512100 → 411000 Rosa Quintéro 80.00`)
    assert.equal(entries.at(-1)?.lines[0]?.account_label, 'Crédit Mutuel')
    await page.getByLabel('Chart of accounts').selectOption('Simple, for any country')
    await page.getByText('The accounts and names of the new chart replace those below.').waitFor()
    await press(page, 'Save')
    await page.getByLabel('What people owe').and(page.locator('[value="1200"]')).waitFor()
  })

  test('take the opening balances of a year, with equal debits and credits', async () => {
    const { hana } = await anAssociation(world)
    const page = await enter(hana, '/console/settings/finance?tab=ledger')
    await page.getByLabel('Accounting year', { exact: true }).selectOption(`Year ${this_year}`)
    const balance = async (place: number, account: string, side: 'Debit' | 'Credit', amount: string) => {
      await press(page, 'Add an account')
      await page.getByRole('textbox', { name: 'Account', exact: true }).nth(place).fill(account)
      await page.getByRole('textbox', { name: side, exact: true }).nth(place).fill(amount)
    }
    await balance(0, '512000', 'Debit', '1200.50')
    await balance(1, '102000', 'Credit', '1200')
    await press(page, 'Save the opening balances')
    await page.getByText('Debits €1,200.50, credits €1,200.00. They differ by €0.50.').waitFor()
    await page.getByText('Make debits and credits equal first.').waitFor()
    await assertAccessible(page, 'opening balances that differ')
    await page.getByRole('textbox', { name: 'Credit', exact: true }).nth(1).fill('1200.50')
    await press(page, 'Save the opening balances')
    await page.getByText(`The opening balances of ${this_year} are saved.`).waitFor()
    const sums = await balancesOf(app, hana, `?from=${this_year}-01-01`)
    assert.deepEqual(sums, { '102000 EUR': -120_050, '512000 EUR': 120_050, '890000 EUR': 0 })
    await page.goto('/console/payments/ledger?journal=opening')
    await rowsOf(page).filter({ hasText: '102000' }).getByText('€1,200.50').waitFor()
  })

  test('ask before closing a period validates its entries', async () => {
    const { hana } = await anAssociation(world)
    const span = { start: `${last_year}-01-01`, end: `${last_year}-12-31` }
    await changeTransactionSettings(app, hana, { open_periods: { [last_year]: { ...span, open: true } } })
    const page = await enter(hana, '/console/settings/finance?tab=periods')
    await page.getByRole('switch', { name: 'Open' }).uncheck()
    await page.getByText(`Saving validates all ledger entries up to Dec 31, ${last_year}`).waitFor()
    await assertAccessible(page, 'a period that will be closed')
    await press(page, 'New period')
    await page.getByLabel('First day').last().fill(`${last_year}-07-01`)
    await page.getByText(`Saving validates all ledger entries up to Jun 30, ${last_year}`).waitFor()
    await press(page, `Remove ${this_year}`)
    await press(page, 'Save')
    const question = page.getByRole('dialog', { name: 'Save the periods and validate the ledger?' })
    await question.getByText(`3 provisional entries until Dec 31, ${last_year}.`).waitFor()
    await question.getByText('This cannot be undone.').waitFor()
    await assertAccessible(page, 'the question before a period is closed')
    await press(page, 'Cancel')
    await question.waitFor({ state: 'detached' })
    const statesOf = async () => [...new Set((await entriesOf(app, hana)).map(({ state }) => state))]
    assert.deepEqual(await statesOf(), ['provisional'])
    await press(page, 'Save')
    await press(page, 'Save and validate')
    await page.getByText('Saved.').waitFor()
    assert.deepEqual(await statesOf(), ['validated'])
    await page.getByText('Saving validates all ledger entries').waitFor({ state: 'detached' })
  })

  test('cannot change the accounting year and the opening balances of validated days', async () => {
    const { hana } = await anAssociation(world)
    await changeLedger(hana, { siren: '123456789' })
    await validate(app, hana, `${last_year}-12-31`)
    const page = await enter(hana, '/console/settings/finance?tab=ledger')
    assert.ok(await page.getByLabel('Last day of the accounting year').isDisabled())
    await page.getByText('This year opens with what the accounts held at the end of the year before.').waitFor()
    await assertAccessible(page, 'a year that opens by itself')
    await page.getByLabel('Accounting year', { exact: true }).selectOption(`Year ${last_year}`)
    await page.getByText('The first day of this year is validated: its opening balances cannot change.').waitFor()
  })
})
