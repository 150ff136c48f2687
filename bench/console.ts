import { chromium, type Page } from 'playwright-core'
import { desktop, signIn } from '../e2e/browser.ts'
import { installBrowser } from '../e2e/install_browser.ts'
import { defined } from '../server/test/defined.ts'
import { insertContacts } from '../server/test/insert_contacts.ts'
import { demoOf } from '../server/test/process.ts'
import { reindexContacts } from '../server/test/search_index.ts'
import { type BenchServer, space, withBenchServer } from './bench_server.ts'
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

/** Scrolls through a long list of contacts that is fully loaded, and measures the cost of each frame in the browser. */
export const benchConsole = ({ contacts, rounds, log }: ConsoleParams): Promise<string> =>
  withBenchServer(async site => {
    log(`filling a space with ${contacts} contacts`)
    await insertContacts(site.owner, space, contacts)
    await reindexContacts(site.owner)
    await installBrowser()
    const browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH ?? '', args: ['--no-sandbox'] })
    try {
      const page = await (await browser.newContext({ baseURL: site.url, viewport: desktop, locale: 'en' })).newPage()
      await openList(page, site)
      const costs: Record<string, number> = {}
      for (const [name, step] of Object.entries(paces)) {
        const runs: number[] = []
        for (let round = 0; round < rounds; round++) runs.push(await scroll(page, step))
        costs[name] = median(runs)
        log(`${name}: ${costs[name].toFixed(1)} ms`)
      }
      return `# Scrolling in the console

Written by \`npm run bench -- console\`. The list of contacts with ${contacts} rows, all of them loaded, in a window of ${desktop.width} × ${desktop.height};
${frames} frames each. Processor time of the thread that draws the page, from the developer tools of the browser, so that a busy machine
does not change it.

| scrolling | ms per frame |
|---|---|
${Object.entries(costs)
  .map(([name, ms]) => `| ${name} | ${ms.toFixed(1)} |`)
  .join('\n')}

${goalTable({ scroll_ms: Math.max(...Object.values(costs)) })}

${machine(site.postgres)}
- Chromium ${browser.version()}
`
    } finally {
      await browser.close()
    }
  })

/** Opens the list of contacts, and scrolls to the end until all rows are loaded. */
async function openList(page: Page, { dataDir }: BenchServer) {
  const found = demoOf(dataDir).accounts.find(one => one.role === 'superadmin' && one.space_id === space)
  const { mail, password } = defined(found, 'the superadmin of the demo')
  await signIn(page, { mail, password }, '/console/contacts')
  await page.locator('tbody button.open').first().waitFor()
  await page.evaluate(`(async () => {
    const frame = document.querySelector('section.rows')
    const total = Number(frame.querySelector('table').getAttribute('aria-rowcount'))
    while (!frame.querySelector('tr[aria-rowindex="' + total + '"]')) {
      frame.scrollTop = frame.scrollHeight
      await new Promise(drawn => requestAnimationFrame(drawn))
    }
  })()`)
}

/** Processor time per frame, in ms. */
async function scroll(page: Page, step: number): Promise<number> {
  const tools = await page.context().newCDPSession(page)
  // Thread time, which other load does not affect.
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const taken = async () => {
    const { metrics } = await tools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  await page.evaluate(`document.querySelector('section.rows').scrollTop = 0`)
  const before = await taken()
  await page.evaluate(`(async () => {
    const frame = document.querySelector('section.rows')
    for (let count = 0; count < ${frames}; count++) {
      frame.scrollTop += ${step}
      await new Promise(drawn => requestAnimationFrame(drawn))
    }
  })()`)
  const after = await taken()
  await tools.detach()
  return (after - before) / frames
}
