import { type Config, hostInUrl } from '../server/config.ts'

/** The address of links. Without PUBLIC_URL it is that of the server on this machine. */
export const publicUrl = ({ PUBLIC_URL, HOST, PORT }: Config) =>
  PUBLIC_URL?.replace(/\/$/, '') ?? `http://${hostInUrl(HOST)}:${PORT}`
