import { loadavg } from 'node:os'
import { chromium, type Page } from 'playwright-core'
import { desktop, signIn } from '../e2e/browser.ts'
import { installBrowser } from '../e2e/install_browser.ts'
import { defined } from '../server/test/defined.ts'
import { insertContacts } from '../server/test/insert_contacts.ts'
import { demoOf } from '../server/test/process.ts'
import { reindexContacts } from '../server/test/search_index.ts'
import { type BenchServer, space, withBenchServer } from './bench_server.ts'
import { fillPayments } from './fill_payments.ts'
import { goalTable } from './goals.ts'
import { machine, median } from './machine.ts'

interface ConsoleParams {
  contacts: number
  rounds: number
  log: (line: string) => void
}

const frames = 300
/** Scroll distance per frame, in pixels. */
const paces = { 'at the pace of a reader': 40, 'with a wheel': 240, 'as fast as it goes': 900 }

/** Without these limits a screen that changed would let the bench wait forever. */
const draw_ms_max = 30_000
const load_ms_max = 300_000

const screens = {
  contacts: '/console/contacts',
  payments: '/console/payments?view=all',
  ledger: '/console/payments/ledger?year=all',
}

/**
 * Scrolls through a long list of contacts that is fully loaded, and changes between long lists. Measures the cost of each frame and of each change in
 * the browser.
 */
export const benchConsole = ({ contacts: rows, rounds, log }: ConsoleParams): Promise<string> =>
  withBenchServer(async site => {
    log(`filling a space with ${rows} contacts and payments`)
    await insertContacts(site.owner, space, rows)
    await fillPayments(site.owner, space, rows)
    await reindexContacts(site.owner)
    await site.owner.unsafe('analyze')
    await installBrowser()
    const browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH ?? '', args: ['--no-sandbox'] })
    try {
      const page = await (await browser.newContext({ baseURL: site.url, viewport: desktop, locale: 'en' })).newPage()
      await openConsole(page, site)
      await loadRows(page, rows)
      const scrolling: Record<string, number> = {}
      for (const [name, step] of Object.entries(paces))
        scrolling[name] = await measured(rounds, log, name, () => scroll(page, step))
      const changes: Record<string, number> = {}
      for (const path of Object.values(screens)) {
        await show(page, path)
        await loadRows(page, rows)
      }
      for (const [from, to] of pairs(Object.keys(screens) as (keyof typeof screens)[]))
        changes[`from ${from} to ${to}`] = await measured(rounds, log, `from ${from} to ${to}`, async () => {
          await show(page, screens[from])
          return taskTime(page, () => show(page, screens[to]))
        })
      return `# The console

Written by \`npm run bench -- console\`. Lists with ${rows} rows, all of them loaded, in a window of ${desktop.width} × ${desktop.height};
${frames} frames of scrolling each, ${rounds} rounds. Processor time of the thread that draws the page, from the developer tools of the browser.
Other programs change it less than the time on the clock, but up to twofold where they share cores and caches: compare runs with a similar load.

${timeTable('scrolling', 'ms per frame', scrolling)}

A change of screens is measured until the rows of the new list are drawn and the browser has nothing to do.

${timeTable('change of screens', 'ms', changes)}

${goalTable({ scroll_ms: Math.max(...Object.values(scrolling)), screen_ms: Math.max(...Object.values(changes)) })}

${machine(site.postgres)}
- Chromium ${browser.version()}
- load average of the last 15 minutes: ${defined(loadavg()[2], 'the load').toFixed(1)}
`
    } finally {
      await browser.close()
    }
  })

const timeTable = (what: string, unit: string, times: Record<string, number>) =>
  [
    `| ${what} | ${unit} |`,
    '|---|---|',
    ...Object.entries(times).map(([name, ms]) => `| ${name} | ${ms.toFixed(1)} |`),
  ].join('\n')

const pairs = <Name>(names: Name[]) =>
  names.flatMap(from => names.filter(to => to !== from).map((to): [Name, Name] => [from, to]))

async function measured(rounds: number, log: ConsoleParams['log'], name: string, run: () => Promise<number>) {
  const runs: number[] = []
  for (let round = 0; round < rounds; round++) runs.push(await run())
  const ms = median(runs)
  log(`${name}: ${ms.toFixed(1)} ms`)
  return ms
}

/** Opens the list of contacts. */
async function openConsole(page: Page, { dataDir }: BenchServer) {
  const found = demoOf(dataDir).accounts.find(one => one.role === 'superadmin' && one.space_id === space)
  const { mail, password } = defined(found, 'the superadmin of the demo')
  await signIn(page, { mail, password }, screens.contacts)
  await page.locator('tbody .open').first().waitFor()
}

/** Shows a screen without loading the console again, and waits until it is drawn and nothing is left to do. */
const show = (page: Page, path: string) =>
  page.evaluate(`(async () => {
    // The list of the screen that is shown already stays.
    if (location.pathname + location.search !== '${path}') {
      document.querySelector('section.rows')?.setAttribute('data-left', '')
      history.pushState({}, '', '${path}')
    }
    const end = performance.now() + ${draw_ms_max}
    while (!document.querySelector('section.rows:not([data-left]) tbody .open')) {
      if (performance.now() > end) throw new Error('${path} is not drawn')
      await new Promise(drawn => requestAnimationFrame(drawn))
    }
    await new Promise(idle => requestIdleCallback(idle))
  })()`)

/** Scrolls to the end until all rows, or this many, are loaded. */
const loadRows = (page: Page, least: number) =>
  page.evaluate(`(async () => {
    const frame = document.querySelector('section.rows')
    const last = () => Math.max(...[...frame.querySelectorAll('tr[aria-rowindex]')].map(row => Number(row.ariaRowIndex)))
    const total = Number(frame.querySelector('table').getAttribute('aria-rowcount'))
    const end = performance.now() + ${load_ms_max}
    while (last() < Math.min(${least}, total < 0 ? Infinity : total)) {
      if (performance.now() > end) throw new Error('only ' + last() + ' rows were loaded')
      frame.scrollTop = frame.scrollHeight
      await new Promise(drawn => requestAnimationFrame(drawn))
    }
  })()`)

/** Processor time per frame, in ms. */
async function scroll(page: Page, step: number): Promise<number> {
  await page.evaluate(`document.querySelector('section.rows').scrollTop = 0`)
  const ms = await taskTime(page, () =>
    page.evaluate(`(async () => {
      const frame = document.querySelector('section.rows')
      for (let count = 0; count < ${frames}; count++) {
        frame.scrollTop += ${step}
        await new Promise(drawn => requestAnimationFrame(drawn))
      }
    })()`),
  )
  return ms / frames
}

/** The processor time that the page takes meanwhile, in ms. */
async function taskTime(page: Page, work: () => Promise<unknown>): Promise<number> {
  const tools = await page.context().newCDPSession(page)
  // Thread time, which other load does not affect.
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taken = async () => {
    const { metrics } = await tools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  const before = await taken()
  await work()
  const after = await taken()
  await tools.detach()
  return after - before
}
