import type { Socket } from 'node:net'
import { type Config, ConfigError } from '../config.ts'
import type { HttpListener } from '../http/listener.ts'

/** Listens on the address of the settings, and returns the port. What is wrong with the address is explained to the operator. */
export async function listen(
  listener: HttpListener,
  config: Pick<Config, 'HOST' | 'PORT'>,
  handOff: (socket: Socket) => boolean,
) {
  try {
    return await listener.listen(config.PORT, config.HOST, handOff)
  } catch (error) {
    const reasons: Record<string, string> = {
      EADDRINUSE:
        `Port ${config.PORT} is already in use on ${config.HOST}. ` +
        `Stop the program that uses it, or choose another port: PORT=${config.PORT + 1} npm start.`,
      EACCES: `Port ${config.PORT} may only be used by root. Choose one above 1024: PORT=8080 npm start.`,
      EADDRNOTAVAIL: `HOST=${config.HOST} is not an address of this machine.`,
      ENOTFOUND: `HOST=${config.HOST} is not an address of this machine.`,
    }
    throw new ConfigError(
      reasons[(error as NodeJS.ErrnoException).code ?? ''] ??
        `Muster cannot listen on ${config.HOST}:${config.PORT}: ${(error as Error).message}.`,
    )
  }
}
