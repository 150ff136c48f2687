import { promises as dns, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { type Message, msg } from '../messages/message.ts'

// Private, reserved and special-purpose addresses, from the registries of IANA.
const non_public = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  non_public.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  non_public.addSubnet(network, bits, 'ipv6')

// The only public part of IPv6. Addresses that embed an IPv4 address, such as ::ffff: and 64:ff9b::, are outside of it.
const global_unicast = new BlockList()
global_unicast.addSubnet('2000::', 3, 'ipv6')

/** Whether this is an IP address of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !non_public.check(address, 'ipv4')
  return (
    version === 6 &&
    !address.includes('%') &&
    global_unicast.check(address, 'ipv6') &&
    !non_public.check(address, 'ipv6')
  )
}

/** Why nothing was delivered. */
export class DeliveryError extends Error {
  readonly detail: Message

  constructor(detail: Message) {
    super(String(detail))
    this.detail = detail
  }
}

/** Thrown for an address that requests must not be sent to, or that cannot be resolved. */
export class ForbiddenAddress extends DeliveryError {}

/** The host of a URL, if it is an IP address. */
export function ipLiteralIn({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

/** Whether a name is one of local networks only. */
export const isLocalName = (host: string) => host === 'localhost' || /\.(localhost|local|internal)\.?$/.test(host)

/** Requires https, and a public address. An IP address in the URL is never resolved, so it is checked here. */
export function checkPublicUrl(url: URL) {
  const literal = ipLiteralIn(url)
  if (url.protocol !== 'https:') throw new ForbiddenAddress(msg`the address is not https`)
  if (literal && !isPublicAddress(literal)) throw new ForbiddenAddress(msg`the host is not on the public internet`)
}

type Resolve = (hostname: string) => Promise<LookupAddress[]>

const nameserver_ms_max = 2000

/**
 * Queries the nameservers directly. dns.lookup would block one of the few threads of the pool until a nameserver replies, so one broken domain could
 * delay all file access and other lookups.
 */
export function dnsResolver(resolver = new dns.Resolver({ timeout: nameserver_ms_max, tries: 2 })): Resolve {
  return async hostname => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (found.length === 0) throw new ForbiddenAddress(msg`the host name has no address`)
    return found
  }
}

/**
 * Resolves a name and refuses it if any of its addresses is not public. The connection uses the checked addresses, which prevents DNS rebinding. It
 * resolves once for all connections to one receiver.
 */
export function publicLookup(resolve: Resolve = dnsResolver()): LookupFunction {
  let resolved: Promise<[LookupAddress, ...LookupAddress[]]> | undefined
  return (hostname, { all }, done) => {
    resolved ??= resolve(hostname).then(requirePublic)
    resolved.then(
      found => (all ? done(null, found) : done(null, found[0].address, found[0].family)),
      error => done(error, '', 4),
    )
  }
}

function requirePublic(found: LookupAddress[]): [LookupAddress, ...LookupAddress[]] {
  const [first, ...others] = found
  if (!first || !found.every(({ address }) => isPublicAddress(address)))
    throw new ForbiddenAddress(msg`the host is not on the public internet`)
  return [first, ...others]
}
