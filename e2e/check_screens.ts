import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { thorough } from '../server/test/runs.ts'
import { assertAccessibleInTurn, desk, type SigningIn, signIn, type Visitor } from './browser.ts'
import type { Look } from './screens.ts'

const one_in = 5

/** Visits these screens one by one, signed in once, and checks each: all of them in `npm run torture`, some of them in `npm test`. */
export async function checkScreens(
  { page, complaints }: Visitor,
  person: SigningIn,
  looks: Look[],
  judge = assertAccessibleInTurn,
) {
  await signIn(page, person)
  const faults: string[] = []
  let place = ''
  for (const { at, open, sees } of thorough ? looks : sampleOf(looks)) {
    if (at !== undefined) await arrive(page, at)
    await open?.(page)
    await page.getByText(sees).filter({ visible: true }).first().waitFor()
    place = at ?? `${place}, then`
    // All faults are reported at once.
    await judge(page, `${place}: ${sees}`).catch(async error => {
      faults.push(error.message)
      await page.setViewportSize(desk)
    })
  }
  assert.deepEqual(faults, [])
  assert.deepEqual(complaints, [])
}

/** One in so many screens, with what opens on it. */
function sampleOf(looks: Look[]) {
  let screens = -1
  return looks.filter(({ at }) => {
    if (at !== undefined) screens++
    return screens % one_in === 0
  })
}

/** Moves within the console, which stays loaded. */
const move = (page: Page, path: string) =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`)

/** Opens an unknown address first, so that nothing of the last screen stays open or is taken for the next one. */
async function arrive(page: Page, path: string) {
  // Dialogs of the frame stay open when the address changes.
  await page.keyboard.press('Escape')
  await move(page, '/nowhere')
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
  await move(page, path)
}
