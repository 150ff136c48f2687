import type { IncomingMessage } from 'node:http'

const read_ms_max = 5000

/**
 * Lets the rest of the body arrive, and discards it, before the connection is closed. Closing a connection with unread data resets it: the
 * client may lose the response, and a reverse proxy answers 502 instead of passing it on.
 */
export function closeAfterBody(request: IncomingMessage) {
  const { socket } = request
  const close = () => socket.destroy()
  // Node calls this after the last response of a connection.
  socket.destroySoon = () => {
    const timer = setTimeout(close, read_ms_max).unref()
    socket.once('close', () => clearTimeout(timer))
    request.once('end', close).resume()
    socket.end()
  }
}
