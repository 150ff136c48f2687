// Runs before `npm start` and `npm test`, on whatever Node the machine has: installs what is missing, and only then; builds the console when
// it has changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const modules = join(root, 'node_modules')
const lock = join(root, '.installing')
const oldestNode = [24, 7]
const settled_ms = 5000
// Only the tests and those who build need the development packages.
const withDevelopment = !['prestart', 'premuster'].includes(process.env.npm_lifecycle_event)

// Whoever serves or tests needs the console.
const withConsole = ['prestart', 'pretest'].includes(process.env.npm_lifecycle_event)

if (!isInstalled()) await alone(install)
checkNode()
if (withConsole) buildConsole()

/** Whether everything the lock file asks for on this machine is there, whoever installed it. */
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
  // There are two C libraries, and npm knows which one this machine has.
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

/** Two commands started at once in a fresh clone must not install over each other. */
async function alone(work) {
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

// Left behind by an installation that was interrupted: the process that made it is gone.
function isStale() {
  try {
    process.kill(Number(readFileSync(join(lock, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH' || (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > settled_ms)
  }
}

function install() {
  console.error('Installing what Muster needs. This happens once.')
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
  fail('npm could not install the packages; its message is above. Check the network, then try again.')
}

/** The runtime comes as a package where there is one for the platform; elsewhere the machine's own Node must be new enough. */
function checkNode() {
  const version = execFileSync('node', ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: searchPath() },
  }).trim()
  const [major, minor] = version.slice(1).split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  fail(
    `Muster runs on Node ${oldestNode.join('.')} or newer and found ${version}. There is no packaged Node for ` +
      `${process.platform}-${process.arch}: please install a newer Node on this machine.`,
  )
}

/** By the runtime that was just installed, which a shell that has already looked for `node` would miss. */
function buildConsole() {
  const { status } = spawnSync('node', [join(root, 'console', 'build.mjs')], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: searchPath() },
  })
  if (status !== 0) fail('The console could not be built; the reason is above.')
}

function searchPath() {
  return `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
