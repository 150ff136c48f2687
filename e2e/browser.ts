import assert from 'node:assert/strict'
import { after } from 'node:test'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, type Cookie, chromium, type Page } from 'playwright-core'
import { startTestApp, type TestApp } from '../server/test/harness.ts'

// A person at a real browser, in front of the real server.

// Much longer than anything takes: a machine that does ten things at once must not look like a fault.
export const patience_ms = 45_000

export const phone = { width: 390, height: 844 }
export const desk = { width: 1280, height: 800 }

export interface Visitor {
  page: Page
  /** What the browser complained about. */
  complaints: string[]
}

export async function openBrowser(app: TestApp) {
  const browser: Browser = await chromium.launch({
    executablePath: process.env.BROWSER_PATH ?? '',
    args: ['--no-sandbox'],
  })
  after(() => browser.close())
  return async (options: BrowserContextOptions = {}): Promise<Visitor> => {
    const context = await browser.newContext({
      baseURL: app.url,
      locale: 'en',
      viewport: desk,
      reducedMotion: 'reduce',
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(patience_ms)
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(error.message))
    page.on('console', message => {
      if (message.type() === 'error' && /Content Security Policy/.test(message.text())) complaints.push(message.text())
    })
    page.on('request', request => {
      if (!request.url().startsWith(app.url) && !/^(data|blob):/.test(request.url()))
        complaints.push(`asked outside: ${request.url()}`)
    })
    return { page, complaints }
  }
}

export interface SigningIn {
  mail: string
  password: string
}

/** The sessions that people of this file have, by their mail address. */
const sessions = new Map<string, Cookie[]>()

/** Signs in as a person would, and arrives where they wanted to go. Whoever has signed in before in this file still is, as in a second tab. */
export async function signIn(page: Page, person: SigningIn, path = '/console/') {
  const context = page.context()
  await context.addCookies(sessions.get(person.mail) ?? [])
  await page.goto(path)
  const [password, inside] = [page.locator('input[name=password]'), page.locator('header')]
  await password.or(inside).first().waitFor()
  if (await password.isVisible()) {
    await page.locator('input[name=mail]').fill(person.mail)
    await password.fill(person.password)
    await page.locator('form button').first().click()
    await inside.waitFor()
  }
  sessions.set(person.mail, await context.cookies())
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What can be wrong with colours, and with nothing else. */
const colour_rules = ['color-contrast', 'link-in-text-block']

/** Nothing that a tool can find stands in anybody's way, and no text is cut off. */
export async function assertAccessible(page: Page, where: string) {
  await settled(page)
  assert.deepEqual(await violations(page, tags), [], where)
  assert.deepEqual(await cutOff(page), [], `${where}: texts are cut off`)
}

/** The same by day and by night, on a desk and on a phone. By night only the colours are others, and only they are looked at again. */
export async function assertFitForAll(page: Page, where: string) {
  for (const viewport of [phone, desk]) {
    const here = `${where}, ${viewport.width} wide`
    await page.setViewportSize(viewport)
    await inColours(page, 'dark')
    assert.deepEqual(await violations(page, { type: 'rule', values: colour_rules }), [], `${here}, by night`)
    await inColours(page, 'light')
    await assertAccessible(page, here)
  }
}

async function inColours(page: Page, colorScheme: 'light' | 'dark') {
  await settled(page)
  await page.emulateMedia({ colorScheme })
  // The console follows a moment later; the pages without a script at once.
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}], html:not([data-mantine-color-scheme])`).waitFor()
  await page.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
}

/** A page is judged once it is there, not while it loads. */
async function settled(page: Page) {
  await page.locator('h1').first().waitFor()
  await page.locator('.mantine-Loader-root').first().waitFor({ state: 'hidden' })
}

async function violations(page: Page, runOnly: axe.RunOptions['runOnly']): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source)
  return page.evaluate(
    async options => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { runOnly, resultTypes: ['violations'] } as axe.RunOptions,
  )
}

const cutOff = (page: Page) =>
  page
    .locator('button, a, label, h1, h2, h3, th, [role=tab]')
    .evaluateAll(elements =>
      elements
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    )

export { startTestApp }
