// Installs the packages of a lock file, with any Node version. Used by prepare.mjs and console/build.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const lock = join(root, '.installing')
const stale_lock_ms = 5000

/** 110 MB that Muster never reads: headers of Node, source maps, other fonts, builds for browsers. */
const unused = new RegExp(
  [
    '^node-[^/]+/(include|share)$',
    '\\.map$',
    '^dejavu-fonts-ttf/(status\\.txt|ttf/DejaVu(?!Sans(-Bold)?\\.ttf))',
    '^pdfkit/js/pdfkit\\.(standalone|browser)',
    '^libphonenumber-js/bundle$',
  ].join('|'),
)

/** Installs what is missing in the folder. Development packages are those that only tests and checks need. */
export async function ensureInstalled(folder, { development }) {
  if (!isInstalled(folder, development)) await withInstallLock(() => install(folder, development))
}

/** Whether every package that the lock file of the folder requires on this machine is installed. */
export function isInstalled(folder, development) {
  const wanted = packagesIn(join(folder, 'package-lock.json'))
  const present = packagesIn(join(folder, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      !isNeeded(entry, development) ||
      (present[path]?.version === entry.version && existsSync(join(folder, path))),
  )
}

function isNeeded({ dev, devOptional, optional, os, cpu, libc }, development) {
  if ((dev || devOptional) && !development) return false
  // Packages for one C library. npm detects which library this machine has, and this script does not.
  if (libc) return false
  if (os || cpu) return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch))
  return !optional
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch {
    return {}
  }
}

/** Runs the installation under a lock, because two commands can start at once in a fresh clone. */
async function withInstallLock(work) {
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, 'pid'), String(process.pid))
      break
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`Muster cannot write in ${root}: ${error.message}.`)
      if (isStale()) rmSync(lock, { recursive: true, force: true })
      else await new Promise(resolve => setTimeout(resolve, 200))
    }
  }
  try {
    work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Whether the process that created the lock has ended without removing it. */
function isStale() {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH' || (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > stale_lock_ms)
  }
}

function install(folder, development) {
  // Another command may have installed them while this one waited for the lock.
  if (isInstalled(folder, development)) return
  const what = folder === root ? 'packages' : 'packages of the console'
  console.error(`Installing ${what}. This happens once.`)
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const flags = [
    'ci',
    development ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ]
  const { status } = spawnSync(command, [...first, ...flags], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status === 0) return removeUnused(join(folder, 'node_modules'))
  rmSync(lock, { recursive: true, force: true })
  fail(
    'npm could not install the packages. See its message above, check the network and the free disk space, and try again.',
  )
}

function removeUnused(modules) {
  for (const path of readdirSync(modules, { recursive: true }))
    if (unused.test(path.replaceAll(sep, '/'))) rmSync(join(modules, path), { recursive: true, force: true })
}

export function fail(message) {
  console.error(message)
  process.exit(1)
}
