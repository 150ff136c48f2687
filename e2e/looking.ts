import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { assertFitForAll, desk, type SigningIn, signIn, type Visitor } from './browser.ts'
import type { Look } from './looks.ts'

/** Goes through these screens one by one, signed in once, and judges each. */
export async function lookAtAll({ page, complaints }: Visitor, person: SigningIn, looks: Look[]) {
  await signIn(page, person)
  const faults: string[] = []
  let [place, opened] = ['', false]
  for (const { at, open, sees } of looks) {
    if (at !== undefined) {
      if (opened) await leave(page)
      await move(page, at)
      opened = false
    }
    opened ||= open !== undefined
    await open?.(page)
    await page.getByText(sees).filter({ visible: true }).first().waitFor()
    place = at ?? `${place}, then`
    // All that is wrong is told at once, not only the first of it.
    await assertFitForAll(page, `${place}: ${sees}`).catch(async error => {
      faults.push(error.message)
      await page.setViewportSize(desk)
    })
  }
  assert.deepEqual(faults, [])
  assert.deepEqual(complaints, [])
}

/** Moves within the console, which stays loaded. */
const move = (page: Page, path: string) =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`)

/** Leaves the screen, so that nothing of it stays open. */
async function leave(page: Page) {
  // What belongs to the frame stays open wherever one goes.
  await page.keyboard.press('Escape')
  await move(page, '/nowhere')
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
}
