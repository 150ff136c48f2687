import { invalid } from '../../errors.ts'
import { msg } from '../../messages/message.ts'

/** Refuses redirect URIs that could send the authorization code to another party. */
export function checkRedirectUris(uris: readonly string[]) {
  for (const [index, uri] of uris.entries()) {
    const problem = problemOf(uri)
    if (problem) throw invalid(`body.data.redirect_uris.${index}`, problem, uri)
  }
}

// For applications on the person's own machine, where the code does not leave the machine.
const loopback = ['127.0.0.1', '[::1]', 'localhost']

function problemOf(uri: string) {
  // Browsers normalise URLs, and redirect URIs are compared exactly.
  if (!/^[\x21-\x7e]+$/.test(uri) || /["<>\\^`{|}]/.test(uri) || !URL.canParse(uri)) return 'is not a valid URL'
  const { protocol, hostname, username, password, href, pathname } = new URL(uri)
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.includes(hostname)))
    return 'must start with https://, or with http:// on 127.0.0.1, [::1] or localhost'
  if (uri.includes('#')) return 'must not have a fragment (a part after #)'
  if (uri.includes('*')) return 'must be one URL, without *'
  if (username !== '' || password !== '' || /^\w+:\/\/[^/?]*@/.test(uri))
    return 'must not contain a user name or password'
  if (href !== uri && href !== `${uri}/`) return msg`is not in normal form; write ${href}`
  return /%(?:2e|2f|5c)/i.test(pathname) ? 'must not contain encoded dots or slashes' : undefined
}
