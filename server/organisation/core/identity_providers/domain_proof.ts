import { promises as dns } from 'node:dns'

const nameserver_ms_max = 2000

/** What the domain says: the record is there, is not there, or no name server answered. */
export type DomainProof = 'found' | 'missing' | 'unknown'

export type ProveDomain = (domain: string, verification: string) => Promise<DomainProof>

export const verificationRecord = (verification: string) => `muster-verification=${verification}`

/** Looks up the TXT record that proves a domain. `servers`: name servers to ask in place of those of this machine. */
export function domainProver(servers: readonly string[] = []): ProveDomain {
  const resolver = new dns.Resolver({ timeout: nameserver_ms_max, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return async (domain, verification) => {
    try {
      const records = await resolver.resolveTxt(domain)
      const wanted = verificationRecord(verification)
      return records.some(parts => parts.join('').trim() === wanted) ? 'found' : 'missing'
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      return code === 'ENODATA' || code === 'ENOTFOUND' ? 'missing' : 'unknown'
    }
  }
}
