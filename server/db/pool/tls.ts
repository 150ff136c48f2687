import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

export type TlsMode = 'require' | 'verify-full'

const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const yes = 'S'.charCodeAt(0)

/**
 * Upgrades a new connection to TLS with PostgreSQL's SSLRequest. The driver could do so itself, but it accepts unencrypted data that was sent
 * before the handshake.
 */
export async function upgradeToTls(socket: Socket, host: string, mode: TlsMode): Promise<TLSSocket> {
  socket.write(request)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  // More than one byte would be unencrypted data injected by a third party (CVE-2021-23222).
  if (answer.length !== 1 || answer[0] !== yes)
    throw new Error('It does not offer TLS, which sslmode requires. Enable TLS on the server, or set sslmode=disable.')
  const secured = connect({
    socket,
    ...(isIP(host) === 0 && { servername: host }),
    ...(mode === 'require' && { rejectUnauthorized: false }),
  })
  await once(secured, 'secureConnect')
  return secured
}
