import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { defined } from '../server/test/defined.ts'
import { withDemo } from '../server/test/demo.ts'
import { assertAccessible, openConsole, phone, signIn } from './browser.ts'

const { app, visit, enter } = await openConsole({ own: true })
const demo = await withDemo(app)
const boss = defined(
  demo.accounts.find(one => one.role === 'superadmin' && one.space_id === 1),
  'the superadmin of the demo',
)
const bundles = '/v1/transaction_bundles'
const laptop = { width: 1280, height: 720 }

/** As browsers report it: the sum of what moved without a click, by distance and size. */
const shifted = (page: Page) =>
  page.evaluate(
    `window.shifts.map(({ value, sources }) => [value, ...sources.map(({ node, previousRect, currentRect }) =>
      [previousRect.y, currentRect.y, node?.outerHTML?.slice(0, 90)].join(' '))])`,
  ) as Promise<[number, ...string[]][]>

/** Records the movements from the start of each page. */
const watchShifts = (page: Page) =>
  page.addInitScript(`
    window.shifts = []
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry)
    }).observe({ type: 'layout-shift', buffered: true })`)

/** Waits until nothing is being loaded. */
async function loaded(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.locator('main [aria-busy=true], main .mantine-Skeleton-root').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
}

describe('screens', () => {
  test('do not move while their data arrives', async () => {
    const { page } = await visit({ viewport: laptop })
    await watchShifts(page)
    await signIn(page, boss)
    await page.locator('main h1').waitFor()
    await loaded(page)
    const failed: string[] = []
    const { body: found } = await app.as(boss).get('/v1/duplicates?limit=1')
    const { id: duplicate } = found.data[0].contacts[0]
    const { body: listed } = await app.as(boss).get('/v1/tasks?limit=50')
    // A contact with a pinned note, which stands above the story.
    const { contact_id: noted } = listed.data.find((task: { title: string }) => /salle du 28/.test(task.title))
    const contacts = [duplicate, noted].map(id => `/console/contacts/${id}`)
    for (const path of ['/console/', '/console/contacts', ...contacts, '/console/payments?view=all']) {
      await page.goto(path)
      await page.locator('main h1').waitFor()
      await loaded(page)
      const moves = await shifted(page)
      const sum = moves.reduce((total, [value]) => total + value, 0)
      if (sum >= 0.02) failed.push(`${path} moved by ${sum}: ${JSON.stringify(moves, null, 1)}`)
    }
    assert.deepEqual(failed, [])
  })
})

/** Opens a list and waits until it stands still. */
async function openList(page: Page, path: string) {
  await page.goto(`/console/${path}`)
  await page.locator('section.rows tbody tr').first().waitFor()
  await loaded(page)
}

/** The rows that fit between the headers of the list and the end of the window, above its footer. */
const roomForRows = (page: Page) =>
  page.evaluate(`(() => {
    const frame = document.querySelector('section.rows')
    const row = frame.querySelector('tbody tr').getBoundingClientRect()
    const footer = document.querySelector('.list-footer').getBoundingClientRect()
    const top = frame.querySelector('thead').getBoundingClientRect().bottom
    return Math.floor((innerHeight - top - footer.height) / row.height)
  })()`) as Promise<number>

/** The first payment in an order of the server. Returns the number of all. */
async function waitForFirst(page: Page, sort: string): Promise<number> {
  const { data, total } = (await app.as(boss).get(`${bundles}?sort=${sort}&limit=1`)).body
  await page
    .locator('tbody tr')
    .first()
    .and(page.locator(`[data-id="${data[0].id}"]`))
    .waitFor()
  return total
}

describe('lists on a phone', () => {
  test('begin high up, with all filters but the first behind one button that counts them', async () => {
    const page = await enter(boss, '/console/', { viewport: phone })
    const row = page.locator('section.rows tbody tr, ul.audit-cards li').first()
    for (const path of [
      'contacts',
      'payments?view=all',
      'payments/batches',
      'payments/ledger?year=all',
      'settings/users',
      'settings/audit',
    ]) {
      await page.goto(`/console/${path}`)
      await row.waitFor()
      await loaded(page)
      const { y } = defined((await row.boundingBox()) ?? undefined, 'the first row')
      assert.ok(y < phone.height * 0.4, `the first row of ${path} is at ${y}`)
    }
    await page.goto('/console/payments?view=all')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await dialog.getByLabel('Method').click()
    await page.getByRole('option', { name: 'Cheque' }).click()
    await assertAccessible(page, 'the filters of a phone')
    await dialog.getByRole('button', { name: 'Show the list' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
    assert.match(page.url(), /method=cheque/)
    // Only what the badge counts is cleared.
    await page.goto('/console/payments?view=all&sort=amount&contact=1&method=cheque')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await dialog.getByText('Clear filters', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Show the list' }).click()
    const { searchParams } = new URL(page.url())
    assert.deepEqual(
      ['view', 'sort', 'contact', 'method'].map(name => searchParams.get(name)),
      ['all', 'amount', '1', null],
    )
    await page.goto('/console/payments/ledger?from=2026-01-01&to=2026-01-31')
    await page.getByRole('button', { name: 'Filters (1)' }).waitFor()
    await page.goto('/console/payments?view=all')
    await page.getByRole('main').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Totals' }).click()
    await page.getByRole('region', { name: 'Totals' }).waitFor()
  })
})

describe('lists', async () => {
  const page = await enter(boss, '/console/', { viewport: laptop })

  test('have room for eight rows on a small laptop, and move with J and K', async () => {
    for (const path of [
      'contacts',
      'payments?view=all',
      'payments/batches',
      'payments/ledger?year=all',
      'actions',
      'teams',
      'settings/users',
      'settings/audit',
    ]) {
      await openList(page, path)
      assert.ok((await roomForRows(page)) >= 8, `${path} has room for ${await roomForRows(page)} rows`)
      await page.keyboard.press('j')
      await page.locator('tbody tr[data-current=true]').first().waitFor()
      assert.equal(await page.locator('.list-footer').count(), 1, path)
    }
  })

  test('open the row that J has reached, also while a button has the focus', async () => {
    await openList(page, 'payments?view=all')
    const totals = page.getByRole('button', { name: 'Totals' })
    await totals.focus()
    await page.keyboard.press('j')
    await page.locator('tbody tr[data-current=true]').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    assert.equal(await totals.getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('open a record by a click anywhere on its row, not on its box, nor at the end of a selection', async () => {
    await page.goto('/console/contacts')
    const row = page.locator('section.rows tbody tr').nth(2)
    const name = await row.locator('.open').innerText()
    await row
      .locator('td')
      .first()
      .click({ position: { x: 40, y: 20 } })
    await page.getByText('1 selected').waitFor()
    await row
      .locator('td')
      .first()
      .click({ position: { x: 40, y: 20 } })
    assert.match(page.url(), /contacts$/, 'the cell of the box only selects')
    const cell = row.locator('td').nth(3)
    await cell.evaluate(cell => getSelection()?.selectAllChildren(cell))
    await cell.dispatchEvent('click')
    await page.evaluate(() => getSelection()?.removeAllRanges())
    assert.match(page.url(), /contacts$/, 'a selection opens nothing')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      row
        .locator('td')
        .last()
        .click({ modifiers: ['Control'] }),
    ])
    await tab.waitForURL(/contacts\/\d+$/)
    await tab.close()
    await row.locator('td').last().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('heading', { name }).waitFor()
    // No fact is cut off at the edge.
    const strip = drawer.locator('section.fact-strip')
    await strip.waitFor()
    assert.ok(await strip.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth + 1))
    await page.keyboard.press('Escape')
    await page.goto('/console/payments?view=all')
    await page.locator('section.rows tbody tr').nth(1).locator('td').last().click()
    await drawer.waitFor()
  })

  test('show in their header whether all rows are selected, or only those that are loaded', async () => {
    const box = page.getByLabel('Select all rows')
    // The browser counts a box that is indeterminate as not checked.
    const is = (state: string) => box.and(page.locator(state)).waitFor()
    const none = ':not(:checked, :indeterminate)'
    await page.goto('/console/payments?view=all')
    const row = page.getByLabel('Select this row').first()
    await row.waitFor()
    await is(none)
    await box.click()
    await page.getByText('100 selected').waitFor()
    await is(':indeterminate')
    await box.click()
    await is(none)
    await row.check()
    await page.getByText('1 selected').waitFor()
    await is(':indeterminate')
    await box.click()
    await page.getByText('100 selected').waitFor()
    await is(':indeterminate')
    await box.click()
    await is(none)
    // All batches are loaded.
    await page.goto('/console/payments/batches')
    await row.waitFor()
    await box.click()
    await is(':checked')
  })

  test('of payments are sorted by the server, which the address keeps, with the place of the open one', async () => {
    const [{ transactions }] = (await app.as(boss).get(`${bundles}?sort=date&limit=1`)).body.data
    const [{ contact_id, currency, amount: paid, date }] = transactions
    const early = { contact_id, currency, amount: paid, date: `${Number(date.slice(0, 4)) - 1}${date.slice(4)}` }
    // Recorded last, for the oldest day.
    const { id } = (await app.as(boss).post(bundles, { transactions: [early], donations: [early] })).body.data
    await page.goto(`/console/payments?view=all&contact=${contact_id}&open=${id}`)
    await page.locator('th[aria-sort=descending]').filter({ hasText: 'Date' }).waitFor()
    const { total } = (await app.as(boss).get(`${bundles}?contact_id=${contact_id}&limit=1`)).body
    await page.getByText(new RegExp(`^${total} of ${total}$`)).waitFor()
    await page.goto('/console/payments?view=all')
    const amount = page.getByRole('columnheader', { name: 'Amount' })
    await amount.getByRole('button').click()
    await page.locator('th[aria-sort=ascending]').filter({ hasText: 'Amount' }).waitFor()
    await amount.getByRole('button').click()
    await page.locator('th[aria-sort=descending]').filter({ hasText: 'Amount' }).waitFor()
    assert.match(page.url(), /sort=-amount/)
    await page.reload()
    await page.locator('th[aria-sort=descending]').filter({ hasText: 'Amount' }).waitFor()
    await loaded(page)
    const all = await waitForFirst(page, '-amount')
    await page.locator('tbody button.open').nth(2).click()
    await page.getByText(new RegExp(`^3 of ${all}$`)).waitFor()
    await page.keyboard.press('j')
    await page.getByText(new RegExp(`^4 of ${all}$`)).waitFor()
  })

  test('are sorted on a phone by a menu, also by what has no column there', async () => {
    const { page: small } = await visit({ viewport: phone })
    await signIn(small, boss)
    await small.goto('/console/payments?view=all&sort=-amount')
    await small.getByRole('button', { name: 'Sort by' }).click()
    await assertAccessible(small, 'the order of a list on a phone')
    await small.getByRole('menuitem', { name: 'Date' }).click()
    await small.waitForURL(/sort=date/)
    await waitForFirst(small, 'date')
  })

  test('of the ledger and of batches show the sum of what is filtered and selected', async () => {
    await openList(page, 'payments/ledger?year=all')
    await page.getByText('Total').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.locator('.list-footer').getByText('1 selected').waitFor()
    await openList(page, 'payments/batches')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.locator('.list-footer').getByText('1 selected').waitFor()
    assert.equal(await page.locator('.list-footer').count(), 1)
  })
})
