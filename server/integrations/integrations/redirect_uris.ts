import { invalid } from '../../errors.ts'

/** Refuses an address to which people, and with them a code, must not be sent. */
export function checkRedirectUris(uris: readonly string[]) {
  for (const [index, uri] of uris.entries()) {
    const fault = problemOf(uri)
    if (fault) throw invalid(`body.data.redirect_uris.${index}`, fault, uri)
  }
}

// A program on the person's own machine listens there; nobody else hears what is sent.
const loopback = ['127.0.0.1', '[::1]', 'localhost']

function problemOf(uri: string) {
  // What a browser would quietly repair is not what will be compared, letter by letter.
  if (!/^[\x21-\x7e]+$/.test(uri) || /["<>\\^`{|}]/.test(uri) || !URL.canParse(uri)) return 'is not an address'
  const { protocol, hostname, username, password, href, pathname } = new URL(uri)
  if (protocol !== 'https:' && !(protocol === 'http:' && loopback.includes(hostname)))
    return 'must start with https://, or with http:// on 127.0.0.1, [::1] or localhost'
  if (uri.includes('#')) return 'must not have a part after #'
  if (uri.includes('*')) return 'must be one address, without *'
  if (username !== '' || password !== '' || /^\w+:\/\/[^/?]*@/.test(uri)) return 'must not hold a name or password'
  if (href !== uri && href !== `${uri}/`) return `is written in another way than browsers do; write ${href}`
  return /%(?:2e|2f|5c)/i.test(pathname) ? 'must not hide dots or slashes' : undefined
}
