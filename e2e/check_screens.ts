import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { thorough } from '../server/test/runs.ts'
import { assertAccessibleInTurn, type Credentials, desktop, move, signIn, type Visitor } from './browser.ts'
import type { Screen } from './screen_steps.ts'

const one_in = 5
/** Begins a line of output about a screen, which `npm run torture` shows. */
const screen_fault = 'screen: '

/** The part that `npm run torture -- screens` runs, such as 2/4: the second of four. */
const [part = 1, parts = 1] = (process.env['SCREENS_PART'] ?? '1/1').split('/').map(Number)

/** Visits these screens one by one, signed in once, and checks each: a part of them in `npm run torture`, some of them in `npm test`. */
export async function checkScreens(
  { page, complaints }: Visitor,
  person: Credentials,
  looks: Screen[],
  judge = assertAccessibleInTurn,
) {
  await signIn(page, person)
  const faults: string[] = []
  let place = ''
  for (const { path, open, shows } of thorough ? sampleOf(looks, parts, part - 1) : sampleOf(looks, one_in)) {
    place = path ?? `${place}, then`
    // All faults are reported, also if a screen cannot be opened.
    try {
      if (path !== undefined) await arrive(page, path)
      await open?.(page)
      await page.getByText(shows).filter({ visible: true }).first().waitFor()
      await judge(page, `${place}: ${shows}`)
    } catch (error) {
      faults.push((error as Error).message)
      if (thorough) console.log(`${screen_fault}${place}: ${shows}: ${(error as Error).message}`)
    }
  }
  assert.deepEqual(faults, [])
  assert.deepEqual(complaints, [])
}

/** One in so many screens, with what opens on it. */
function sampleOf(looks: Screen[], one_in: number, from = 0) {
  let screens = -1
  return looks.filter(({ path }) => {
    if (path !== undefined) screens++
    return screens % one_in === from
  })
}

/** Opens an unknown address first, so that nothing of the last screen stays open or is taken for the next one. */
async function arrive(page: Page, path: string) {
  await page.setViewportSize(desktop)
  // Dialogs of the frame stay open when the address changes.
  await page.keyboard.press('Escape')
  await move(page, '/nowhere')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' })
  await move(page, path)
}
