import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { aBundle, aContactId, payment } from '../server/test/money.ts'
import { aSpace, aUser } from '../server/test/people.ts'
import { assertAccessible, openBrowser, phone, signIn, startTestApp } from './browser.ts'
import { setPassword } from './passwords.ts'

const app = await startTestApp()
const visit = await openBrowser(app)
const settings = '/console/settings/finance?tab=contributions'

async function aTreasury(locale = 'en') {
  const hana = await setPassword(app, await aUser(app, await aSpace(app, 'Parti', locale), { role: 'admin' }))
  const rosa = await aContactId(app, hana, { firstname: 'Rosa', surname: 'Quintero', nationality: 'FR' })
  return { hana, rosa, rules: async () => (await app.as(hana).get('/v1/contribution_rules')).body.data }
}

describe('contribution rules', () => {
  test('begin with a preset and become own rules', async () => {
    const { hana, rules } = await aTreasury()
    const { page, complaints } = await visit()
    await signIn(page, hana, settings)
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
    assert.deepEqual(complaints, [])
  })

  test('show what is left for the payer while a payment is typed, and why it is refused', async () => {
    const { hana, rosa } = await aTreasury()
    await app.as(hana).patch('/v1/contribution_rules', { preset: 'fr_party' })
    await aBundle(app, hana, { transactions: [payment(rosa, { amount: 600_000 })] })
    const { page, complaints } = await visit({ viewport: phone })
    await signIn(page, hana, `/console/payments/new?contact=${rosa}`)
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
    assert.deepEqual(complaints, [])
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
