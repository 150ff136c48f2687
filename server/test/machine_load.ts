import { cpus, loadavg } from 'node:os'

/** Whether the machine is overloaded, so that the server may time out where it otherwise would not. */
export const isBusy = () => (loadavg()[0] ?? 0) > 2 * cpus().length
