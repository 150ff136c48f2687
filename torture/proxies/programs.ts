import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createOnce, fetchFromDebian } from '../../e2e/install_browser.ts'
import { cert, key } from '../../server/test/certificate.ts'
import { eventually } from '../../server/test/eventually.ts'
import { isRoot, launch, project_dir, run } from '../../server/test/process.ts'

/** A proxy that can be started, and the version that it reports. */
export interface ProxyProgram {
  kind: 'nginx' | 'caddy'
  command: string[]
  version: string
  /** Whether nginx has the directive `http2`, which replaces the parameter of `listen`. */
  http2_directive: boolean
  /** Whether it passes on a response that Muster did not complete as if it were complete, as Caddy 2.6 does. */
  truncates: boolean
}

export interface ProxyPorts {
  http: number
  https: number
  muster: number
}

/** Installed programs, and those of three Debian releases: 12 has an nginx without `http2 on`. */
const releases = { nginx: ['bookworm', 'trixie', 'sid'], caddy: ['bookworm', 'sid'] } as const
const start_ms_max = 20_000

/** Finds the programs on this machine and in Debian; `missing` says which were not found. */
export async function findProxies(log?: (line: string) => void) {
  const found: ProxyProgram[] = []
  const missing: string[] = []
  for (const kind of ['nginx', 'caddy'] as const) {
    const places = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')]
    const installed = places.map(place => join(place, kind)).find(existsSync)
    if (installed) found.push(await withVersion(kind, [installed]))
    for (const release of releases[kind]) {
      const command = await fromDebian(kind, release)
      if (!command) {
        missing.push(`${kind} of Debian ${release}`)
        continue
      }
      const program = await withVersion(kind, command)
      if (!found.some(other => other.kind === kind && other.version === program.version)) found.push(program)
    }
  }
  log?.(`found ${found.map(({ kind, version }) => `${kind} ${version}`).join(', ') || 'no proxy'}`)
  return { found, missing }
}

async function withVersion(kind: ProxyProgram['kind'], command: string[]): Promise<ProxyProgram> {
  const { stdout, stderr } = await run({ command, args: [kind === 'nginx' ? '-v' : 'version'] })
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(stdout + stderr)
  if (!version) throw new Error(`${command.join(' ')} reports no version: ${stdout}${stderr}`)
  const [, minor = 0, patch = 0] = version.slice(1).map(Number)
  return {
    kind,
    command,
    version: version[0],
    http2_directive: kind === 'nginx' && (minor > 25 || (minor === 25 && patch > 0)),
    truncates: kind === 'caddy' && minor <= 6,
  }
}

/** The package of a Debian release with all its libraries, unpacked in node_modules/.cache. It needs no root and starts no service. */
async function fromDebian(kind: string, release: string): Promise<string[] | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const folder = await createOnce(`${kind}-${release}`, async made => fetchFromDebian(kind, made, release)).catch(
    error => void console.error(`${kind} of Debian ${release}: ${error.message}`),
  )
  if (!folder) return undefined
  const files = globSync('**/*.so*', { cwd: folder })
  const loader = files.find(name => /\/ld-linux-[^/]+\.so\.\d$/.test(name))
  if (!loader) return undefined
  const libraries = new Set(files.map(name => join(folder, dirname(name))))
  const file = join(folder, 'usr', kind === 'nginx' ? 'sbin' : 'bin', kind)
  return [join(folder, loader), '--library-path', [...libraries].join(':'), file]
}

/** A running proxy. */
export interface RunningProxy {
  name: string
  /** All that it has written into its logs. */
  logs: () => string
  stop: () => Promise<void>
}

/** Starts a proxy with the configuration of deploy/, in which ports, names, certificates and paths are replaced. */
export async function startProxy(program: ProxyProgram, ports: ProxyPorts, modern = false): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-proxy-'))
  // The workers of nginx run as another user.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'logs'))
  if (isRoot) chmodSync(join(folder, 'logs'), 0o777)
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const args = program.kind === 'nginx' ? configureNginx(folder, ports, modern) : configureCaddy(folder, ports)
  const { child, exited, stderr } = launch({
    command: program.command,
    args,
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  const logs = () =>
    globSync(join(folder, 'logs/*'))
      .map(file => readFileSync(file, 'utf8'))
      .join('') + stderr()
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
      return isOpen(ports.https)
    }, start_ms_max)
  } catch (error) {
    const output = logs()
    await stop()
    throw new Error(`${program.kind} ${program.version} does not start: ${output}`, { cause: error })
  }
  const name = `${program.kind} ${program.version}${modern ? ' with http2 on' : ''}`
  return { name, logs, stop }
}

const isOpen = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Replaces a text that must occur. */
function replace(text: string, pairs: [string | RegExp, string][]) {
  return pairs.reduce((result, [from, to]) => {
    const replaced = result.replaceAll(typeof from === 'string' ? from : new RegExp(from, 'g'), to)
    if (replaced === result) throw new Error(`${from} does not occur in the configuration`)
    return replaced
  }, text)
}

const configurationOf = (name: string) => readFileSync(join(project_dir, 'deploy', name), 'utf8')

function configureNginx(folder: string, ports: ProxyPorts, modern: boolean) {
  const site = replace(configurationOf('nginx.conf'), [
    ['muster.example.org;', 'localhost;'],
    [/listen 443\b/, `listen ${ports.https}`],
    [/listen \[::\]:443\b/, `listen [::]:${ports.https}`],
    [/listen 80\b/, `listen ${ports.http}`],
    [/listen \[::\]:80\b/, `listen [::]:${ports.http}`],
    ['127.0.0.1:8080', `127.0.0.1:${ports.muster}`],
    ['/etc/letsencrypt/live/muster.example.org/fullchain.pem', join(folder, 'cert.pem')],
    ['/etc/letsencrypt/live/muster.example.org/privkey.pem', join(folder, 'key.pem')],
    ['/var/log/nginx', join(folder, 'logs')],
    ...(modern
      ? ([
          [/ ssl http2;/, ' ssl;'],
          ['server_name localhost;\n\n', 'server_name localhost;\n  http2 on;\n\n'],
        ] as [RegExp | string, string][])
      : []),
  ])
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(join(folder, 'site.conf'), site)
  // What Debian's nginx.conf sets around a site.
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${isRoot ? 'user nobody nogroup;\n' : ''}daemon off;
worker_processes auto;
pid ${folder}/pid;
error_log ${folder}/logs/error.log;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  access_log ${folder}/logs/access.log;
  gzip on;
  ${temporary.map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/site.conf;
}
`,
  )
  return ['-e', join(folder, 'logs/error.log'), '-c', join(folder, 'nginx.conf')]
}

function configureCaddy(folder: string, ports: ProxyPorts) {
  const site = replace(configurationOf('Caddyfile'), [
    ['muster.example.org {', `localhost {\n\ttls ${folder}/cert.pem ${folder}/key.pem`],
    ['127.0.0.1:8080', `127.0.0.1:${ports.muster}`],
    ['/var/log/caddy', join(folder, 'logs')],
  ])
  const options = `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tskip_install_trust\n}\n\n`
  writeFileSync(join(folder, 'Caddyfile'), options + site)
  return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
}
