import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

export type TlsMode = 'require' | 'verify-full'

const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const yes = 'S'.charCodeAt(0)

/**
 * Encrypts a fresh connection as PostgreSQL wants it: asked for in the clear, then negotiated. The driver could do so itself, but then the
 * messages of the session could not be read between it and the network.
 */
export async function encrypted(socket: Socket, host: string, mode: TlsMode): Promise<TLSSocket> {
  socket.write(request)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  // More than the one byte was put there by a third party before anything was encrypted.
  if (answer.length !== 1 || answer[0] !== yes)
    throw new Error('It does not offer TLS, which sslmode asks for. Turn it on there, or set sslmode=disable.')
  const secured = connect({
    socket,
    ...(isIP(host) === 0 && { servername: host }),
    ...(mode === 'require' && { rejectUnauthorized: false }),
  })
  await once(secured, 'secureConnect')
  return secured
}
