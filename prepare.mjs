// Runs before `npm start` and `npm test`, on whatever Node the machine has: installs what is missing, and only then.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const stamp = join(root, 'node_modules', '.muster-installed')
const lock = join(root, '.installing')
const oldestNode = [24, 7]
const settled_ms = 5000

// What is installed depends on the lock file and on the machine it was installed for.
const lockFile = readFileSync(join(root, 'package-lock.json'))
const wanted = `${createHash('sha256').update(lockFile).digest('hex')} ${process.platform}-${process.arch}`
const installed = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

if (!installed()) await alone(install)
checkNode()

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
    if (!installed()) work()
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
  if (status !== 0) fail('npm could not install the packages; its message is above. Check the network, then try again.')
  writeFileSync(stamp, wanted)
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

function searchPath() {
  return `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
