import { cpus, loadavg } from 'node:os'

/** Whether the machine has far more to do than it can: then the server may rightly give up on what otherwise works. */
export const isBusy = () => (loadavg()[0] ?? 0) > 2 * cpus().length
