import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// Addresses that lead into somebody's own network or nowhere, after the special-purpose registries of IANA.
const inward = new BlockList()
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
  inward.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  inward.addSubnet(network, bits, 'ipv6')

// Of IPv6 only this part is given out to the world; addresses that hold an IPv4 address, such as ::ffff: and 64:ff9b::, lie outside of it.
const global_unicast = new BlockList()
global_unicast.addSubnet('2000::', 3, 'ipv6')

/** Whether an address belongs to the public internet. What is no address at all does not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !inward.check(address, 'ipv4')
  return (
    version === 6 && !address.includes('%') && global_unicast.check(address, 'ipv6') && !inward.check(address, 'ipv6')
  )
}

/** A connection that we do not make. */
export class Unreachable extends Error {}

/** The host of a URL as an address, when it is written as one. */
export function literalIn({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? host : undefined
}

type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, found: LookupAddress[]) => void,
) => void

/**
 * Finds addresses as usual and refuses a name that leads to any that is not public. What it answers is what gets connected to, so that a name
 * cannot lead elsewhere after it was checked.
 */
export const publicLookup =
  (resolve: Resolve = lookup as Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 4)
      const [first] = found
      if (!first || !found.every(({ address }) => isPublicAddress(address)))
        return done(new Unreachable('the host is not on the public internet'), '', 4)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
  }
