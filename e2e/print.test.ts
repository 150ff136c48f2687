import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../server/test/contacts.ts'
import { anAction } from '../server/test/field.ts'
import { aBundle, aContactId, payment } from '../server/test/money.ts'
import { aSpace } from '../server/test/people.ts'
import { desktop, openConsole, phone, signIn } from './browser.ts'

const { app, visit, enter, member } = await openConsole()
const space = await aSpace(app, 'Collectif')
const hana = await member(space, { role: 'admin' })
const printed_rows = 60
const paper = { width: 718, height: 1015 }
const people = await Promise.all(
  Array.from({ length: printed_rows }, (_, n) =>
    aContactId(app, hana, { firstname: 'Rosa', surname: `Quintero ${n}` }),
  ),
)
const bundle = await aBundle(app, hana, { transactions: [payment(people[0]!, { amount: 5000 })] })

test('a printed list has all loaded rows and none of the controls, in light colours also from a dark screen', async () => {
  const { page } = await visit({ colorScheme: 'dark' })
  const scheme = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
  await signIn(page, hana, '/console/contacts?q=Quintero')
  const rows = page.locator('.rows tbody tr[data-id]')
  await rows.first().waitFor()
  assert.ok((await rows.count()) < printed_rows, 'the screen renders what is visible')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  assert.equal(await rows.count(), printed_rows)
  assert.equal(await scheme(), 'light')
  assert.ok(await rows.last().isVisible())
  assert.ok(!(await menu.isVisible()))
  // A sheet of A4 has the columns of the screen, although it is as narrow as a phone.
  await page.setViewportSize(paper)
  assert.ok(await page.getByRole('columnheader', { name: 'Email' }).isVisible())
  await page.setViewportSize(desktop)
  await page.getByText(/^Collectif, printed on .*20\d\d/).waitFor()
  await page.getByText('Filtered by words “Quintero”.').waitFor()
  // The link would stand over a row of every page.
  assert.ok(!(await page.locator('.skip-link').isVisible()))
  const day = rows.first().locator('td[data-narrow]').last()
  assert.equal(await day.evaluate(cell => getComputedStyle(cell).whiteSpace), 'nowrap', 'days are not broken')
  assert.equal(await page.locator('main input[type=checkbox]:visible').count(), 0)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await menu.waitFor()
  assert.equal(await scheme(), 'dark')
  await page.waitForFunction(most => document.querySelectorAll('.rows tbody tr[data-id]').length < most, printed_rows)
})

test('a long list is printed as a whole by Ctrl P, and its head is on every page', async () => {
  const treasurer = await member(await aSpace(app, 'Fonds'), { role: 'admin' })
  const payer = await aContactId(app, treasurer, { firstname: 'Nour', surname: 'Haddad' })
  const cents = Array.from({ length: 130 }, (_, n) => 1000 + n)
  await Promise.all(cents.map(amount => aBundle(app, treasurer, { transactions: [payment(payer, { amount })] })))
  const { page } = await visit()
  // Like a browser, which asks for the page while print() runs.
  await page.addInitScript(() => {
    window.print = () => {
      dispatchEvent(new Event('beforeprint'))
      document.title = `${document.querySelectorAll('.rows tbody tr[data-id]').length} rows printed`
      dispatchEvent(new Event('afterprint'))
    }
  })
  await signIn(page, treasurer, '/console/payments?view=all')
  const rows = page.locator('.rows tbody tr[data-id]')
  await rows.first().waitFor()
  // From the menu of the browser, paper has what was read, and says so.
  const [printed, said] = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'))
    return [document.querySelectorAll('.rows tbody tr[data-id]').length, document.querySelector('main')!.innerText]
  })
  assert.equal(printed, 100)
  assert.match(said, /Only the first 100 rows are printed\. The count and totals are for the whole list\./)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.keyboard.press('Control+p')
  await page.waitForFunction(rows => document.title === `${rows} rows printed`, cents.length)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  assert.equal(await rows.count(), cents.length)
  assert.ok(!(await page.getByText(/^Only the first/).isVisible()))
  // A button in the head would be missing on the next pages.
  const box = await page.getByRole('button', { name: 'Amount' }).boundingBox()
  assert.equal(box, null)
  assert.ok(await page.locator('.rows .sort span', { hasText: 'Amount' }).isVisible())
})

test('a record in a drawer is printed alone', async () => {
  const page = await enter(hana, `/console/payments?view=all&open=${bundle.id}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Rosa Quintero 0').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await dialog.getByText(/^Collectif, printed on .*20\d\d/).waitFor()
  assert.ok(await dialog.getByText('€50.00').first().isVisible())
  assert.ok(!(await page.locator('.rows').first().isVisible()))
})

test('the page of a contact is printed with key facts, details and story, also from a phone', async () => {
  const page = await enter(hana, `/console/contacts/${people[0]}`, { viewport: phone })
  await page.getByText('Added', { exact: true }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  for (const text of ['In all', '€50.00', 'Quintero 0', 'Added'])
    assert.ok(await page.getByText(text, { exact: true }).first().isVisible(), text)
  for (const gone of [page.getByText('All contacts'), page.getByRole('heading', { name: 'Tags' })])
    assert.ok(!(await gone.isVisible()))
})

test('sheets for the doors: one page per turf, doors by side with boxes, names only for those who may see them', async () => {
  const [tess, olaf] = [await member(space), await member(space)]
  const door = (housenumber: number, longitude: string) => ({
    housenumber,
    street: 'Rue Haute',
    city: 'Lyon',
    latitude: `45.77${housenumber}`,
    longitude,
  })
  const { id } = await anAction(app, hana, {
    name: 'Two turfs',
    public: true,
    Users: [{ id: tess.id }],
    polygon: JSON.stringify({ type: 'MultiPolygon', coordinates: [turfAt(4.8), turfAt(4.9)] }),
    Addresses: [door(2, '4.85'), door(3, '4.85'), door(4, '4.95')],
  })
  const resident = await aContact(app, hana, {
    firstname: 'Nina',
    surname: 'Roussel',
    address: { housenumber: '3', street: 'Rue Haute', city: 'Lyon', latitude: '45.773', longitude: '4.85' },
  })
  await app.as(hana).post(`/actions/${id}/addresses/from_contacts`, {})
  assert.ok(resident.id > 0)
  for (const [reader, names] of [
    [tess, 1],
    [olaf, 0],
  ] as const) {
    const page = await enter(reader, `/console/actions/${id}/sheets`)
    await page.getByRole('heading', { name: 'Turf B' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const sheets = page.locator('.sheet')
    assert.equal(await sheets.count(), 2)
    assert.equal(await sheets.last().evaluate(sheet => getComputedStyle(sheet).breakBefore), 'page')
    const first = sheets.first()
    for (const side of ['Odd', 'Even']) assert.ok(await first.getByRole('table', { name: side }).isVisible())
    assert.equal(await first.locator('.sheet-box:visible').count(), 2 * 4)
    assert.equal(await first.getByText('Nina Roussel').count(), names)
    assert.ok(!(await page.getByRole('button', { name: 'Print', exact: true }).isVisible()))
    const pages = (await page.pdf({ format: 'A4' })).toString('latin1').split('/Type /Page\n').length - 1
    assert.equal(pages, 2, 'no blank page follows')
  }
})

const turfAt = (west: number) => [
  [
    [west, 45.7],
    [west + 0.1, 45.7],
    [west + 0.1, 45.8],
    [west, 45.8],
    [west, 45.7],
  ],
]
