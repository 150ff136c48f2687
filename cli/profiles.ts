import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connect } from '../sdk/client.ts'
import { CommandError, checkLine, type ParsedArgs, requiredOption, UsageError } from './command.ts'
import { type ClientSettings, muster, readClientSettings } from './environment.ts'
import { message, type Output } from './output.ts'
import { readSecret } from './stdin.ts'

interface Profile {
  url: string
  token: string
}

export interface ServerTarget {
  url: string
  token?: string
}

const default_profile = 'default'
const default_url = 'http://127.0.0.1:8080'

/**
 * Chooses server and token: options first, then the environment, then the stored profile, which is read only if one of both is missing. A token
 * is sent only to the server it belongs to: a stored token to its stored URL, MUSTER_TOKEN to the URL of MUSTER_URL or --url.
 */
export function resolveTarget(
  typed: { url?: string | undefined; token?: string | undefined; profile?: string | undefined },
  settings = readClientSettings(),
  { needsToken = true } = {},
): ServerTarget {
  const around = typed.profile === undefined ? settings : {}
  const named = typed.url ?? around.MUSTER_URL
  const given = typed.token || around.MUSTER_TOKEN
  const isComplete = named !== undefined && (given !== undefined || !needsToken)
  const stored = isComplete && typed.profile === undefined ? undefined : storedProfile(typed.profile, settings)
  const url = parseServerUrl(named ?? stored?.url ?? default_url)
  if (!typed.token && around.MUSTER_TOKEN && !named)
    throw new UsageError('MUSTER_TOKEN is set without a server. Set MUSTER_URL or use --url.')
  const own = stored && new URL(stored.url).origin === new URL(url).origin ? stored.token : undefined
  const token = given ?? own
  if (token) requireHttps(url)
  return { url, ...(token && { token }) }
}

/** The server and token of a request that needs to be signed in. */
export function signedInTarget(typed: Parameters<typeof resolveTarget>[0]): ServerTarget {
  const target = resolveTarget(typed)
  if (target.token) return target
  if (!typed.url) throw new CommandError(`Not signed in. Run "${muster} login".`)
  throw new CommandError(`Not signed in to ${target.url}. Run "${muster} login --url ${target.url}".`)
}

function storedProfile(typed: string | undefined, settings: ClientSettings): Profile | undefined {
  const name = typed ?? settings.MUSTER_PROFILE
  const stored = readProfiles(settings)[name ?? default_profile]
  if (name !== undefined && !stored)
    throw new UsageError(`There is no profile "${name}". Create it with "${muster} login --profile ${name}".`)
  return stored
}

function parseServerUrl(text: string) {
  if (!/^https?:\/\/[^\s/?#@]+\/?$/.test(text) || !URL.canParse(text))
    throw new UsageError(`${text} is not a server URL. Example: https://muster.example.org.`)
  return text.replace(/\/$/, '')
}

export async function login({ options }: ParsedArgs): Promise<Output> {
  const settings = readClientSettings()
  const name = options['profile'] ?? default_profile
  checkLine('profile', name, 100)
  const url = parseServerUrl(requiredOption(options, 'url'))
  requireHttps(url)
  const others = readProfiles(settings)
  const token = await readSecret('Token: ')
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError('No token was given. Pipe it in, or paste it at the prompt.')
  const { data } = await connect({ url, token, attempts: 2 }).me.read()
  writeProfiles(settings, { ...others, [name]: { url, token } })
  const file = profilesFile(settings)
  return message(
    `Signed in as ${data.user.mail} in ${data.space.name}. The token is stored in ${file}, readable only by you.`,
    { profile: name, url, mail: data.user.mail, space: data.space.name, file },
  )
}

export async function logout({ options }: ParsedArgs): Promise<Output> {
  const settings = readClientSettings()
  const name = options['profile'] ?? default_profile
  const { [name]: removed, ...rest } = readProfiles(settings)
  if (!removed) throw new CommandError(`There is no profile named ${name}.`)
  writeProfiles(settings, rest)
  return message(`The token for ${removed.url} was removed from this machine.`, { profile: name, url: removed.url })
}

function requireHttps(address: string) {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return
  throw new UsageError(`${address} is not https: the token would be sent unencrypted. Use https.`)
}

function profilesFile({ XDG_CONFIG_HOME, HOME }: ClientSettings) {
  const folder = XDG_CONFIG_HOME ?? (HOME && join(HOME, '.config'))
  if (!folder) throw new CommandError('HOME is not set, so profiles cannot be stored.')
  return join(folder, 'muster', 'profiles.json')
}

function readProfiles(settings: ClientSettings): Record<string, Profile> {
  if (!settings.XDG_CONFIG_HOME && !settings.HOME) return {}
  const file = profilesFile(settings)
  const hint = `Fix it, or delete it and run "${muster} login".`
  const profiles = parseProfiles(readPrivately(file), file, hint)
  for (const [name, profile] of Object.entries(profiles))
    if (!isProfile(profile)) throw new CommandError(`The profile ${name} in ${file} has no URL and token. ${hint}`)
  return profiles as Record<string, Profile>
}

/** The contents of a file that only its owner can read; none if there is no such file. */
function readPrivately(file: string) {
  try {
    if (!existsSync(file)) return '{}'
    if (statSync(file).mode & 0o077)
      throw new CommandError(`${file} can be read by others. Run "chmod 600 ${file}" and create a new token.`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(`${file} cannot be read (${code}). Correct its permissions, or use --url and --token.`)
  }
}

function parseProfiles(text: string, file: string, hint: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Not JSON: the same error as for JSON that is not an object.
  }
  throw new CommandError(`${file} is not valid JSON. ${hint}`)
}

function isProfile(value: unknown) {
  const { url, token } = (value ?? {}) as Partial<Profile>
  return typeof url === 'string' && typeof token === 'string' && URL.canParse(url)
}

/** Writes a temporary file and renames it, so that the file is never incomplete or readable by others. */
function writeProfiles(settings: ClientSettings, profiles: Record<string, Profile>) {
  const file = profilesFile(settings)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
}
