import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connect } from '../sdk/client.ts'
import { type Command, CommandError, checkLine, requiredOption, UsageError } from './command.ts'
import { type ClientSettings, readClientSettings } from './environment.ts'
import { readSecret } from './stdin.ts'

interface Profile {
  url: string
  token: string
}

export interface ServerTarget {
  url: string
  token?: string
}

/** Options that choose the server. */
export const targetOptions = {
  url: { about: 'URL of the server. Default: MUSTER_URL, then the profile' },
  token: { about: 'Access token. Default: MUSTER_TOKEN, then the profile' },
  profile: { about: 'Name of a stored profile' },
}

const default_profile = 'default'
const default_url = 'http://127.0.0.1:8080'

/**
 * Chooses server and token: options first, then the environment, then the stored profile. A token is sent only to the server it belongs to: a
 * stored token to its stored URL, MUSTER_TOKEN to the URL of MUSTER_URL or --url.
 */
export function resolveTarget(
  typed: { url?: string; token?: string; profile?: string },
  settings = readClientSettings(),
): ServerTarget {
  const name = typed.profile ?? settings.MUSTER_PROFILE
  const stored = readProfiles(settings)[name ?? default_profile]
  if (name !== undefined && !stored)
    throw new UsageError(`There is no profile "${name}". Create it with "muster login --profile ${name}".`)
  const around = typed.profile === undefined ? settings : {}
  const named = typed.url ?? around.MUSTER_URL
  const url = parseServerUrl(named ?? stored?.url ?? default_url)
  if (!typed.token && around.MUSTER_TOKEN && !named)
    throw new UsageError('MUSTER_TOKEN is set without a server. Set MUSTER_URL or use --url.')
  const own = stored && new URL(stored.url).origin === new URL(url).origin ? stored.token : undefined
  const token = typed.token ?? around.MUSTER_TOKEN ?? own
  if (token) requireHttps(url)
  return { url, ...(token && { token }) }
}

function parseServerUrl(text: string) {
  if (!/^https?:\/\/[^\s/?#@]+\/?$/.test(text) || !URL.canParse(text))
    throw new UsageError(`${text} is not a server URL. Example: https://muster.example.org.`)
  return text.replace(/\/$/, '')
}

const url = { about: 'URL of the server, such as https://muster.example.org', required: true }
const profile = { about: 'Name of the profile. Default: default' }

export const login: Command = {
  about: 'Store a server URL and a token for "muster api". Reads the token from standard input.',
  options: { url, profile },
  run: async ({ options }) => {
    const settings = readClientSettings()
    const name = options.profile ?? default_profile
    checkLine('profile', name, 100)
    const address = parseServerUrl(requiredOption(options, 'url'))
    requireHttps(address)
    const token = await readSecret('Token: ')
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new UsageError('No token was given. Pipe it in, or paste it at the prompt.')
    const { data } = await connect({ url: address, token, attempts: 2 }).me.read()
    writeProfiles(settings, { ...readProfiles(settings), [name]: { url: address, token } })
    return `Signed in as ${data.user.mail} in ${data.space.name}. The token is stored in ${profilesFile(settings)}, readable only by you.`
  },
}

export const logout: Command = {
  about: 'Remove a stored profile. The token stays valid; "muster token revoke" revokes it.',
  options: { profile },
  run: async ({ options }) => {
    const settings = readClientSettings()
    const name = options.profile ?? default_profile
    const { [name]: removed, ...rest } = readProfiles(settings)
    if (!removed) throw new CommandError(`There is no profile named ${name}.`)
    writeProfiles(settings, rest)
    return `The token for ${removed.url} was removed from this machine.`
  },
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
  if (!existsSync(file)) return {}
  if (statSync(file).mode & 0o077)
    throw new CommandError(`${file} can be read by others. Run "chmod 600 ${file}" and create a new token.`)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new CommandError(`${file} is not valid JSON. Fix it, or delete it and log in again.`)
  }
}

/** Writes a temporary file and renames it, so that the file is never incomplete or readable by others. */
function writeProfiles(settings: ClientSettings, profiles: Record<string, Profile>) {
  const file = profilesFile(settings)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
}
