import assert from 'node:assert/strict'
import { after } from 'node:test'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContextOptions,
  type Cookie,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import { defined } from '../server/test/defined.ts'
import * as harness from '../server/test/harness.ts'
import { aUser } from '../server/test/people.ts'
import { thorough } from '../server/test/runs.ts'
import { setPassword } from './passwords.ts'

// A person at a real browser, in front of the real server.

// Far longer than anything takes: a busy machine must not look like a fault.
export const patience_ms = 120_000

/** How long to wait for the requests of a page before it is checked. */
const quiet_ms_max = 10_000

export const phone = { width: 390, height: 844 }
/** As narrow as a phone, and long enough that the bar at the bottom covers no button. */
const narrow = { width: phone.width, height: 1600 }
export const desktop = { width: 1280, height: 800 }
const tablet = { width: 820, height: 1180 }

export interface Visitor {
  page: Page
  /** Script errors, violations of the content security policy, and requests to other servers. */
  complaints: string[]
}

/** One browser for the files of a process. Each visitor has a context with its own cookies and storage. */
let launched: Promise<Browser> | undefined
const theBrowser = () => (launched ??= launch())

// Without a graphics card, software that draws in its place takes a quarter of the processor time of a story.
async function launch() {
  const browser = await chromium.launch({
    executablePath: process.env.BROWSER_PATH ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--disable-software-rasterizer'],
  })
  after(() => browser.close())
  return browser
}

/**
 * The application, and the people at browsers before it. Without options the files of a process share both. The browser is launched first, so
 * that it is closed first: a server waits for the connections of the browser.
 */
export async function openConsole(...options: Parameters<typeof harness.startTestApp>) {
  const browser = await theBrowser()
  const app = await harness.startTestApp(...options)
  const visit = (wish: BrowserContextOptions = {}) => openPage(browser, app, wish)
  return {
    app,
    visit,
    /** A person of the space with a password. */
    member: async (space: number, wish?: Parameters<typeof aUser>[2]) =>
      setPassword(app, await aUser(app, space, wish)),
    /** Opens this path in a browser of its own, signed in. */
    enter: async (person: Credentials, path?: string, wish?: BrowserContextOptions) => {
      const { page } = await visit(wish)
      await signIn(page, person, path)
      return page
    },
  }
}

export type TestConsole = Awaited<ReturnType<typeof openConsole>>

/** A test that opens a page asserts that nothing is complained of until its end. */
async function openPage(browser: Browser, app: harness.TestApp, wish: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: app.url,
    locale: 'en',
    viewport: desktop,
    reducedMotion: 'reduce',
    ...wish,
  })
  const complaints: string[] = []
  // A page that no test looks at any more still takes events and paints.
  after(async () => {
    await context.close()
    assert.deepEqual(complaints, [])
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patience_ms)
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' && /Content Security Policy/.test(message.text())) complaints.push(message.text())
  })
  const open = new Set<Request>()
  underWay.set(page, open)
  page.on('request', request => open.add(request))
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
  page.on('request', request => {
    if (!request.url().startsWith(app.url) && !/^(data|blob):/.test(request.url()))
      complaints.push(`asked outside: ${request.url()}`)
  })
  assert.deepEqual(complaints, [])
  return { page, complaints }
}

/** The open requests of each page. */
const underWay = new WeakMap<Page, Set<Request>>()

export interface Credentials {
  mail: string
  password: string
}

/** Session cookies by mail address. */
const sessions = new Map<string, Cookie[]>()

/** Signs in and opens this path. A person who has signed in before still is, as in a second tab. */
export async function signIn(page: Page, person: Credentials, path = '/console/') {
  const context = page.context()
  await context.addCookies(sessions.get(person.mail) ?? [])
  await page.goto(path)
  // A screen may have a head of its own below that of the console.
  const [password, inside] = [page.locator('input[name=password]'), page.locator('header').first()]
  await password.or(inside).first().waitFor()
  if (await password.isVisible()) {
    await page.locator('input[name=mail]').fill(person.mail)
    await password.fill(person.password)
    await page.locator('form button').first().click()
    // A person with several spaces is asked for one, and the first is proposed.
    const space = page.locator('input[name=space]').first()
    await inside.or(space).first().waitFor()
    if (await space.isVisible()) await page.locator('form button').first().click()
    await inside.waitFor()
  }
  sessions.set(person.mail, await context.cookies())
}

/** Moves within the console, which stays loaded. */
export const move = (page: Page, path: string) =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/console${path}`)})`)

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules about colours. */
const colour_rules = ['color-contrast', 'link-in-text-block']

const everything: axe.RunOptions = { runOnly: tags }
const without_colours: axe.RunOptions = {
  runOnly: tags,
  rules: Object.fromEntries(colour_rules.map(rule => [rule, { enabled: false }])),
}
const colours: axe.RunOptions = { runOnly: { type: 'rule', values: colour_rules } }
/** axe finds no violation, and no text is cut off. `saving`: what is asked while a form behind it is being saved. */
export const assertAccessible = (page: Page, where: string, { saving = false } = {}) =>
  assertPasses(page, where, everything, saving)

type Width = 'desktop' | 'phone'
const widths = { desktop, phone: narrow }
const ways: [Width, Colours][] = [
  ['desktop', 'light'],
  ['phone', 'light'],
  ['phone', 'dark'],
  ['desktop', 'dark'],
]
let turn = 0

/**
 * The same at one width in one colour scheme, in turn. `npm run torture -- screens` checks every screen in all of them, which takes
 * minutes.
 */
export async function assertAccessibleInTurn(page: Page, where: string) {
  if (thorough) return assertFitInEveryWay(page, where)
  const [width, light] = defined(ways[turn++ % ways.length], 'the layout')
  if ((await coloursOf(page)) !== light) await inColours(page, light)
  await page.setViewportSize(widths[width])
  await assertPasses(page, `${where}, ${light}, ${width}`, everything)
  await page.setViewportSize(desktop)
}

/**
 * In both languages, at three widths, in both colour schemes. Colours, which are most of the work, are checked in one language: they are the
 * same in the other. All faults are thrown as one error. Afterwards the page has its language and size again.
 */
async function assertFitInEveryWay(page: Page, where: string) {
  const faults: string[] = []
  const check = (way: string, options: axe.RunOptions) =>
    assertPasses(page, `${where}, ${way}`, options).catch(error => faults.push(error.message))
  const size_before = page.viewportSize() ?? desktop
  const own = (await page.locator('html').getAttribute('lang')) === 'fr' ? 'fr' : 'en'
  for (const language of [own === 'fr' ? 'en' : 'fr', own] as const) {
    await inLanguage(page, language)
    for (const [width, size] of Object.entries({ ...widths, tablet })) {
      await page.setViewportSize(size)
      // A button that is half below a sticky header counts as too small.
      await page.evaluate('scrollTo(0, 0)')
      await check(`${language}, ${width}`, without_colours)
      if (language !== own) continue
      // The colours of the last check stay for this one: each change draws the whole page again.
      const now = await coloursOf(page)
      await check(`${width}, ${now}`, colours)
      const then = now === 'light' ? 'dark' : 'light'
      await inColours(page, then)
      await check(`${width}, ${then}`, colours)
    }
  }
  await page.setViewportSize(size_before)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** As if another tab had chosen the language: what is open stays open. Pages without a script keep theirs. */
async function inLanguage(page: Page, language: 'en' | 'fr') {
  const followed = await page.evaluate<boolean>(`(() => {
    localStorage.setItem('muster.language', '${language}')
    return dispatchEvent(new StorageEvent('storage', { key: 'muster.language' })) && document.getElementById('root') !== null
  })()`)
  if (followed) await page.locator(`html[lang=${language}]`).waitFor()
}

type Colours = 'light' | 'dark'

const coloursOf = async (page: Page): Promise<Colours> =>
  (await page.evaluate<boolean>('matchMedia("(prefers-color-scheme: dark)").matches')) ? 'dark' : 'light'

async function inColours(page: Page, colorScheme: Colours) {
  await page.emulateMedia({ colorScheme })
  // The console follows a moment later, pages without a script at once.
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}], html:not([data-mantine-color-scheme])`).waitFor()
}

async function assertPasses(page: Page, where: string, options: axe.RunOptions, saving = false) {
  await settled(page, saving)
  assert.deepEqual(await violations(page, options), [], where)
  assert.deepEqual(await cutOff(page), [], `${where}: texts are cut off`)
}

/** Waits until the page has loaded. */
async function settled(page: Page, saving: boolean) {
  await page.locator('h1').first().waitFor()
  const deadline = Date.now() + quiet_ms_max
  const open = defined(underWay.get(page), 'the page')
  while (open.size > 0 && Date.now() < deadline) await page.waitForTimeout(20)
  if (!saving) await page.locator('.mantine-Loader-root').first().waitFor({ state: 'hidden' })
  await page.evaluate(unchanging)
}

/** Waits for colour transitions, which take a frame for each layer of the page. */
const unchanging = `(async () => {
  const frame = () => new Promise(drawn => requestAnimationFrame(drawn))
  do await frame()
  while (document.getAnimations().some(({ transitionProperty }) => transitionProperty !== undefined))
})()`

async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source)
  return page.evaluate(
    async options => {
      const { axe: judge } = globalThis as unknown as { axe: typeof axe }
      // Without this, axe copies the markup of every element that it checks.
      judge.configure({ noHtml: true })
      const { violations } = await judge.run(options)
      const texts = (nodes: axe.NodeResult[]) => nodes.map(({ element }) => element?.outerHTML.slice(0, 160))
      return violations.map(({ id, nodes }) => `${id}: ${texts(nodes).join(' ')}`)
    },
    { ...options, resultTypes: ['violations'], selectors: false, elementRef: true } as axe.RunOptions,
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
