import assert from 'node:assert/strict'
import { after } from 'node:test'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { startTestApp, type TestApp } from '../server/test/harness.ts'

// A person at a real browser, in front of the real server.

export const patience_ms = 15_000

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
      viewport: { width: 1280, height: 800 },
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

/** Signs in as a person would, and arrives where they wanted to go. */
export async function signIn(page: Page, person: { mail: string; password: string }, path = '/console/') {
  await page.goto(path)
  await page.waitForURL(/\/sign-in\//)
  await page.locator('input[type=email], input[name=mail]').first().fill(person.mail)
  await page.locator('input[type=password]').fill(person.password)
  await page.locator('form button').first().click()
  await page.locator('header').waitFor()
}

/** Nothing that a tool can find stands in anybody's way, and no text is cut off. */
export async function assertAccessible(page: Page, where: string) {
  // Judged once it is there, not while it loads.
  await page.locator('h1').first().waitFor()
  await page.locator('.mantine-Loader-root').first().waitFor({ state: 'hidden' })
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  assert.deepEqual(found, [], where)
  const cut = await page
    .locator('button, a, label, h1, h2, h3, th, [role=tab]')
    .evaluateAll(elements =>
      elements
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    )
  assert.deepEqual(cut, [], `${where}: texts are cut off`)
}

export { startTestApp }
