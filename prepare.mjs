// Runs before `npm start`, `npm test` and the other scripts, with any Node version: installs what the script needs, and builds the console
// if it has changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled, fail, isInstalled } from './install_packages.mjs'

const root = dirname(fileURLToPath(import.meta.url))
const console_folder = join(root, 'console')
const oldestNode = [24, 7]
const script = process.env.npm_lifecycle_event
// Running Muster needs no development packages.
const development = !['prestart', 'premuster', 'build'].includes(script)
const withConsole = ['prestart', 'build', 'pretest', 'preonly:browser', 'pretorture', 'prebench'].includes(script)

await ensureInstalled(root, { development })
checkNode()
if (development) await ensureInstalled(console_folder, { development })
if (withConsole) buildConsole()

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
  const { status } = spawnSync('node', [join(console_folder, 'build.mjs')], {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, PATH: searchPath() },
  })
  if (status !== 0) fail('The console could not be built. See the message above.')
  // What the build needs is not needed to serve the result.
  if (!isInstalled(root, true)) rmSync(join(console_folder, 'node_modules'), { recursive: true, force: true })
}

function searchPath() {
  return `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`
}
