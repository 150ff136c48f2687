import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessibleInTurn, desktop, openBrowser, phone, startTestApp } from './browser.ts'

const app = await startTestApp()
const visit = await openBrowser(app)

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
    const { page, complaints } = await visit({ viewport })
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
    assert.deepEqual(complaints, [])
  })
