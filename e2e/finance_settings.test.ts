import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aPng } from '../server/test/images.ts'
import { aBundle, aContactId, payment } from '../server/test/money.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openConsole, phone, signIn } from './browser.ts'

const { app, visit, enter, member } = await openConsole()

const aTreasurer = async () => member(await aSpace(app, 'Union', 'en'), { role: 'admin' })

describe('the finance settings', () => {
  test('show and take payment methods by their names', async () => {
    const hana = await aTreasurer()
    const stored = async () =>
      (await app.as(hana).get('/v1/transaction_settings')).body.data.payment_method_kinds as string[]
    const before = await stored()
    assert.ok(before.includes('cheque'))
    const page = await enter(hana, '/console/settings/finance?tab=numbering')
    await page.getByRole('link', { name: 'Payment methods' }).click()
    const methods = page.locator('main form').getByLabel('Payment methods').first()
    await page.getByText('Cheque', { exact: true }).first().waitFor()
    assert.equal(await page.getByText('cheque', { exact: true }).count(), 0)
    await methods.fill('Voucher')
    await methods.press('Enter')
    await assertAccessible(page, 'the payment methods')
    // A method that is not saved yet is not lost by leaving.
    const question = page.getByRole('dialog', { name: 'Unsaved changes' })
    for (const leave of [() => page.getByRole('link', { name: 'Tasks' }).click(), () => page.goBack()]) {
      await leave()
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await question.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    assert.deepEqual(await stored(), [...before, 'Voucher'])
    await page.getByRole('link', { name: 'Tasks' }).click()
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
  })

  test('validate the ledger for a person who may not read it, without counting its entries', async () => {
    const space = await aSpace(app, 'Union', 'en')
    const hana = await aUser(app, space, { role: 'superadmin' })
    const role = { name: 'Settings only', rank: 35, permissions: ['finance:settings', 'catalogue:read'] }
    assert.equal((await app.as(hana).post('/roles', role)).status, 200)
    const omar = await member(space, { role: 'Settings only' })
    const page = await enter(omar, '/console/settings/finance?tab=periods')
    await page.getByRole('button', { name: 'New period' }).click()
    await page.getByLabel('First day').last().fill('2020-01-01')
    await page.getByLabel('Last day').last().fill('2020-12-31')
    await page.getByRole('switch', { name: 'Open' }).last().uncheck({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Save the periods and validate the ledger?' })
    await question.getByText('This cannot be undone.').waitFor()
    await question.getByRole('button', { name: 'Save and validate' }).click()
    await page.getByText('Saved.').waitFor()
  })

  test('group the digits of opening balances as French sums do, also while they are edited', async () => {
    const page = await enter(await aTreasurer(), '/console/settings/finance?tab=ledger', { locale: 'fr-FR' })
    await page.getByRole('button', { name: 'Ajouter un compte' }).click()
    const debit = page.getByRole('textbox', { name: 'Débit', exact: true })
    await debit.fill('4123,5')
    await debit.blur()
    await debit.and(page.locator('[value$="123,50"]')).waitFor()
    assert.match(await debit.inputValue(), /^4\s123,50$/)
    await debit.press('Home')
    await page.keyboard.type('1')
    await page
      .getByText(/14\s123,50\s€/)
      .first()
      .waitFor()
    await debit.blur()
    await debit.and(page.locator('[value^="14"]')).waitFor()
    assert.match(await debit.inputValue(), /^14\s123,50$/)
  })

  test('give a price its season, and the month from which payments count for the next one', async () => {
    const hana = await aTreasurer()
    const page = await enter(hana, '/console/settings/finance?tab=memberships')
    await page.getByRole('button', { name: 'New membership price' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Lessons')
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('90')
    await dialog.getByLabel('Season begins on').selectOption('September 1')
    await dialog.getByLabel('Counts for the next season from').selectOption('June')
    await assertAccessible(page, 'a price with a season')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Season from September 1 · from June for the next').waitFor()
    const stored = async () => (await app.as(hana).get('/v1/membership_prices')).body.data[0]
    assert.partialDeepStrictEqual(await stored(), { season_start: '09-01', next_season_from: 6 })
    await page.getByRole('button', { name: 'Edit Lessons' }).click()
    await dialog.getByLabel('Season begins on').selectOption('January 1: the calendar year')
    await dialog.getByLabel('Counts for the next season from').selectOption('Never')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Calendar year', exact: true }).waitFor()
    assert.partialDeepStrictEqual(await stored(), { season_start: null, next_season_from: null })
  })

  test('show the whole of a table on a phone', async () => {
    const hana = await aTreasurer()
    const price = { name: 'Full year', amount: 2400, kind: 'calendar_year' }
    assert.equal((await app.as(hana).post('/v1/membership_prices', price)).status, 200)
    const page = await enter(hana, '/console/settings/finance?tab=memberships', { viewport: phone })
    const table = page.getByRole('table').filter({ hasText: 'Full year' })
    await table.getByRole('cell', { name: '24.00' }).first().waitFor()
    const fits = await table.evaluate(table => table.scrollWidth <= (table.parentElement?.clientWidth ?? 0))
    assert.ok(fits, 'nothing of the table is beside the screen')
    await assertAccessible(page, 'the prices on a phone')
  })
})

const settings = '/console/settings/finance?tab=contributions'

async function aTreasury(locale = 'en') {
  const hana = await member(await aSpace(app, 'Parti', locale), { role: 'admin' })
  const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero', nationality: 'FR' })
  return { hana, rosa, rules: async () => (await app.as(hana).get('/v1/contribution_rules')).body.data }
}

describe('contribution rules', () => {
  test('begin with a preset and become own rules', async () => {
    const { hana, rules } = await aTreasury()
    const page = await enter(hana, settings)
    await page.getByText('Every payment can be recorded.').waitFor()
    await page.getByRole('combobox', { name: 'Rules', exact: true }).selectOption('French party')
    await page.getByText('At most €7,500 per person and year').waitFor()
    await page.getByLabel('Tag of elected office holders').fill('elected')
    await assertAccessible(page, 'the rules of a French party')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The rules are saved.').waitFor()
    assert.deepEqual([(await rules()).preset, (await rules()).elected_tag], ['fr_party', 'elected'])

    await page.getByRole('combobox', { name: 'Rules', exact: true }).selectOption('Custom rules')
    const cap = page.getByLabel('Cap per person and year')
    assert.equal(await cap.inputValue(), '7500.00')
    await cap.fill('much')
    await page.getByText('Enter an amount, such as €50.00.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    assert.equal((await rules()).yearly_cap, 750_000)
    await cap.fill('5000')
    await page.getByLabel('Cash limit').fill('')
    await page.getByRole('button', { name: 'Add a cap for one campaign' }).click()
    await page.getByRole('textbox', { name: 'Campaign', exact: true }).fill('SPRING')
    await page.getByRole('textbox', { name: 'Cap', exact: true }).fill('300')
    await assertAccessible(page, 'own rules')
    const saved = page.waitForResponse(answer => answer.request().method() === 'PATCH' && answer.ok())
    await page.getByRole('button', { name: 'Save' }).click()
    await saved
    const { preset, yearly_cap, cash_limit, campaign_caps, elected_tag } = await rules()
    assert.deepEqual(
      { preset, yearly_cap, cash_limit, campaign_caps, elected_tag },
      {
        preset: 'custom',
        yearly_cap: 500_000,
        cash_limit: null,
        campaign_caps: { SPRING: 30_000 },
        elected_tag: 'elected',
      },
    )
  })

  test('show what is left for the payer while a payment is typed, and why it is refused', async () => {
    const { hana, rosa } = await aTreasury()
    await app.as(hana).patch('/v1/contribution_rules', { preset: 'fr_party' })
    await aBundle(app, hana, { transactions: [payment(rosa, { amount: 600_000 })] })
    const page = await enter(hana, `/console/payments/new?contact=${rosa}`, { viewport: phone })
    await page.getByText(/This person can still pay €1,500\.00 of €7,500\.00 in \d{4}\./).waitFor()
    await page.getByLabel('Amount', { exact: true }).fill('1500.01')
    await page.getByText('This payment breaks the contribution rules').waitFor()
    await assertAccessible(page, 'a payment against the rules')
    await page.getByRole('button', { name: 'Save and next' }).click()
    await page.getByText('At most €1,500.00.').waitFor()
    await page
      .getByText(/At most €7,500\.00 per person in \d{4}: €1,500\.00 left\./)
      .first()
      .waitFor()
    assert.equal((await app.as(hana).get('/v1/transaction_bundles')).body.total, 1)
    await page.getByLabel('Amount', { exact: true }).fill('1500')
    await page.getByText(/This person can still pay/).waitFor()
    const saved = page.waitForResponse(answer => answer.request().method() === 'POST' && answer.ok())
    await page.getByRole('button', { name: 'Save and next' }).click()
    await saved
  })

  test('say nothing in a space without rules', async () => {
    const { hana, rosa } = await aTreasury()
    const { page } = await visit()
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await signIn(page, hana, `/console/payments/new?contact=${rosa}`)
    await page.getByLabel('Amount', { exact: true }).fill('99000')
    await page.getByRole('button', { name: 'Save and next' }).click()
    await page.getByRole('link', { name: 'Rosa Quintero', exact: true }).waitFor()
    assert.equal(await page.getByText('Contribution rules').count(), 0)
    assert.deepEqual(
      asked.filter(url => url.includes('/check')),
      [],
    )
  })
})

test('a superadmin finds a time zone by its city and saves it, also on a phone', async () => {
  const space = await aSpace(app, 'Collectif', 'fr')
  const ada = await member(space, { role: 'superadmin' })
  for (const [options, label, save, zone] of [
    [{}, 'Time zone', 'Save', 'America/Toronto'],
    [{ locale: 'fr', viewport: phone }, 'Fuseau horaire', 'Enregistrer', 'Europe/Brussels'],
  ] as const) {
    const page = await enter(ada, '/console/settings/space', options)
    const field = page.getByRole('combobox', { name: label })
    await field.fill(zone.replace(/.*\//, ''))
    await page.getByRole('option', { name: zone }).click()
    await assertAccessible(page, `the time zone, ${label}`)
    await page.getByRole('button', { name: save }).click()
    await page.getByRole('alert').first().waitFor()
    const { body } = await app.as(ada).get(`/spaces/${space}`)
    assert.equal(body.data.time_zone, zone)
  }
})

test('a superadmin enters who the organisation is; a wrong SIREN is told at its field, and the region stays', async () => {
  const space = await aSpace(app, 'Collectif', 'en-GB')
  const ada = await member(space, { role: 'superadmin' })
  const page = await enter(ada, '/console/settings/space')
  const chosen = page.locator('input[type=file]')
  await chosen.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: aPng({ interlaced: 1 }) })
  await page.getByText('The logo cannot be printed.').waitFor()
  await chosen.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: aPng() })
  await page.getByRole('img', { name: 'Logo' }).waitFor()
  await page.getByLabel('Legal name').fill('Collectif des Deux Rives')
  await page.getByLabel('Address').fill('3 rue du Port\n69002 Lyon')
  await page.getByLabel('SIREN').fill('732 829 321')
  await page.getByLabel('Signatory').fill('Ada Martin, treasurer')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Is not a SIREN: its last digit does not fit the others; check each digit.').waitFor()
  await assertAccessible(page, 'the identity of a space')
  await page.getByLabel('SIREN').fill('732 829 320')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').first().waitFor()
  assert.partialDeepStrictEqual((await app.as(ada).get(`/spaces/${space}`)).body.data, {
    ...{ locale: 'en-GB', legal_name: 'Collectif des Deux Rives', postal_address: '3 rue du Port\n69002 Lyon' },
    ...{ siren: '732829320', rna: '', signatory: 'Ada Martin, treasurer', has_logo: true },
  })
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await page.getByRole('button', { name: 'Choose a logo…' }).waitFor()
})
