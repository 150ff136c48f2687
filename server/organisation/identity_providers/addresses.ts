import { invalid } from '../../errors.ts'
import { ipLiteralIn, isLocalName, isPublicAddress } from '../../events/public_address.ts'
import type { Text } from '../../messages/message.ts'

/** Checks the issuer, and returns it as sent: the provider compares it character by character. Its host name is checked again at every request. */
export function checkedIssuer(text: string, private_addresses: boolean): string {
  const refuse = (why: Text) => invalid('body.data.issuer', why, text)
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw refuse('must be an https URL')
  if (url.username || url.password) throw refuse('must not contain a user name or password')
  if (url.hash || url.search) throw refuse('must not have a query or fragment')
  if (url.pathname.endsWith('/.well-known/openid-configuration'))
    throw refuse('must end before /.well-known/openid-configuration')
  if (private_addresses) return text
  if (url.protocol !== 'https:') throw refuse('must be an https URL')
  const literal = ipLiteralIn(url)
  if (literal ? !isPublicAddress(literal) : isLocalName(url.hostname)) throw refuse('must be on the public internet')
  return text
}

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const domain_pattern = new RegExp(`^(${label}\\.)+[a-z]${label}$`)

export function checkedDomain(text: string): string {
  const domain = text.trim().toLowerCase()
  if (!domain_pattern.test(domain)) throw invalid('body.data.domain', 'must be a domain such as example.org', text)
  return domain
}
