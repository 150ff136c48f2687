/** A server that DATABASE_URL names. */
export interface DatabaseHost {
  host: string
  port: number
}

/** Which servers are used, as libpq defines it: all, those that accept writes, or those that are not a standby. */
export type TargetSession = 'any' | 'read-write' | 'primary'

export interface DatabaseUrl {
  /** At least one. */
  hosts: [DatabaseHost, ...DatabaseHost[]]
  /** The path of a Unix socket, which is used instead of the host. */
  socket?: string
  database: string
  username: string
  password: string
  sslmode: (typeof sslmodes)[number]
  target: TargetSession
  /** The address without user, password and parameters. */
  shown: string
}

/** The message completes a sentence that begins with the name of the setting. It never contains a part of the address that may be secret. */
export class DatabaseUrlError extends Error {}

const sslmodes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
const targets = ['any', 'read-write', 'primary'] as const
const parameters = ['sslmode', 'socket', 'target_session_attrs']
const default_port = 5432
const form = /^(postgres(?:ql)?:\/\/)([^/?#\s]*)(?:\/([^?#\s]*))?(?:\?([^#\s]*))?$/

/** Reads an address such as postgres://user:password@one:5432,two:5432/muster. The class URL accepts no list of hosts. */
export function readDatabaseUrl(text: string): DatabaseUrl {
  const [, scheme, authority, path = '', query = ''] = form.exec(text) ?? refuse('is not a valid URL')
  // A character of the password that was not percent-encoded has ended it.
  if (`${path}${query}`.includes('@'))
    refuse('has an @ after the host. Percent-encode the characters / ? # @ in the password')
  const at = authority?.lastIndexOf('@') ?? -1
  const [user = '', ...password] = authority?.slice(0, Math.max(0, at)).split(':') ?? []
  const places = authority?.slice(at + 1) ?? ''
  const [first = refuse('is not a valid URL'), ...others] = places
    .split(',')
    .map((place, _, all) => hostOf(place, all.length > 1))
  const { sslmode, socket, target } = readParameters(new URLSearchParams(query), others.length > 0)
  return {
    hosts: [first, ...others],
    ...(socket && { socket }),
    database: decoded(path) || 'muster',
    username: decoded(user),
    password: decoded(password.join(':')),
    sslmode,
    target,
    shown: `${scheme}${places}${path && `/${path}`}`,
  }
}

/** The address of each host alone, whether it accepts writes or not. */
export function singleHostUrls(text: string): { host: string; url: string }[] {
  const [, scheme = '', authority = '', path = '', query = ''] = form.exec(text) ?? refuse('is not a valid URL')
  const user = authority.slice(0, authority.lastIndexOf('@') + 1)
  const parameters = new URLSearchParams(query)
  parameters.set('target_session_attrs', 'any')
  return readDatabaseUrl(text).hosts.map(host => ({
    host: hostName(host),
    url: `${scheme}${user}${hostName(host)}/${path}?${parameters}`,
  }))
}

/** A host and its port, as people write them. */
export const hostName = ({ host, port }: DatabaseHost) => `${host.includes(':') ? `[${host}]` : host}:${port}`

function hostOf(text: string, listed: boolean): DatabaseHost {
  const [, bracketed, plain = '', port] =
    /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]*))(?::(\d{1,5}))?$/.exec(text) ?? refuse('is not a valid URL')
  if (listed && !bracketed && !plain) refuse('has an empty host in its list')
  const number = Number(port ?? default_port)
  if (number < 1 || number > 65_535) refuse('has a port that is not between 1 and 65535')
  return { host: bracketed ?? (decoded(plain) || 'localhost'), port: number }
}

// An ignored parameter could be mistaken for a supported one.
function readParameters(sent: URLSearchParams, several: boolean) {
  for (const name of sent.keys())
    if (!parameters.includes(name))
      refuse(`has the parameter ${name}; only sslmode, target_session_attrs and socket are supported`)
  const socket = sent.get('socket')
  if (socket && several) refuse('has both several hosts and a socket. Use one of them')
  return {
    socket,
    sslmode: choice(sslmodes, 'sslmode', sent.get('sslmode'), 'it') ?? 'disable',
    // Muster writes. Where several servers are named, all but one of them are standbys.
    target:
      choice(
        targets,
        'target_session_attrs',
        sent.get('target_session_attrs'),
        'Muster writes to its database, so it',
      ) ?? (several ? 'read-write' : 'any'),
  } as const
}

function choice<Choice extends string>(
  choices: readonly Choice[],
  name: string,
  value: string | null,
  subject: string,
) {
  if (value === null) return undefined
  return (
    choices.find(choice => choice === value) ??
    refuse(`has ${name}=${value}; ${subject} must be one of ${choices.join(', ')}`)
  )
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return refuse('has a % that does not begin a percent-encoded character')
  }
}

function refuse(problem: string): never {
  throw new DatabaseUrlError(problem)
}
