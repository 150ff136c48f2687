import { invalid } from '../../errors.ts'
import { ipLiteralIn, isLocalName, isPublicAddress } from '../../events/public_address.ts'
import { msg, type Text } from '../../messages/message.ts'

const url_length_max = 2000

/** Checks the URL of a webhook and returns it in normal form. Its host name is resolved and checked again at every delivery. */
export function checkedWebhookUrl(text: string, private_addresses: boolean): string {
  const refuse = (why: Text) => invalid('body.data.url', why, text)
  const url = URL.parse(text)
  if (!url || !['https:', 'http:'].includes(url.protocol)) throw refuse('must be an https URL')
  if (url.username || url.password) throw refuse('must not contain a user name or password')
  if (url.hash) throw refuse('must not have a fragment, which is never sent')
  // Percent-encoding can make the URL longer than the limit in the schema.
  if (url.href.length > url_length_max)
    throw refuse(msg`must have at most ${url_length_max} characters after percent-encoding`)
  if (private_addresses) return url.href
  if (url.protocol !== 'https:') throw refuse('must be an https URL')
  const literal = ipLiteralIn(url)
  if (literal ? !isPublicAddress(literal) : isLocalName(url.hostname)) throw refuse('must be on the public internet')
  return url.href
}
