// Runs before `npm start` and `npm test`, with any Node version: installs missing packages, and builds the console if it has changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const modules = join(root, 'node_modules')
const lock = join(root, '.installing')
const oldestNode = [24, 7]
const stale_lock_ms = 5000
// `npm start` and the muster command work without the development packages.
const withDevelopment = !['prestart', 'premuster'].includes(process.env.npm_lifecycle_event)

const withConsole = ['prestart', 'pretest', 'prebench'].includes(process.env.npm_lifecycle_event)

if (!isInstalled()) await withInstallLock(install)
checkNode()
if (withConsole) buildConsole()

/** Whether every package that the lock file requires on this machine is installed. */
function isInstalled() {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const present = packagesIn(join(modules, '.package-lock.json'))
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || !isNeeded(entry) || (present[path]?.version === entry.version && existsSync(join(root, path))),
  )
}

function isNeeded({ dev, devOptional, optional, os, cpu, libc }) {
  if ((dev || devOptional) && !withDevelopment) return false
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
    if (!isInstalled()) work()
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

function install() {
  console.error('Installing packages. This happens once.')
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const flags = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ]
  const { status } = spawnSync(command, [...first, ...flags], { cwd: root, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  rmSync(lock, { recursive: true, force: true })
  fail('npm could not install the packages. See its message above, check the network, and try again.')
}

/** Node is installed as a package where there is one for the platform. Elsewhere the Node of the machine must be new enough. */
function checkNode() {
  const version = execFileSync('node', ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: searchPath() },
  }).trim()
  const [major, minor] = version.slice(1).split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  fail(
    `Muster requires Node ${oldestNode.join('.')} or newer and found ${version}. There is no packaged Node for ` +
      `${process.platform}-${process.arch}: install a newer Node on this machine.`,
  )
}

/** Uses the installed Node package, which a shell that has cached the path of `node` would not find. */
function buildConsole() {
  const { status } = spawnSync('node', [join(root, 'console', 'build.mjs')], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: searchPath() },
  })
  if (status !== 0) fail('The console could not be built. See the message above.')
}

function searchPath() {
  return `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
