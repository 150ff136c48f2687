import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as cluster from '../server/test/cluster.ts'

// The browser comes as a package, like everything else the tests need, so that everybody judges by the same one, with the same letters.

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))
const packed = join(modules, '@sparticuz/chromium')

/** One database for the whole run, and the browser unpacked before two files want it at once. */
export async function globalSetup() {
  await cluster.globalSetup()
  await bringBrowser()
}

/** Says in the environment where the browser is. */
export async function bringBrowser() {
  if (process.env.BROWSER_PATH) return
  const folder = isPacked() ? await unpack() : undefined
  Object.assign(process.env, folder ? surroundings(folder) : { BROWSER_PATH: onThisMachine() })
}

export const { globalTeardown } = cluster

const isPacked = () => process.platform === 'linux' && process.arch === 'x64' && existsSync(packed)

async function unpack(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string }
  const folder = join(modules, '.cache', `browser-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  // Made aside and moved whole: a run that is interrupted leaves nothing that looks finished.
  const made = mkdtempSync(`${folder}-`)
  const tmp = process.env.TMPDIR
  process.env.TMPDIR = made
  const { inflate } = await import('@sparticuz/chromium')
  await Promise.all(
    ['chromium', 'fonts.tar', 'swiftshader.tar', 'al2023.tar'].map(name => inflate(join(packed, 'bin', `${name}.br`))),
  )
  if (tmp === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = tmp
  const fonts = `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  writeFileSync(join(made, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${fonts}</fontconfig>\n`)
  try {
    renameSync(made, folder)
  } catch (error) {
    // Another run was faster.
    rmSync(made, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function surroundings(folder: string) {
  const browser = join(folder, 'chromium')
  const lacking = spawnSync('ldd', [browser], { encoding: 'utf8' }).stdout?.includes('not found')
  return {
    BROWSER_PATH: browser,
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    ...(lacking && { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
  }
}

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Where there is no package for the platform: a browser of the machine, installed on Debian where we may. No story is skipped in silence. */
function onThisMachine(): string {
  if (!places.some(existsSync) && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium for the stories in a browser. This happens once.')
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', timeout: 120_000 })
    const wanted = ['install', '-y', '-qq', '--no-install-recommends', 'chromium']
    execFileSync('apt-get', wanted, { stdio: 'ignore', timeout: 300_000 })
  }
  const place = places.find(existsSync)
  assert.ok(place, 'these tests need Chromium or Chrome: install one, or name it in BROWSER_PATH')
  return place
}
