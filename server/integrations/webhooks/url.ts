import { invalid } from '../../errors.ts'
import { ipLiteralIn, isPublicAddress } from '../../events/public_address.ts'

const url_length_max = 2000

/** The address as it is kept. Names are looked up when something is sent, every time anew. */
export function checkedWebhookUrl(text: string, private_addresses: boolean): string {
  const refuse = (why: string) => invalid('body.data.url', why, text)
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw refuse('must be an https address')
  if (url.username || url.password) throw refuse('must not have a user name or password in it')
  if (url.hash) throw refuse('must not have a fragment: it would not be sent')
  // What is not plain becomes longer when it is written as it is sent.
  if (url.href.length > url_length_max)
    throw refuse(`must have at most ${url_length_max} characters, with all that is not plain written as %..`)
  if (private_addresses) return url.href
  if (url.protocol !== 'https:') throw refuse('must be an https address')
  const literal = ipLiteralIn(url)
  if (literal ? !isPublicAddress(literal) : isLocalName(url.hostname)) throw refuse('must be on the public internet')
  return url.href
}

const isLocalName = (host: string) => host === 'localhost' || /\.(localhost|local|internal)\.?$/.test(host)
