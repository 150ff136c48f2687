import { isIP } from 'node:net'
import { availableParallelism, totalmem } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { type Static, Type } from 'typebox'

/** So many fit into the hundred connections that PostgreSQL takes by itself. */
const workers_max = 6

/** Every setting, once: this object checks them, gives their types and prints their documentation. */
export const Settings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'Address to listen on. 0.0.0.0 lets other machines in.' }),
  PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'Port to listen on; 0 takes any free one.',
  }),
  DATA_DIR: Type.String({
    default: './data',
    minLength: 1,
    description: 'Where the embedded database, the demo accounts and unsent mail are kept.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'A PostgreSQL 15 or newer to use instead of the embedded one.',
    }),
  ),
  DEMO: Type.Optional(
    Type.Enum(['on', 'off'], {
      description: 'Fill an empty database with the demo. On by itself for a new embedded database.',
    }),
  ),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#@]+/?$',
      description:
        'The address people reach Muster at, such as https://muster.example.org; links in mails start with it.',
    }),
  ),
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      description:
        'Addresses of the reverse proxies in front of Muster, such as 127.0.0.1 or 10.0.0.0/8, with commas between them. ' +
        'What they say in X-Forwarded-For is where a visitor comes from. With a PUBLIC_URL of https:// one on this machine is known by itself.',
    }),
  ),
  EXTERNAL_ISSUER: Type.Optional(
    Type.String({
      pattern: '^(https://|http://(127\\.0\\.0\\.1|localhost)(:|/|$))[^\\s?#@]*$',
      description:
        'An OpenID Connect issuer, such as https://login.example.org, whose access tokens (JWT) let in people with an account here. ' +
        'They must carry email and email_verified.',
    }),
  ),
  EXTERNAL_AUDIENCE: Type.Optional(
    Type.String({ minLength: 1, description: 'What tokens of EXTERNAL_ISSUER must name as their audience.' }),
  ),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'How much is logged.',
  }),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^/]',
      description: 'Mail server, as smtp://user:password@host:port. Without it mail is kept as files in DATA_DIR/mail.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^([^<>\\p{Cc}]*<[^\\s<>@]+@[^\\s<>@]+>|[^\\s<>@]+@[^\\s<>@]+)$',
      description: 'Sender of our mails, as Name <address>.',
    }),
  ),
  MAP_TILES_URL: Type.Optional(
    Type.String({
      pattern: '^(https?://[^\\s/?#@;,"]+)?/[^\\s;,"]*$',
      description:
        'Where maps take pictures of streets from, such as https://tiles.example.org/{z}/{x}/{y}.png, or a path of your own proxy. ' +
        'Whoever serves them learns where your people look and walk. Without it maps show countries and a grid, and ask nobody.',
    }),
  ),
  MAP_CREDIT: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Whom to name on maps with tiles, such as © OpenStreetMap contributors.',
    }),
  ),
  RATE_BURST: Type.Integer({ default: 1000, minimum: 1, description: 'Requests a token may make at once.' }),
  RATE_PER_SECOND: Type.Number({
    default: 100,
    exclusiveMinimum: 0,
    description: 'Requests a second a token may make in the long run.',
  }),
  WORKERS: Type.Integer({
    default: usualWorkers(),
    minimum: 1,
    maximum: 32,
    description:
      'Processes that serve side by side. By itself one for every core of the machine that has a gigabyte of memory to go with it, up to six.',
  }),
  JOBS: Type.Enum(['on', 'off'], {
    default: 'on',
    description:
      'Whether this process works on imports and other long jobs, and delivers events. Off leaves them to other processes.',
  }),
  WEBHOOKS_PRIVATE: Type.Enum(['on', 'off'], {
    default: 'off',
    description:
      'Whether webhooks may lead to http addresses and into private networks. On lets whoever manages webhooks reach what only this machine can.',
  }),
  WEBHOOKS_RETRY_SECONDS: Type.Number({
    default: 5,
    exclusiveMinimum: 0,
    maximum: 3600,
    description: 'How long after a first failure a webhook is tried again; twice as long after every further one.',
  }),
  BACKUP_DIR: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Where backups are kept. The embedded database has its own in DATA_DIR/backups; another one has none unless this is set.',
    }),
  ),
  BACKUP_HOURS: Type.Integer({
    default: 24,
    minimum: 0,
    maximum: 8760,
    description: 'Hours between two backups; 0 takes none.',
  }),
  BACKUPS_KEPT: Type.Integer({
    default: 7,
    minimum: 1,
    maximum: 10_000,
    description: 'How many of these backups are kept; the oldest go first.',
  }),
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._~+/=-]{16,}$',
      description:
        'At least 16 letters and digits. Opens /metrics, for Prometheus, to whoever shows this as a bearer token. Without it there are none.',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#@]+$',
      description:
        'Where traces are sent, such as http://127.0.0.1:4318: to an OpenTelemetry collector that takes OTLP as JSON over HTTP. Without it there are none.',
    }),
  ),
  DATABASE_CONNECTIONS: Type.Integer({
    default: 8,
    minimum: 2,
    maximum: 200,
    description: 'Connections one process keeps to the database.',
  }),
})

export type Config = Static<typeof Settings>

const embedded_connections_max = 470

/** A setting that cannot be used; its message names the setting and says what would do. */
export class ConfigError extends Error {}

// It fills in what was left out. Typebox checks as well, with six hundred files more to read before anything can start.
const fits = new Ajv({ strict: false, strictNumbers: true, useDefaults: true }).compile(Settings)

/** The only place that reads the environment. An empty variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const checked = Object.fromEntries(
    Object.keys(Settings.properties)
      .filter(name => env[name])
      .map(name => [name, readText(name as keyof Config, env[name]!)]),
  ) as Config
  const [fault] = fits(checked) ? [] : fits.errors!
  if (fault) throw new ConfigError(sentenceAbout(fault.instancePath.slice(1), env, fault.message!))
  for (const name of [
    'DATABASE_URL',
    'PUBLIC_URL',
    'SMTP_URL',
    'EXTERNAL_ISSUER',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
  ] as const) {
    if (checked[name] && !URL.canParse(checked[name]))
      throw new ConfigError(sentenceAbout(name, env, 'is not a valid URL'))
  }
  if (!(checked.TRUSTED_PROXIES ?? '127.0.0.1').split(',').every(isNetwork))
    throw new ConfigError(sentenceAbout('TRUSTED_PROXIES', env, 'has something in it that is not a network address'))
  if (!checked.EXTERNAL_ISSUER !== !checked.EXTERNAL_AUDIENCE)
    throw new ConfigError('EXTERNAL_ISSUER and EXTERNAL_AUDIENCE go together: set both, or neither.')
  const tiles = checked.MAP_TILES_URL
  if (tiles && !['{z}', '{x}', '{y}'].every(part => tiles.includes(part)))
    throw new ConfigError(sentenceAbout('MAP_TILES_URL', env, 'must have {z}, {x} and {y} in it'))
  // A process has five more beside them, for reports, for the work behind the scenes and for news; the first one some more.
  if (!checked.DATABASE_URL && checked.WORKERS * (checked.DATABASE_CONNECTIONS + 5) > embedded_connections_max)
    throw new ConfigError(
      'WORKERS times DATABASE_CONNECTIONS is more than the embedded database takes. Set less of either, or bring a database by DATABASE_URL.',
    )
  const odd = checked.DATABASE_URL && oddParameter(new URL(checked.DATABASE_URL))
  if (odd) throw new ConfigError(sentenceAbout('DATABASE_URL', env, odd))
  return { ...checked, DATA_DIR: isAbsolute(checked.DATA_DIR) ? checked.DATA_DIR : resolve(checked.DATA_DIR) }
}

function isNetwork(text: string) {
  const [address = '', bits, ...rest] = text.trim().split('/')
  const version = isIP(address)
  return (
    version > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  )
}

const sslmodes = ['disable', 'require', 'verify-ca', 'verify-full']

// A word that we do not act on must not be taken for one that we do.
function oddParameter({ searchParams }: URL) {
  for (const [name, value] of searchParams) {
    if (name !== 'sslmode' && name !== 'socket')
      return `has the parameter ${name}, which Muster does not know; it knows sslmode and socket`
    if (name === 'sslmode' && !sslmodes.includes(value))
      return `has sslmode=${value}; it must be one of ${sslmodes.join(', ')}`
  }
  return undefined
}

/** HOST as it stands in an address; where every address of the machine is listened on, its own name. */
export function hostInUrl(host: string) {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
}

/** What the command line asks a server with: where it is, who asks, and where that is kept. */
export type ClientSettings = Partial<Record<(typeof client_settings)[number], string>>

const client_settings = ['MUSTER_URL', 'MUSTER_TOKEN', 'MUSTER_PROFILE', 'XDG_CONFIG_HOME', 'HOME'] as const

export const readClientSettings = (env: NodeJS.ProcessEnv = process.env): ClientSettings =>
  Object.fromEntries(client_settings.filter(name => env[name]).map(name => [name, env[name]!]))

/** The folder somebody stood in who typed a command; npm goes to its own before it runs one. */
export const startedIn = () => process.env['INIT_CWD'] ?? process.cwd()

/** The settings as a text for a person, each with its default and what it is now. */
export function describeSettings(config: Config) {
  return Object.entries(Settings.properties)
    .map(([name, setting]) => {
      const { description = '', default: normally } = setting as { description?: string; default?: unknown }
      const now = hidden(name, config[name as keyof Config])
      return `${name}=${now ?? ''}\n    ${description} ${normally === undefined ? 'Unset by default.' : `Default: ${normally}.`}`
    })
    .join('\n')
}

// A number is digits and nothing else; whatever is not stays a text, and is refused as one.
function readText(name: keyof Config, text: string) {
  const { type } = Settings.properties[name] as { type?: string }
  const isNumber = (type === 'integer' && /^\d+$/.test(text)) || (type === 'number' && /^\d+(\.\d+)?$/.test(text))
  return isNumber ? Number(text) : text
}

// Addresses of databases and mail servers carry passwords: where to, and nothing else, may be shown.
function hidden(name: string, value: unknown) {
  if (typeof value === 'string' && name.endsWith('_TOKEN')) return '…'
  if (typeof value !== 'string' || !name.endsWith('_URL')) return value
  if (!URL.canParse(value)) return '…'
  const { protocol, host, pathname } = new URL(value)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

function sentenceAbout(name: string, env: NodeJS.ProcessEnv, message: string) {
  const { description, enum: choices } = Settings.properties[name as keyof Config] as {
    description?: string
    enum?: string[]
  }
  const shown = /_(URL|TOKEN)$/.test(name) ? name : `${name}=${env[name]}`
  const reason = choices
    ? `must be one of ${choices.join(', ')}`
    : message.replace(/must match pattern .*/, 'is not as it should be')
  return `${shown} cannot be used: it ${reason}. ${description}`
}

/** What this machine has, or what of it is ours. In bytes. */
export function memory() {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
}

/** What is told nothing serves with every core, as far as there is memory for it. */
export function usualWorkers(bytes = memory()) {
  return Math.max(1, Math.min(availableParallelism(), Math.floor(bytes / 2 ** 30), workers_max))
}
