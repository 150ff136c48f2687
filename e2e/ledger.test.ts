import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { balancesOf, entriesOf, parseFec, told, validate } from '../server/test/ledger.ts'
import { aBundle, aContactId, changeTransactionSettings, payment } from '../server/test/money.ts'
import { aSpace, aUser, type Person } from '../server/test/people.ts'
import { assertAccessible, openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { choose } from './ledger_screens.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const this_year = new Date().getUTCFullYear()
const last_year = this_year - 1

/** The treasurer of a French association, with a payment of last December: a membership of 24 euros and a donation of 56. */
async function anAssociation() {
  const space = await aSpace(app, 'Association', 'fr')
  const hana = await setPassword(app, await aUser(app, space, { role: 'superadmin' }))
  const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintéro' })
  const { id } = await aBundle(app, hana, {
    transactions: [
      payment(rosa, { amount: 8000, date: `${last_year}-12-20T10:00:00.000Z`, payment_method_kind: 'direct_debit' }),
    ],
    memberships: [payment(rosa, { amount: 2400 })],
    donations: [payment(rosa, { amount: 5600, date: `${last_year}-12-20T10:00:00.000Z` })],
  })
  return { space, hana, rosa, id }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const rowsOf = (page: Page) => page.getByRole('region', { name: 'Ledger' }).locator('tbody tr')

/** Opens the dialog, downloads a file and returns its name and bytes. */
async function download(page: Page, button: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, button)])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

const changeLedger = async (person: Person, settings: object) => {
  const { status, text } = await app.as(person).patch('/v1/ledger/settings', settings)
  assert.equal(status, 200, text)
}

describe('the ledger', () => {
  test('of a year is validated and downloaded, and a return of January is booked in January', async () => {
    const { hana } = await anAssociation()
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/payments?view=all')
    await page.getByRole('tab', { name: 'Ledger' }).click()
    await page.getByText('No entries in this period').waitFor()
    await assertAccessible(page, 'a ledger without entries')
    await choose(page, 'Period', `Year ${last_year}`)
    await rowsOf(page).filter({ hasText: 'Cotisation' }).getByText('Provisional').waitFor()
    assert.equal(await rowsOf(page).count(), 3)

    await press(page, 'Download…')
    await page.getByText('The file is named after your SIREN, which is missing.').waitFor()
    await page.getByText(`This year has provisional entries, the first on Dec 20, ${last_year}.`).waitFor()
    assert.ok(await page.getByRole('button', { name: 'Download', exact: true }).isDisabled())
    await assertAccessible(page, 'why there is no tax file')
    await press(page, `Validate until Dec 31, ${last_year}…`)
    const dialog = page.getByRole('dialog', { name: 'Validate entries' })
    await dialog.getByText(`3 provisional entries until Dec 31, ${last_year}.`).waitFor()
    await assertAccessible(page, 'the validation')
    await press(page, 'Validate the entries')
    await page.getByText(`3 entries are validated until Dec 31, ${last_year}.`).waitFor()
    await rowsOf(page).filter({ hasText: 'Règlement' }).getByText('TR 1').waitFor()
    await page.getByText(`Validated until Dec 31, ${last_year}. Later entries are provisional`).waitFor()

    await press(page, 'Download…')
    await page.getByRole('link', { name: 'Enter the SIREN in the settings' }).click()
    await page.getByLabel('SIREN').fill('12345')
    await press(page, 'Save')
    await page.getByText('Enter the nine digits of the SIREN.').waitFor()
    await page.getByLabel('SIREN').fill('123 456 789')
    await press(page, 'Save')
    await page.getByText('Saved.').waitFor()
    await page.goto(`/console/payments/ledger?year=${last_year}`)
    await press(page, 'Download…')
    const file = await download(page, 'Download')
    assert.equal(file.name, `123456789FEC${last_year}1231.txt`)
    assert.deepEqual(
      parseFec(file.bytes.toString()).map(row => [row.JournalCode, row.EcritureNum, row.CompteNum].join(' ')),
      ['AD 1 411000', 'AD 1 756100', 'AD 2 411000', 'AD 2 754110', 'TR 1 512000', 'TR 1 411000'],
    )
    const notice = await download(page, 'Download the notice')
    assert.equal(notice.name, `123456789FEC${last_year}1231-descriptif.txt`)
    await page.getByLabel('Character set').selectOption('ISO 8859-15 (older programs)')
    const latin = await download(page, 'Download')
    assert.ok(latin.bytes.includes(Buffer.from('Quint\xe9ro', 'latin1')), 'not decoded and encoded again')
    await page.keyboard.press('Escape')

    await rowsOf(page).filter({ hasText: 'Règlement' }).getByRole('button').click()
    const drawer = page.getByRole('dialog', { name: /^Membership and donation, |^Donation, |^Membership, |^Payment, / })
    await drawer.getByRole('list', { name: 'In the ledger' }).getByText('TR 1').waitFor()
    await drawer.getByRole('button', { name: 'Returned by the bank…' }).click()
    await page.getByLabel('Returned on').fill(`${this_year}-01-01`)
    await page.getByLabel('Reason').fill('Insufficient funds')
    await press(page, 'Record the return')
    await drawer.getByRole('list', { name: 'In the ledger' }).getByText('Rejet bancaire').waitFor()
    // Until it is gone, Escape is for the form.
    await page.getByLabel('Returned on').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await choose(page, 'Period', `Year ${this_year}`)
    const late = rowsOf(page).filter({ hasText: 'Rejet bancaire' })
    await late.getByText('Provisional').waitFor()
    await late.getByText(`Jan 1, ${this_year}`).waitFor()

    await press(page, 'Download…')
    const again = await download(page, 'Download')
    assert.deepEqual(again, file, 'the same file to the byte')
    assert.deepEqual(complaints, [])
  })

  test('shows the balances of accounts, and the entries of one of them, also on a phone', async () => {
    const { hana } = await anAssociation()
    for (const viewport of [{ width: 1280, height: 800 }, phone]) {
      const { page, complaints } = await visit({ viewport })
      await signIn(page, hana, `/console/payments/ledger?view=balances&year=${last_year}`)
      await page.getByRole('row', { name: /^754110 Dons manuels .*€56\.00/ }).waitFor()
      await page.getByRole('row', { name: /^Total .*€80\.00/ }).waitFor()
      await assertAccessible(page, 'the balances')
      await press(page, '754110')
      await rowsOf(page).filter({ hasText: 'Don D' }).getByText('€56.00').waitFor()
      assert.equal(await rowsOf(page).count(), 1)
      await assertAccessible(page, 'the entries of an account')
      assert.deepEqual(complaints, [])
    }
  })

  test('downloads the entries that the list shows', async () => {
    const { hana } = await anAssociation()
    const { page } = await visit()
    await signIn(page, hana, `/console/payments/ledger?year=${last_year}&journal=money`)
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
    const { hana } = await anAssociation()
    await validate(app, hana, `${last_year}-12-31`)
    const { page } = await visit()
    await signIn(page, hana, '/console/payments/ledger')
    await press(page, 'Validate…')
    const day = page.getByLabel('Up to and including')
    await day.fill(`${last_year}-12-30`)
    await page.getByText(`Everything until Dec 31, ${last_year} is validated already. Choose a later day.`).waitFor()
    await day.fill(`${this_year + 1}-12-31`)
    await page.getByText('Choose a day before today.').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Validate the entries' }).isDisabled())
  })

  test('says that payments are still being entered', async () => {
    const { space, hana } = await anAssociation()
    await app.owner`update transaction_settings set ledger_posted_id = 0 where group_id = ${space}`
    const { page } = await visit()
    await signIn(page, hana, '/console/payments/ledger')
    await page.getByText('Payments are being entered into the ledger. This can take a few minutes.').waitFor()
    await assertAccessible(page, 'a ledger that is being posted')
  })

  test('is read, and neither validated nor set up, without the permission', async () => {
    const { space, hana } = await anAssociation()
    const role = { name: 'Auditor', rank: 35, permissions: ['finance:read', 'catalogue:read'] }
    assert.equal((await app.as(hana).post('/roles', role)).status, 200)
    const omar = await setPassword(app, await aUser(app, space, { role: 'Auditor' }))
    const { page, complaints } = await visit()
    await signIn(page, omar, `/console/payments/ledger?year=${last_year}`)
    await rowsOf(page).first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Validate…' }).count(), 0)
    await press(page, 'Download…')
    await page.getByText('Ask someone who can change the settings to validate them.').waitFor()
    await page.goto('/console/settings/finance?tab=ledger')
    await page.getByLabel('SIREN').waitFor()
    assert.ok(await page.getByLabel('SIREN').isDisabled())
    await page.getByText('No opening balances.').waitFor()
    assert.equal(await page.getByRole('button', { name: /^Save/ }).count(), 0)
    assert.deepEqual(complaints, [])
  })
})

describe('the settings of the ledger', () => {
  test('assign accounts to payment methods and prices, which provisional entries follow', async () => {
    const { hana } = await anAssociation()
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/settings/finance?tab=ledger')
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
    assert.deepEqual(complaints, [])
  })

  test('take the opening balances of a year, with equal debits and credits', async () => {
    const { hana } = await anAssociation()
    const { page, complaints } = await visit()
    await signIn(page, hana, '/console/settings/finance?tab=ledger')
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
    assert.deepEqual(complaints, [])
  })

  test('ask before closing a period validates its entries', async () => {
    const { hana } = await anAssociation()
    const { page, complaints } = await visit()
    const span = { start: `${last_year}-01-01`, end: `${last_year}-12-31` }
    await changeTransactionSettings(app, hana, { open_periods: { [last_year]: { ...span, open: true } } })
    await signIn(page, hana, '/console/settings/finance?tab=periods')
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
    assert.deepEqual(complaints, [])
  })

  test('warn that a closed period that is made longer validates its entries', async () => {
    const { hana } = await anAssociation()
    const { page, complaints } = await visit()
    const span = { start: `${last_year}-01-01`, end: `${last_year}-06-30` }
    await changeTransactionSettings(app, hana, { open_periods: { [last_year]: { ...span, open: false } } })
    await signIn(page, hana, '/console/settings/finance?tab=periods')
    await page.getByLabel('Last day').fill(`${last_year}-12-31`)
    await page.getByText(`Saving validates all ledger entries up to Dec 31, ${last_year}`).waitFor()
    await page.getByLabel('Last day').fill(`${last_year}-06-30`)
    await page.getByText('Saving validates all ledger entries').waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  test('cannot change the accounting year and the opening balances of validated days', async () => {
    const { hana } = await anAssociation()
    await changeLedger(hana, { siren: '123456789' })
    await validate(app, hana, `${last_year}-12-31`)
    const { page } = await visit()
    await signIn(page, hana, '/console/settings/finance?tab=ledger')
    assert.ok(await page.getByLabel('Last day of the accounting year').isDisabled())
    await page.getByLabel('Accounting year', { exact: true }).selectOption(`Year ${last_year}`)
    await page.getByText('The first day of this year is validated: its opening balances cannot change.').waitFor()
  })
})
