import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../server/test/eventually.ts'
import { aSpace, aTeam, aUser } from '../server/test/people.ts'
import { assertAccessibleInTurn, desktop, openConsole, phone } from './browser.ts'

const { app, visit } = await openConsole()
const nadia = await aUser(app, await aSpace(app), { role: 'superadmin' })
const { id: team } = await aTeam(app, nadia, { name: 'Quais' })

test('a developer finds an operation, copies it for the SDK, and tries it with a token', async () => {
  const { page } = await visit({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/docs/contacts')
  const firstFor = async (words: string) => {
    await page.getByRole('searchbox').fill(words)
    await page.getByText(/^\d+ results?$/).waitFor()
    return page.locator('#results a').first().getAttribute('href')
  }
  assert.equal(await firstFor('how to record a payment'), '/docs/transaction_bundles#transaction_bundles.create')
  assert.equal(await firstFor('delete a contact'), '/docs/contacts#contacts.remove')
  assert.equal(await firstFor('contacts'), '/docs/contacts')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('main').focus()
  await page.keyboard.press('/')
  await page.keyboard.type('read a team')
  await page.getByText(/^\d+ results?$/).waitFor()
  await assertAccessibleInTurn(page, 'search of the reference')
  await page.getByRole('searchbox').press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/teams#teams.read')

  const read = page.getByRole('article').filter({ has: page.locator('[id="teams.read"]') })
  await read.getByRole('tab', { name: 'curl' }).press('ArrowRight')
  await read.getByRole('button', { name: 'Copy SDK: teams.read' }).click()
  assert.equal(
    await page.evaluate('navigator.clipboard.readText()'),
    'const response = await muster.teams.read({ id: 8 })',
  )
  assert.ok(await page.getByRole('tab', { name: 'SDK', selected: true }).nth(1).isVisible(), 'for every operation')

  await read.getByText('Try it').click()
  await read.getByLabel('Access token').fill(nadia.token)
  await read.getByLabel('id path').fill(String(team))
  await read.getByRole('button', { name: 'Send GET' }).click()
  await read.getByText(/^200 OK · \d+ ms$/).waitFor()
  assert.match((await read.getByLabel('Response', { exact: true }).textContent()) ?? '', /"name": "Quais"/)
  await assertAccessibleInTurn(page, 'an operation of the reference')

  const remove = page.getByRole('article').filter({ has: page.locator('[id="teams.remove"]') })
  await remove.getByText('Try it').click()
  // The token is asked once.
  await eventually(async () => (await remove.getByLabel('Access token').inputValue()) === nadia.token)
  await remove.getByLabel('id path').fill(String(team))
  const confirmation = page.getByRole('dialog', { name: `DELETE /teams/${team}` })
  await remove.getByRole('button', { name: 'Send DELETE' }).click()
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await confirmation.waitFor({ state: 'hidden' })
  assert.equal((await app.as(nadia).get(`/teams/${team}`)).status, 200, 'a write is sent only when it is confirmed')
  await remove.getByRole('button', { name: 'Send DELETE' }).click()
  await confirmation.getByRole('button', { name: 'Send' }).click()
  await remove.getByText(/^200 OK/).waitFor()
  assert.equal((await app.as(nadia).get(`/teams/${team}`)).status, 404)

  await page.goto('/docs#contacts.list')
  await page.waitForURL('**/docs/contacts#contacts.list')
  await page.goto('/docs')
  await assertAccessibleInTurn(page, 'the overview of the reference')
})

/** The elements whose content is shown outside the column of the text. */
const overflowing = () => {
  const edge = (document.querySelector('main')?.getBoundingClientRect().right ?? 0) + 1
  const isCut = (element: Element) =>
    element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'visible'
  const isOutside = (element: Element) => element.getBoundingClientRect().right > edge
  return [...document.querySelectorAll('.article > *')]
    .filter(element => isCut(element) || isOutside(element))
    .map(element => (element.textContent ?? '').slice(0, 80))
}

for (const [name, viewport] of Object.entries({ desktop, phone }))
  test(`a guide with long commands and wide tables stays in its column on a ${name}`, async () => {
    const { page } = await visit({ viewport })
    for (const guide of ['treasurer', 'operator', 'about']) {
      await page.goto(`/docs/guides/${guide}`)
      assert.deepEqual(await page.evaluate(overflowing), [], guide)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false, guide)
      await assertAccessibleInTurn(page, `${guide} on a ${name}`)
    }
    await page.getByRole('searchbox', { name: 'Search the guides' }).fill('refund')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Refund a payment' }).click()
    await page.waitForURL('**/docs/guides/treasurer#refund-a-payment')
  })
