import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/db/embedded/server.ts'
import { openSession } from '../server/db/sql.ts'
import { aFreePort } from '../server/test/ports.ts'
import { ask, isRoot, launch, type Program, project_dir, run, whenReady } from '../server/test/process.ts'
import { aProxy } from '../server/test/proxy.ts'
import { admitSuperuser } from '../server/test/superuser.ts'
import { type BuiltImage, runDockerfile } from './packages/dockerfile.ts'
import type { Verdict } from './test_server.ts'

/** systemd-analyze security rates a unit from 0 (confined) to 10. */
const exposure_max = 1.5
const build_ms_max = 1_200_000
const nobody = 65534

/** Promise 32: the systemd unit, the Dockerfile and the database role of compose.yaml. */
export async function torturePackages({ log }: { log?: (line: string) => void } = {}): Promise<Verdict> {
  const broken: Record<string, number> = {}
  const notes: string[] = []
  const said: string[] = []
  const attempt = async (what: string, check: () => Promise<string> | string) => {
    broken[what] = 0
    try {
      said.push(await check())
      log?.(said.at(-1) ?? '')
    } catch (error) {
      broken[what] = 1
      notes.push(`${what}: ${(error as Error).message}`)
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'muster-packages-'))
  // The server of the image runs as another user.
  chmodSync(folder, 0o755)
  try {
    await attempt('faults of the systemd unit', () => checkUnit(folder))
    await attempt('failed builds with buildah', buildWithBuildah)
    await attempt('failed steps of the Dockerfile, or of a server from it', () => runImage(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { summary: said.join(' '), broken, notes }
}

/** Checks the unit as if this clone were in /opt/muster. */
function checkUnit(folder: string): string {
  const version = /systemd (\d+)/.exec(output('systemd-analyze', '--version').text)?.[1]
  if (!version) return 'The unit was not tried: systemd-analyze is missing (apt-get install systemd).'
  const unit = join(folder, 'muster.service')
  writeFileSync(
    unit,
    readFileSync('deploy/muster.service', 'utf8').replaceAll('/opt/muster', project_dir.replace(/\/$/, '')),
  )
  const verified = output('systemd-analyze', 'verify', unit)
  assert.deepEqual(verified, { code: 0, text: '' })
  const { text } = output('systemd-analyze', 'security', '--offline=yes', '--no-pager', unit)
  const exposure = Number(/exposure level for muster\.service: ([\d.]+)/.exec(text)?.[1])
  assert.ok(exposure <= exposure_max, `its exposure is ${exposure}, more than ${exposure_max}`)
  return `systemd ${version} accepts the unit, exposure ${exposure}.`
}

function output(...[program = '', ...args]: string[]) {
  const { stdout, stderr, status } = spawnSync(program, args, { encoding: 'utf8', timeout: build_ms_max })
  return { code: status, text: `${stdout ?? ''}${stderr ?? ''}`.trim() }
}

function buildWithBuildah(): string {
  const version = /version ([\d.]+)/.exec(output('buildah', '--version').text)?.[1]
  if (!version) return 'The image was not built: buildah is missing (apt-get install buildah).'
  const image = 'localhost/muster-torture'
  const built = output('buildah', 'bud', '--isolation', 'chroot', '-f', 'deploy/Dockerfile', '-t', image, '.')
  if (/no such host|pinging container registry|dial tcp/.test(built.text))
    return `The image was not built: buildah ${version} cannot fetch the base image.`
  assert.equal(built.code, 0, built.text.slice(-1000))
  output('buildah', 'rmi', image)
  return `buildah ${version} builds the image.`
}

/** Runs the steps of the Dockerfile, then its server as an ordinary user, on a database with the role that compose.yaml creates. */
async function runImage(folder: string): Promise<string> {
  const image = await runDockerfile(join(folder, 'image'))
  assert.equal(image.user, 'node', 'the image must not run as root')
  const data = join(folder, 'database')
  const cluster = await startEmbedded(data)
  const line = await aProxy({ path: join(data, 'postgres', '.s.PGSQL.5432') })
  let server: Program | undefined
  try {
    await createRole(await admitSuperuser(data))
    const database_url = `postgres://muster@127.0.0.1:${line.port}/muster`
    const port = await aFreePort()
    const env = {
      ...image.env,
      DATA_DIR: join(image.root, 'data'),
      DATABASE_URL: database_url,
      PORT: String(port),
      DEMO: 'off',
      WORKERS: '1',
    }
    if (isRoot) chownSync(env.DATA_DIR, nobody, nobody)
    server = launch({ ...inside(image, image.command), env })
    await whenReady(server)
    const health = await run({ ...inside(image, image.healthcheck), env })
    assert.equal(health.code, 0, `the health check ended with ${health.code}`)
    assert.equal((await ask(`http://127.0.0.1:${port}/console/`)).status, 200, 'there is no console')
    const backup = await run({
      ...inside(image, ['node', 'cli/muster.ts', 'backup']),
      env: { ...env, BACKUP_DIR: env.DATA_DIR },
    })
    assert.equal(backup.code, 0, backup.stderr)
    assert.ok(
      readdirSync(env.DATA_DIR).some(name => name.endsWith('.gz')),
      'the backup wrote no file',
    )
    await assertBound(database_url)
    server.child.kill('SIGTERM')
    assert.equal((await server.exited).code, 0, server.stderr())
  } finally {
    server?.child.kill('SIGKILL')
    await line.stop()
    await cluster.stop()
  }
  return 'The steps of the Dockerfile give a server with console, health check and backups, whose database login is no superuser.'
}

/** The command with the Node of this machine, as an ordinary user. */
function inside({ root, workdir }: BuiltImage, [program, ...args]: string[]) {
  assert.equal(program, 'node')
  const user = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : []
  return { command: [...user, process.execPath], args, cwd: join(root, workdir) }
}

/** Runs the statements of deploy/create_role.sh. The server has no roles of Muster before. */
async function createRole(superuser: string) {
  const script = readFileSync(join(project_dir, 'deploy/create_role.sh'), 'utf8')
  const statements = /<<'SQL'\n(.+)\nSQL\n/s.exec(script)?.[1]?.replace(":'password'", "'secret'").split(';\n') ?? []
  const session = await openSession(superuser)
  try {
    const left = await session<{ name: string }[]>`select rolname as name from pg_roles where rolname like 'muster%'`
    for (const { name } of left)
      await session.unsafe(`reassign owned by ${name} to postgres; drop owned by ${name}; drop role ${name}`)
    for (const statement of statements) await session.unsafe(statement)
  } finally {
    await session.end()
  }
}

/** Neither the login nor a role of its sessions is a superuser; only the login, which takes backups, sees every row. */
async function assertBound(database_url: string) {
  const session = await openSession(database_url)
  try {
    const roles = await session`
      select rolname::text as name, rolsuper as superuser, rolbypassrls as bypasses
      from pg_roles where rolname like 'muster%' order by rolname`
    const bound = ['muster_app', 'muster_eraser', 'muster_search', 'muster_worker']
    assert.deepEqual(
      [...roles],
      [
        { name: 'muster', superuser: false, bypasses: true },
        ...bound.map(name => ({ name, superuser: false, bypasses: false })),
      ],
    )
  } finally {
    await session.end()
  }
}
