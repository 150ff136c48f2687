import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { defined } from '../server/test/defined.ts'
import { withDemo } from '../server/test/demo.ts'
import { openBrowser, signIn, startTestApp } from './browser.ts'

const app = await startTestApp({ own: true })
const visit = await openBrowser(app)
const demo = await withDemo(app)
const boss = defined(
  demo.accounts.find(one => one.role === 'superadmin' && one.space_id === 1),
  'the superadmin of the demo',
)
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
    // Not one of the last, which are the duplicates of the demo and get a hint.
    const { body } = await app.as(boss).get('/contacts?limit=50')
    const { id } = body.data.contacts.at(-1)
    for (const path of ['/console/', '/console/contacts', `/console/contacts/${id}`, '/console/payments?view=all']) {
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

/** The rows that fit between the headers of the list and the end of the window, above its footer. */
const roomForRows = (page: Page) =>
  page.evaluate(`(() => {
    const frame = document.querySelector('section.rows')
    const row = frame.querySelector('tbody tr').getBoundingClientRect()
    const footer = document.querySelector('.list-footer').getBoundingClientRect()
    const top = frame.querySelector('thead').getBoundingClientRect().bottom
    return Math.floor((innerHeight - top - footer.height) / row.height)
  })()`) as Promise<number>

const amountsIn = async (page: Page) => {
  const cells = await page.locator('tbody tr td:last-child').allTextContents()
  return cells.map(text => Number(text.replaceAll(/[^\d.]/g, '')))
}

describe('lists', async () => {
  const { page, complaints } = await visit({ viewport: laptop })
  await signIn(page, boss)

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
      await page.goto(`/console/${path}`)
      await page.locator('section.rows tbody tr').first().waitFor()
      await loaded(page)
      assert.ok((await roomForRows(page)) >= 8, `${path} has room for ${await roomForRows(page)} rows`)
      await page.keyboard.press('j')
      await page.locator('tbody tr[data-current=true]').first().waitFor()
      assert.equal(await page.locator('.list-footer').count(), 1, path)
    }
  })

  test('of payments are sorted by the server, which the address keeps, with the place of the open one', async () => {
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
    const { body } = await app.as(boss).get('/v1/transaction_bundles?sort=-amount&limit=1')
    assert.equal((await amountsIn(page))[0], body.data[0].transactions[0].amount / 100)
    await page.locator('tbody button.open').nth(2).click()
    await page.getByText(new RegExp(`^3 of ${body.total}$`)).waitFor()
    await page.keyboard.press('j')
    await page.getByText(new RegExp(`^4 of ${body.total}$`)).waitFor()
  })

  test('of the ledger and of batches show the sum of what is filtered and selected', async () => {
    await page.goto('/console/payments/ledger?year=all')
    await page.locator('section.rows tbody tr').first().waitFor()
    await page.getByText('Total').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.locator('.list-footer').getByText('1 selected').waitFor()
    await page.goto('/console/payments/batches')
    await page.locator('section.rows tbody tr').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.locator('.list-footer').getByText('1 selected').waitFor()
    assert.deepEqual(complaints, [])
  })
})
