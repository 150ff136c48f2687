import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { desktop, signIn } from '../e2e/browser.ts'
import { installBrowser } from '../e2e/install_browser.ts'
import { openSession } from '../server/db/sql.ts'
import { defined } from '../server/test/defined.ts'
import { insertContacts } from '../server/test/insert_contacts.ts'
import { demoOf, startServer } from '../server/test/process.ts'
import { reindexContacts } from '../server/test/search_index.ts'
import { admitSuperuser } from '../server/test/superuser.ts'
import { machine, median } from './machine.ts'

interface ConsoleParams {
  contacts: number
  rounds: number
  log: (line: string) => void
}

/** Processor time of the main thread of the page, in ms per frame. */
interface Cost {
  name: string
  whole: number
  scripts: number
  layout: number
}

interface Measured {
  costs: Cost[]
  postgres: string
  browser: string
}

const space = 2
const frames = 300
const frame_ms_max = 16

/** Scroll distance per frame, in pixels. */
const paces = { 'at the pace of a reader': 40, 'with a wheel': 240, 'as fast as it goes': 900 }

/** Scrolls through a long list of contacts that is fully loaded, and measures the cost of each frame in the browser. */
export async function benchConsole({ contacts, rounds, log }: ConsoleParams): Promise<Measured> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-bench-')))
  const dataDir = join(folder, 'data')
  const server = await startServer({ env: { DATA_DIR: dataDir } })
  const owner = openSession(await admitSuperuser(dataDir))
  await installBrowser()
  const browser = await chromium.launch({ executablePath: process.env.BROWSER_PATH ?? '', args: ['--no-sandbox'] })
  try {
    log(`filling a space with ${contacts} contacts`)
    await insertContacts(owner, space, contacts)
    await reindexContacts(owner)
    const [row] = await owner<[{ version: string }]>`select current_setting('server_version') as version`
    const page = await (await browser.newContext({ baseURL: server.url, viewport: desktop, locale: 'en' })).newPage()
    const isChief = ({ role, space_id }: { role: string; space_id: number }) =>
      role === 'superadmin' && space_id === space
    const { mail, password } = defined(demoOf(dataDir).accounts.find(isChief), 'the superadmin of the demo')
    await signIn(page, { mail, password }, '/console/contacts')
    log('loading the whole list')
    await loadAll(page)
    const costs: Cost[] = []
    for (const [name, step] of Object.entries(paces)) {
      const runs: Omit<Cost, 'name'>[] = []
      for (let round = 0; round < rounds; round++) runs.push(await scroll(page, step))
      const middle = (part: keyof Omit<Cost, 'name'>) => median(runs.map(run => run[part]))
      const cost = { name, whole: middle('whole'), scripts: middle('scripts'), layout: middle('layout') }
      costs.push(cost)
      log(`${name}: ${cost.whole.toFixed(1)} ms`)
    }
    return { costs, postgres: row.version, browser: browser.version() }
  } finally {
    await browser.close()
    await owner.end({ timeout: 1 })
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Scrolls to the end until all rows are loaded. */
async function loadAll(page: Page) {
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

async function scroll(page: Page, step: number): Promise<Omit<Cost, 'name'>> {
  const tools = await page.context().newCDPSession(page)
  // Thread time, which other load does not affect.
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await tools.send('Performance.getMetrics')
    return (name: string) => (metrics.find(metric => metric.name === name)?.value ?? Number.NaN) * 1000
  }
  await page.evaluate(`document.querySelector('section.rows').scrollTop = 0`)
  const before = await read()
  await page.evaluate(`(async () => {
    const frame = document.querySelector('section.rows')
    for (let count = 0; count < ${frames}; count++) {
      frame.scrollTop += ${step}
      await new Promise(drawn => requestAnimationFrame(drawn))
    }
  })()`)
  const after = await read()
  await tools.detach()
  const cost = (name: string) => (after(name) - before(name)) / frames
  return {
    whole: cost('TaskDuration'),
    scripts: cost('ScriptDuration'),
    layout: cost('LayoutDuration') + cost('RecalcStyleDuration'),
  }
}

export function consoleReportOf({ costs, postgres, browser }: Measured, contacts: number) {
  const rows = costs.map(
    ({ name, whole, scripts, layout }) =>
      `| ${name} | ${paces[name as keyof typeof paces]} | ${whole.toFixed(1)} | ${scripts.toFixed(1)} | ${layout.toFixed(1)} |`,
  )
  const slow = costs.filter(({ whole }) => whole > frame_ms_max)
  return `# Scrolling in the console

Written by \`npm run bench -- console\`. The list of contacts with ${contacts} rows, all of them loaded, in a window of ${desktop.width} × ${desktop.height};
${frames} frames each. Processor time of the thread that draws the page, in ms a frame, from the developer tools of the browser: so that a busy
machine does not change it. At 60 frames a second there are ${frame_ms_max} ms for each.

| scrolling | pixels a frame | ms a frame | of it scripts | style and layout |
|---|---|---|---|---|
${rows.join('\n')}

${slow.length > 0 ? `Too slow: ${slow.map(({ name }) => name).join(', ')}.` : 'Every one is within it.'}

${machine(postgres)}
- Chromium ${browser}
`
}
