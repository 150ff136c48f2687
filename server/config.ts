import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { Ajv } from 'ajv'
import { type Static, Type } from 'typebox'
import { DatabaseUrlError, readDatabaseUrl } from './database_url.ts'
import { ExpectedError } from './expected_error.ts'
import { fileSettings } from './file_settings.ts'
import { defaultWorkers } from './machine.ts'
import { mapSettings, mapTilesProblem } from './map_settings.ts'
import { misspelledName } from './nearest_name.ts'
import { isNameServer, nameServers, signInSettings } from './sign_in_settings.ts'

export { mapAddresses, mapFolder } from './map_settings.ts'

/** All settings: the source of their validation, their types and their documentation. */
export const Settings = Type.Object({
  HOST: Type.String({
    default: '127.0.0.1',
    description: 'Address to listen on. Set 0.0.0.0 to accept connections from other machines.',
  }),
  PORT: Type.Integer({
    default: 8080,
    minimum: 0,
    maximum: 65535,
    description: 'Port to listen on. 0 chooses a free port.',
  }),
  DATA_DIR: Type.String({
    default: './data',
    minLength: 1,
    description:
      'Folder of the embedded database, the files of contacts, maps, the demo accounts, backups and mail that is not sent.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'Address of a PostgreSQL database, version 15 or newer, to use instead of the embedded one. ' +
        'It may name several servers, as in postgres://user:password@one:5432,two:5432/muster; Muster uses the one that accepts writes.',
    }),
  ),
  DATABASE_WAIT_SECONDS: Type.Integer({
    default: 120,
    minimum: 0,
    maximum: 86_400,
    description:
      'Seconds that a start waits for the database of DATABASE_URL while it is unreachable, starting, out of connections or read-only.',
  }),
  DEMO: Type.Optional(
    Type.Enum(['on', 'off'], {
      description: 'Fill an empty database with demo data. Unset, this happens for a new embedded database only.',
    }),
  ),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#@]+/?$',
      description: 'Public address of Muster, such as https://muster.example.org. Links in mails start with it.',
    }),
  ),
  TRUSTED_PROXIES: Type.Optional(
    Type.String({
      description:
        'Addresses of the reverse proxies in front of Muster, such as 127.0.0.1 or 10.0.0.0/8, separated by commas. ' +
        'Their X-Forwarded-For header gives the address of the client. If PUBLIC_URL starts with https://, a proxy on this machine is trusted by default.',
    }),
  ),
  EXTERNAL_ISSUER: Type.Optional(
    Type.String({
      pattern: '^(https://|http://(127\\.0\\.0\\.1|localhost)(:|/|$))[^\\s?#@]*$',
      description:
        'OpenID Connect issuer, such as https://login.example.org, whose access tokens (JWT) are accepted for existing accounts. ' +
        'They must contain email and email_verified.',
    }),
  ),
  EXTERNAL_AUDIENCE: Type.Optional(
    Type.String({ minLength: 1, description: 'Audience that tokens of EXTERNAL_ISSUER must have.' }),
  ),
  ...signInSettings,
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'Lowest level of messages that are logged.',
  }),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^/]',
      description:
        'Mail server, as smtp://user:password@host:port. Without it, mail is saved as files in DATA_DIR/mail.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^([^<>\\p{Cc}]*<[^\\s<>@]+@[^\\s<>@]+>|[^\\s<>@]+@[^\\s<>@]+)$',
      description: 'Sender of mails, as Name <address>.',
    }),
  ),
  ...mapSettings,
  RATE_BURST: Type.Integer({ default: 1000, minimum: 1, description: 'Requests that a token may make in a burst.' }),
  RATE_PER_SECOND: Type.Number({
    default: 100,
    exclusiveMinimum: 0,
    description: 'Requests per second that a token may make on average.',
  }),
  WORKERS: Type.Integer({
    default: defaultWorkers(),
    minimum: 1,
    maximum: 32,
    description:
      'Number of processes that serve requests. The default is one per core and gigabyte of memory, up to six.',
  }),
  JOBS: Type.Enum(['on', 'off'], {
    default: 'on',
    description:
      'Whether this server runs imports and other jobs, and delivers events. Set off to leave them to other servers.',
  }),
  WEBHOOKS_PRIVATE: Type.Enum(['on', 'off'], {
    default: 'off',
    description:
      'Whether webhooks, and identity providers of spaces, may use http addresses and private networks. If on, users who manage them can reach every ' +
      'service that this machine can.',
  }),
  WEBHOOKS_RETRY_SECONDS: Type.Number({
    default: 5,
    exclusiveMinimum: 0,
    maximum: 3600,
    description: 'Seconds until a failed webhook delivery is retried. The delay doubles after each further failure.',
  }),
  ...fileSettings,
  METRICS_TOKEN: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._~+/=-]{16,}$',
      description:
        'Bearer token for /metrics (Prometheus), with at least 16 letters and digits. Without it, /metrics does not exist.',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s?#@]+$',
      description:
        'Address of an OpenTelemetry collector that accepts OTLP as JSON over HTTP, such as http://127.0.0.1:4318. Without it, no traces are sent.',
    }),
  ),
  DATABASE_CONNECTIONS: Type.Integer({
    default: 8,
    minimum: 4,
    maximum: 200,
    description: 'Database connections for the requests of each process.',
  }),
})

export type Config = Static<typeof Settings>

const embedded_connections_max = 470

/** A setting that cannot be used. The message names the setting and what it must be. */
export class ConfigError extends ExpectedError {}

// Fills in the defaults. Typebox could validate as well, but would load six hundred more files at start-up.
const validate = new Ajv({ strict: false, strictNumbers: true, useDefaults: true }).compile(Settings)

/** The only place that reads the environment of the server. An empty variable counts as unset. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const config = Object.fromEntries(
    Object.keys(Settings.properties).flatMap(name => {
      const text = env[name]
      return text ? [[name, readText(name as keyof Config, text)]] : []
    }),
  ) as Config
  const [error] = validate(config) ? [] : (validate.errors ?? [])
  if (error) throw new ConfigError(sentenceAbout(error.instancePath.slice(1), env, error.message ?? ''))
  for (const [name, problem] of problemsOf(config)) throw new ConfigError(sentenceAbout(name, env, problem))
  if (!config.EXTERNAL_ISSUER !== !config.EXTERNAL_AUDIENCE)
    throw new ConfigError('EXTERNAL_ISSUER and EXTERNAL_AUDIENCE go together: set both, or neither.')
  const oidc = [config.OIDC_ISSUER, config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET, config.OIDC_DOMAINS]
  if (oidc.some(Boolean) && !oidc.every(Boolean))
    throw new ConfigError(
      'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_DOMAINS go together: set all of them, or none.',
    )
  const s3 = [config.S3_ENDPOINT, config.S3_BUCKET, config.S3_ACCESS_KEY_ID, config.S3_SECRET_KEY]
  if (s3.some(Boolean) && !s3.every(Boolean))
    throw new ConfigError(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_KEY go together: set all of them, or none.',
    )
  // Each process opens five more, for reports, jobs, events and notifications; the first process a few more.
  if (!config.DATABASE_URL && config.WORKERS * (config.DATABASE_CONNECTIONS + 5) > embedded_connections_max)
    throw new ConfigError(
      'WORKERS times DATABASE_CONNECTIONS is more than the embedded database allows. Reduce one of them, or set DATABASE_URL to your own database.',
    )
  return { ...config, DATA_DIR: isAbsolute(config.DATA_DIR) ? config.DATA_DIR : resolve(config.DATA_DIR) }
}

/** Variables of the environment that look like a misspelled setting, each with the setting that was probably meant. */
export function misspelledSettings(env: NodeJS.ProcessEnv = process.env): [written: string, setting: string][] {
  const settings = Object.keys(Settings.properties)
  const others = Object.keys(env).filter(
    name => /^[A-Z][A-Z_0-9]{2,}$/.test(name) && !settings.includes(name) && !ordinary_variables.includes(name),
  )
  return others.flatMap(name => {
    const meant = misspelledName(name, settings)
    return meant ? [[name, meant]] : []
  })
}

/** Variables of shells and other programs that resemble a setting. */
const ordinary_variables = ['HOME', 'MAIL', 'HOST_NAME', 'HOSTTYPE', 'LOGNAME', 'PGPORT', 'PGHOST']

const url_settings = [
  'PUBLIC_URL',
  'SMTP_URL',
  'EXTERNAL_ISSUER',
  'OIDC_ISSUER',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'S3_ENDPOINT',
] as const

/** The settings that cannot be used although the schema accepts them, and why. */
function* problemsOf(config: Config): Generator<[keyof Config, string]> {
  for (const name of url_settings) {
    const url = config[name]
    if (url && !URL.canParse(url)) yield [name, 'is not a valid URL']
  }
  if (!(config.TRUSTED_PROXIES ?? '127.0.0.1').split(',').every(isNetwork))
    yield ['TRUSTED_PROXIES', 'contains something that is not a network address']
  if (!nameServers(config.DNS_SERVERS).every(isNameServer))
    yield ['DNS_SERVERS', 'contains something that is not a network address']
  const problem_of_tiles = mapTilesProblem(config)
  if (problem_of_tiles) yield ['MAP_TILES_URL', problem_of_tiles]
  const problem = config.DATABASE_URL && databaseUrlProblem(config.DATABASE_URL)
  if (problem) yield ['DATABASE_URL', problem]
}

function databaseUrlProblem(url: string) {
  try {
    readDatabaseUrl(url)
    return undefined
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.message
    throw error
  }
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

/** HOST as part of a URL; localhost if Muster listens on every address. */
export function hostInUrl(host: string) {
  return host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
}

/** The settings as text, each with its current value, description and default. */
export const describeSettings = (config: Config) =>
  settingsWithoutSecrets(config)
    .map(({ name, value, description, default: usual }) => {
      const shown = usual === null ? 'Unset by default.' : `Default: ${usual}.`
      return `${name}=${value ?? ''}\n    ${description} ${shown}`
    })
    .join('\n')

/** The settings with their current value, description and default; null where there is none. */
export const settingsWithoutSecrets = (config: Config) =>
  Object.entries(Settings.properties).map(([name, setting]) => {
    const { description = '', default: usual = null } = setting as { description?: string; default?: unknown }
    return { name, value: withoutSecrets(name, config[name as keyof Config]) ?? null, default: usual, description }
  })

// A number consists of digits. Any other text stays a text, which the schema rejects.
function readText(name: keyof Config, text: string) {
  const { type } = Settings.properties[name] as { type?: string }
  const isNumber = (type === 'integer' && /^\d+$/.test(text)) || (type === 'number' && /^\d+(\.\d+)?$/.test(text))
  return isNumber ? Number(text) : text
}

// URLs of databases and mail servers may contain passwords, so only the scheme, host and path are shown.
function withoutSecrets(name: string, value: unknown) {
  if (typeof value === 'string' && /_(TOKEN|SECRET_KEY|CLIENT_SECRET)$/.test(name)) return '…'
  if (typeof value !== 'string' || !name.endsWith('_URL')) return value
  if (name === 'DATABASE_URL') return readDatabaseUrl(value).shown
  if (!URL.canParse(value)) return '…'
  const { protocol, host, pathname } = new URL(value)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

function sentenceAbout(name: string, env: NodeJS.ProcessEnv, message: string) {
  const { description, enum: choices } = Settings.properties[name as keyof Config] as {
    description?: string
    enum?: string[]
  }
  const shown = /_(URL|TOKEN|SECRET_KEY|CLIENT_SECRET)$/.test(name) ? name : `${name}=${env[name]}`
  const reason = choices
    ? `must be one of ${choices.join(', ')}`
    : message.replace(/must match pattern .*/, 'has the wrong format')
  return `${shown} cannot be used: it ${reason}. ${description}`
}
