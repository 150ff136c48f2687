import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as cluster from '../server/test/cluster.ts'

// The browser comes as a package, so that every machine tests with the same version and the same fonts.

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))
const packed = join(modules, '@sparticuz/chromium')
const fetch_ms_max = 300_000
const debian_keys = '/usr/share/keyrings/debian-archive-keyring.gpg'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Starts the database of the run and unpacks the browser before two files need it at once. */
export async function globalSetup() {
  await cluster.globalSetup()
  await installBrowser()
}

/** Sets BROWSER_PATH. Without a browser the run fails: no test is skipped silently. */
export async function installBrowser() {
  if (process.env.BROWSER_PATH) return
  const place = places.find(existsSync)
  const found = isPacked() ? await fromPackage() : place ? { BROWSER_PATH: place } : await fromDebian()
  assert.ok(found, 'these tests need Chromium or Chrome: install one, or name it in BROWSER_PATH')
  Object.assign(process.env, found)
}

export const { globalTeardown } = cluster

const isPacked = () => process.platform === 'linux' && process.arch === 'x64' && existsSync(packed)

async function fromPackage() {
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as { version: string }
  const folder = await createOnce(`browser-${version}`, (made, place) =>
    inflated(made, ['chromium', 'fonts.tar', 'swiftshader.tar', 'al2023.tar'], place),
  )
  const browser = join(folder, 'chromium')
  const lacking = spawnSync('ldd', [browser], { encoding: 'utf8' }).stdout?.includes('not found')
  return {
    BROWSER_PATH: browser,
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    ...(lacking && { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
  }
}

/** For processors without an npm package: unpacks the one of Debian, which needs no root. */
async function fromDebian() {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const folder = await createOnce('browser-debian', async (made, place) => {
    console.error('Fetching Chromium for the stories in a browser. This happens once.')
    fetchFromDebian('chromium-headless-shell', made)
    await inflated(made, ['fonts.tar'], place)
  }).catch(error => console.error(`That did not work: ${error.message}`))
  if (!folder) return undefined
  const libraries = new Set(globSync('**/*.so*', { cwd: folder }).map(file => join(folder, dirname(file))))
  return {
    BROWSER_PATH: join(folder, 'usr/lib/chromium/chromium-headless-shell'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    LD_LIBRARY_PATH: [...libraries].join(':'),
  }
}

/** Unpacks a Debian package and its missing dependencies into a folder; with a release, all of its dependencies from that release. */
export function fetchFromDebian(name: string, folder: string, release?: string) {
  const apt = join(folder, 'apt')
  for (const part of ['lists/partial', 'archives/partial']) mkdirSync(join(apt, part), { recursive: true })
  const settings = {
    'Dir::State': apt,
    'Dir::State::lists': join(apt, 'lists'),
    'Dir::State::status': '/var/lib/dpkg/status',
    'Dir::Cache': apt,
    'Dir::Log': apt,
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    ...(release && {
      'Dir::State::status': join(apt, 'status'),
      'Dir::Etc::sourcelist': join(apt, 'sources.list'),
      'Dir::Etc::sourceparts': '/dev/null',
    }),
  }
  writeFileSync(join(apt, 'status'), '')
  const source = `deb [signed-by=${debian_keys}] http://deb.debian.org/debian ${release} main\n`
  writeFileSync(join(apt, 'sources.list'), source)
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`)
  writeFileSync(join(apt, 'apt.conf'), lines.join(''))
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: fetch_ms_max,
      env: { ...process.env, APT_CONFIG: join(apt, 'apt.conf') },
    })
  run('apt-get', 'update', '-qq')
  run('apt-get', 'install', '--download-only', '-y', '-qq', '--no-install-recommends', name)
  for (const file of globSync(join(apt, 'archives/*.deb'))) run('dpkg-deb', '-x', file, folder)
  rmSync(apt, { recursive: true })
}

/** Unpacks parts of the browser package into a folder, with fonts configured for its final place. */
async function inflated(folder: string, names: string[], place: string) {
  const tmp = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    const { inflate } = await import('@sparticuz/chromium')
    await Promise.all(names.map(name => inflate(join(packed, 'bin', `${name}.br`))))
  } finally {
    if (tmp === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = tmp
  }
  const fonts = `<dir>${join(place, 'fonts')}</dir><cachedir>${join(place, 'fonts-cache')}</cachedir>`
  writeFileSync(join(folder, 'fonts.conf'), `<?xml version="1.0"?>\n<fontconfig>${fonts}</fontconfig>\n`)
}

/** Makes a folder under another name and renames it, so that an interrupted run leaves nothing half made. */
export async function createOnce(
  name: string,
  make: (folder: string, place: string) => Promise<void>,
): Promise<string> {
  const folder = join(modules, '.cache', name)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const made = mkdtempSync(`${folder}-`)
  try {
    await make(made, folder)
    renameSync(made, folder)
  } catch (error) {
    rmSync(made, { recursive: true, force: true })
    // Another run may have been faster.
    if (!existsSync(folder)) throw error
  }
  return folder
}
