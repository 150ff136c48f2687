import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { aContact } from '../server/test/contacts.ts'
import { anAction } from '../server/test/field.ts'
import { aBundle } from '../server/test/money.ts'
import { aSpace, aTeam } from '../server/test/people.ts'
import { assertAccessible, openConsole, signIn } from './browser.ts'

const { app, visit, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const ada = await member(space, { role: 'admin' })

/** The server has a new console, and the user returns to a page that was opened before. */
async function renewConsole(page: Page) {
  await page.route('**/console/', async route => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      body: (await response.text()).replace(/assets\/index-[^"]+\.js/, 'assets/index-new.js'),
    })
  })
  // A recent request is not repeated: the clock moves on.
  await page.clock.fastForward('11:00')
  await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
}

test('a page opened before an upgrade says so, and keeps unsaved input', async () => {
  const { page } = await visit({ colorScheme: 'dark' })
  await page.clock.install()
  await signIn(page, ada, '/console/contacts?open=new')
  await page.getByRole('dialog').getByLabel('Surname').fill('Lovelace')
  assert.equal(await page.getByText('A new version of Muster is available.').count(), 0)
  await renewConsole(page)
  await page.getByText('A new version of Muster is available.').waitFor()
  assert.equal(await page.getByRole('dialog').getByLabel('Surname').inputValue(), 'Lovelace')
  // The button is under the drawer; keyboard or script could still reach it.
  await page.getByText('Reload', { exact: true }).dispatchEvent('click')
  await page.getByText('Unsaved changes').waitFor()
  await assertAccessible(page, 'a new version while writing')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('dialog').getByLabel('Surname').inputValue(), 'Lovelace')

  // Escape asks before the typed name is lost.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.waitFor()
  await assertAccessible(page, 'the question before typed text is lost')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('dialog').getByLabel('Surname').inputValue(), 'Lovelace')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await assertAccessible(page, 'a new version')
  await page.unroute('**/console/')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.waitForEvent('load')
  await page.getByRole('heading', { name: 'Contacts', exact: true }).waitFor()
  assert.equal(await page.getByText('A new version of Muster is available.').count(), 0)
})

test('E edits the open item: an action, a team, a contact beside its list or on its own page', async () => {
  const action = await anAction(app, ada, { name: 'Spring round' })
  const team = await aTeam(app, ada, { name: 'Harbour' })
  const { id } = await aContact(app, ada, { firstname: 'Rosa', surname: 'Quintero' })
  const { page } = await visit()
  const focused = (name: string) =>
    page.getByRole('textbox', { name, exact: true }).and(page.locator(':focus')).waitFor()
  await signIn(page, ada, `/console/actions/${action.id}`)
  await page.getByRole('heading', { name: 'Spring round' }).waitFor()
  await page.keyboard.press('e')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  assert.match(page.url(), /open=edit/)
  await page.goto(`/console/teams?open=${team.id}`)
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  await page.getByRole('dialog').press('e')
  await focused('Name')
  await page.goto(`/console/contacts?open=${id}`)
  await page.getByRole('dialog').getByRole('tab', { name: 'Details' }).waitFor()
  await page.getByRole('dialog').press('e')
  await focused('First name')
  // A typed letter is text, not a shortcut.
  await page.keyboard.press('End')
  await page.keyboard.press('e')
  assert.equal(await page.getByRole('textbox', { name: 'First name' }).inputValue(), 'Rosae')
  await page.keyboard.press('Escape')
  await page.goto(`/console/contacts/${id}`)
  await page.getByRole('button', { name: /^First name: / }).waitFor()
  await page.keyboard.press('e')
  await focused('First name')
})

test('the palette creates, finds a namesake with a wrong letter, and changes the language; ? lists the keys', async () => {
  const lyon = await aContact(app, ada, { firstname: 'Marta', surname: 'Zielinski', address: { city: 'Lyon' } })
  await aContact(app, ada, {
    firstname: 'Marta',
    surname: 'Zielinski',
    address: { city: 'Nantes', postal_code: '44001' },
  })
  const page = await enter(ada, '/console/teams', { viewport: { width: 1280, height: 720 } })
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor()
  // The first stop of the Tab key leads past the menu.
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('main:focus').waitFor()

  const box = page.getByRole('combobox', { name: 'Search or run a command' })
  const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
  // Letters that are typed before the palette is drawn belong to it; they are no shortcuts of the page.
  await page.evaluate(() => {
    for (const keys of [{ key: 'k', ctrlKey: true }, { key: 'z' }, { key: 'i' }])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true }))
  })
  await box.and(page.locator(':focus[value="zi"]')).waitFor()
  const size = () => page.getByRole('dialog').boundingBox()
  const before = await size()
  await page.keyboard.type('elinsky')
  await options.filter({ hasText: 'Nantes' }).waitFor()
  await options.filter({ hasText: 'Lyon' }).waitFor()
  assert.deepEqual(await size(), before)
  await assertAccessible(page, 'the palette with namesakes')
  await options.filter({ hasText: 'Lyon' }).click()
  await page.waitForURL(new RegExp(`/contacts\\?.*open=${lyon.id}`))
  await page.getByRole('dialog').getByText('Marta Zielinski').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // What was opened is offered first, and a command is found in the other language with a wrong letter.
  await page.keyboard.press('Control+k')
  await options.first().filter({ hasText: 'Marta Zielinski' }).waitFor()
  await page.keyboard.type('nouveau paimeent')
  await page.locator('[data-selected]').filter({ hasText: 'New payment' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/payments\/new/)

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Record payments', level: 1 }).waitFor()
  // What the palette does not look through, the list of contacts does.
  for (const words of ['Nantes', '44001']) {
    await page.keyboard.press('Control+k')
    await box.fill(words)
    await options.filter({ hasText: `Search contacts for “${words}”` }).click()
    await page.waitForURL(new RegExp(`contacts\\?q=.*${words}`))
    await page.locator('tbody .open', { hasText: 'Marta Zielinski' }).waitFor()
    await page.getByText('1 contact', { exact: true }).waitFor()
  }
  // For a name that nobody has, the form of a new contact is offered last, with the name.
  await page.keyboard.press('Control+k')
  await box.fill('Wanda de Oliveira')
  await options.last().filter({ hasText: 'New contact “Wanda de Oliveira”' }).click()
  await page.getByLabel('First name').and(page.locator('[value=Wanda]')).waitFor()
  assert.equal(await page.getByLabel('Surname').inputValue(), 'de Oliveira')

  await page.goto('/console/teams')
  await page.getByRole('heading', { name: 'Teams', level: 1 }).waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByRole('region', { name: 'Go to a page' }).getByText('Contacts').waitFor()
  const { height = 0 } = (await keys.boundingBox()) ?? {}
  assert.ok(height > 0 && height <= 720 - 48, `${height} px high`)
  await assertAccessible(page, 'the list of keys')
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })

  await page.keyboard.press('/')
  await box.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('français')
  await page.locator('[data-selected]').filter({ hasText: 'Change language to Français' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Équipes', level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0, 'C after G creates nothing')

  // Errors are in French too: of a field, by the server; of the connection; of an unknown address.
  await page.goto('/console/contacts?open=new')
  const form = page.getByRole('dialog')
  await form.getByLabel('E-mail').fill('sans-arobase')
  await form.getByRole('button', { name: 'Enregistrer' }).click()
  await form.getByText('Indiquez une adresse e-mail, comme nom@exemple.fr').waitFor()
  await page.goto('/console/contacts/999999999')
  await focusedTitle(page, 'Introuvable')
  const team = await aTeam(app, ada, { name: 'Croix-Rousse' })
  await page.goto('/console/teams')
  await page.getByRole('heading', { name: 'Équipes', level: 1 }).waitFor()
  await page.evaluate("history.pushState({}, '', '/console/sans/adresse')")
  await focusedTitle(page, 'Page introuvable')
  await assertAccessible(page, 'an unknown address')
  await page.getByRole('button', { name: 'Rechercher', exact: true }).click()
  await page.getByRole('combobox', { name: 'Rechercher ou agir' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Retour' }).click()
  await page.getByRole('heading', { name: 'Équipes', level: 1 }).waitFor()
  await page.context().setOffline(true)
  await page.evaluate(`history.pushState({}, '', '/console/teams?open=${team.id}')`)
  await page.getByRole('dialog').getByText('Non disponible hors ligne').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Réessayer' }).waitFor()
  await page.evaluate("history.pushState({}, '', '/console/payments/ledger')")
  await focusedTitle(page, 'Vous êtes hors ligne')
  await assertAccessible(page, 'a page that was opened offline')
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Journal comptable', level: 1 }).waitFor()
})

test('a list is walked by keys, selected by ranges, sorted, and found where it was left', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `Team ${String(n + 10)}`)
  for (const name of names) await aTeam(app, ada, { name })
  for (const name of names) await anAction(app, ada, { name: `Round ${name}` })
  for (const name of names) await aContact(app, ada, { surname: `Aa ${name}` })
  const payer = await aContact(app, ada, { surname: 'Payer' })
  for (const _ of names.slice(0, 10))
    await aBundle(app, ada, { transactions: [{ amount: 1050, contact_id: payer.id }] })
  const page = await enter(ada, '/console/teams', { viewport: { width: 1280, height: 720 } })
  await page.goto('/console/payments?view=all')
  // The sum of the filter comes from the server.
  await page.locator('.list-footer').getByText('€105.00').waitFor()

  await page.goto('/console/contacts')
  await page.locator('.rows tr[data-id]').first().waitFor()
  const boxes = page.getByRole('checkbox', { name: 'Select this row' })
  await boxes.nth(1).click()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  assert.equal(await page.locator('.rows td input:checked').count(), 4)
  await page.locator('.rows').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  assert.equal(await page.locator('.rows td input:checked').count(), 5)

  await page.goto('/console/teams')
  await page.getByRole('button', { name: 'Name' }).click()
  await page.getByRole('button', { name: 'Name' }).click()
  await page.locator('.rows tr[data-id]').first().getByText('Team 39').waitFor()
  await page.getByRole('button', { name: 'Columns and rows' }).click()
  await page.getByLabel('Compact').check()
  await page.keyboard.press('Escape')
  const compact = await rowsInView(page)
  assert.ok(compact >= 12, `${compact} compact rows`)

  await page.goto('/console/actions')
  await page.locator('.rows tr[data-id]').first().waitFor()
  for (let n = 0; n < 25; n++) await page.keyboard.press('j')
  const row = page.locator('.rows tr[data-current=true]')
  const name = await row.locator('.open').innerText()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.goBack()
  await page.locator('.open:focus').getByText(name).waitFor()
  assert.ok((await page.locator('.rows').evaluate(element => element.scrollTop)) > 0)
  await assertAccessible(page, 'a list with compact rows')
})

/** The page for an error, which screen readers read from its title. */
const focusedTitle = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).and(page.locator(':focus')).waitFor()

/** How many rows can be seen as a whole. */
const rowsInView = (page: Page) =>
  page.evaluate<number>(`(() => {
    const frame = document.querySelector('.rows').getBoundingClientRect()
    const rows = [...document.querySelectorAll('.rows tr[data-id]')].map(row => row.getBoundingClientRect())
    return rows.filter(({ top, bottom }) => top >= frame.top && bottom <= Math.min(frame.bottom, innerHeight)).length
  })()`)
