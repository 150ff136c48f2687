import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { connect } from '../sdk/client.ts'
import { type ClientSettings, readClientSettings } from '../server/config.ts'
import { type Command, CommandError, checkLine, UsageError } from './command.ts'
import { readSecret } from './stdin.ts'

interface Profile {
  url: string
  token: string
}

export interface ServerTarget {
  url: string
  token?: string
}

/** The options by which a command is told where to go. */
export const targetOptions = {
  url: { about: 'the server; MUSTER_URL or the profile when left out' },
  token: { about: 'the token; MUSTER_TOKEN or the profile when left out' },
  profile: { about: 'which stored profile to use' },
}

const default_profile = 'default'
const default_url = 'http://127.0.0.1:8080'

/**
 * Where to go and with which token: what was typed, a profile too, else the environment, else the stored profile. A token goes to the server
 * it is for and to no other: a stored one to the one it was stored for, one of the environment to the one that is named beside it.
 */
export function resolveTarget(
  typed: { url?: string; token?: string; profile?: string },
  settings = readClientSettings(),
): ServerTarget {
  const name = typed.profile ?? settings.MUSTER_PROFILE
  const stored = readProfiles(settings)[name ?? default_profile]
  if (name !== undefined && !stored)
    throw new UsageError(`There is no profile "${name}". "muster login --profile ${name}" makes it.`)
  const around = typed.profile === undefined ? settings : {}
  const named = typed.url ?? around.MUSTER_URL
  const url = parseServerUrl(named ?? stored?.url ?? default_url)
  if (!typed.token && around.MUSTER_TOKEN && !named)
    throw new UsageError('There is a MUSTER_TOKEN and nothing says for which server: set MUSTER_URL, or type --url.')
  const own = stored && new URL(stored.url).origin === new URL(url).origin ? stored.token : undefined
  const token = typed.token ?? around.MUSTER_TOKEN ?? own
  if (token) requireHttps(url)
  return { url, ...(token && { token }) }
}

function parseServerUrl(text: string) {
  if (!/^https?:\/\/[^\s/?#@]+\/?$/.test(text) || !URL.canParse(text))
    throw new UsageError(`${text} is no address of a server. It looks like https://muster.example.org.`)
  return text.replace(/\/$/, '')
}

const url = { about: 'the address of the server, such as https://muster.example.org', required: true }
const profile = { about: 'a name for it, when you have several; "default" when left out' }

export const login: Command = {
  about: 'Keeps the address of a server and a token, read from the standard input, for "muster api".',
  options: { url, profile },
  run: async ({ options }) => {
    const settings = readClientSettings()
    const name = options.profile ?? default_profile
    checkLine('profile', name, 100)
    const address = parseServerUrl(options.url!)
    requireHttps(address)
    const token = await readSecret('Token: ')
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new UsageError('No token came. Pipe it in, or paste it when you are asked.')
    const { data } = await connect({ url: address, token, attempts: 2 }).me.read()
    writeProfiles(settings, { ...readProfiles(settings), [name]: { url: address, token } })
    return `You are ${data.user.mail} in ${data.space.name}. The token is in ${profilesFile(settings)}, for you alone.`
  },
}

export const logout: Command = {
  about: 'Forgets a stored token. "muster token end" ends it for good.',
  options: { profile },
  run: async ({ options }) => {
    const settings = readClientSettings()
    const { [options.profile ?? default_profile]: gone, ...rest } = readProfiles(settings)
    if (!gone) throw new CommandError('There is no such profile.')
    writeProfiles(settings, rest)
    return `The token for ${gone.url} is forgotten here.`
  },
}

/** A token that travels in the open is a token for everybody. */
function requireHttps(address: string) {
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) return
  throw new UsageError(`${address} is not https: everybody on the way could read the token.`)
}

function profilesFile({ XDG_CONFIG_HOME, HOME }: ClientSettings) {
  if (!XDG_CONFIG_HOME && !HOME) throw new CommandError('There is no HOME to keep a profile in.')
  return join(XDG_CONFIG_HOME ?? join(HOME!, '.config'), 'muster', 'profiles.json')
}

function readProfiles(settings: ClientSettings): Record<string, Profile> {
  if (!settings.XDG_CONFIG_HOME && !settings.HOME) return {}
  const file = profilesFile(settings)
  if (!existsSync(file)) return {}
  if (statSync(file).mode & 0o077)
    throw new CommandError(`${file} can be read by others. Do "chmod 600 ${file}", and make a new token.`)
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new CommandError(`${file} is not JSON. Mend it, or delete it and log in again.`)
  }
}

/** Written aside and moved: nobody reads half of it, and it is never open to others, not even for a moment. */
function writeProfiles(settings: ClientSettings, profiles: Record<string, Profile>) {
  const file = profilesFile(settings)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.${process.pid}`, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.${process.pid}`, file)
}
