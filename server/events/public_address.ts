import { promises as dns, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// Addresses that lead into somebody's own network or nowhere, after the special-purpose registries of IANA.
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

// Of IPv6 only this part is given out to the world; addresses that hold an IPv4 address, such as ::ffff: and 64:ff9b::, lie outside of it.
const global_unicast = new BlockList()
global_unicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an address belongs to the public internet. What is no address at all does not. */
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

/** A connection that we do not make. */
export class ForbiddenAddress extends Error {}

/** The host of a URL as an address, when it is written as one. */
export function ipLiteralIn({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

type Resolve = (hostname: string) => Promise<LookupAddress[]>

const nameserver_ms_max = 2000

/**
 * Asks the nameservers. Not as usual: that takes one of the few threads that files and other lookups share, for as long as a nameserver is
 * silent, and so somebody's broken domain would hold up everybody.
 */
export function dnsResolver(resolver = new dns.Resolver({ timeout: nameserver_ms_max, tries: 2 })): Resolve {
  return async hostname => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (found.length === 0) throw new ForbiddenAddress('the name of the host leads to no address')
    return found
  }
}

/**
 * Finds addresses, and refuses a name that leads to any that is not public. What it answers is what gets connected to, so that a name cannot
 * lead elsewhere after it was checked. It asks once, for all connections to one receiver.
 */
export function publicLookup(resolve: Resolve = dnsResolver()): LookupFunction {
  let asked: Promise<LookupAddress[]> | undefined
  return (hostname, { all }, done) => {
    asked ??= resolve(hostname).then(requirePublic)
    asked.then(
      found => (all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      error => done(error, '', 4),
    )
  }
}

function requirePublic(found: LookupAddress[]) {
  if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
    throw new ForbiddenAddress('the host is not on the public internet')
  return found
}
