import { exit_codes } from './exit_codes.ts'

// What happens on Ctrl-C and SIGTERM: the command says what was kept, and releases the database.

let describeKept = () => ''
const cleanups = new Set<() => Promise<void>>()

/** Sets what an interruption says about the work that was done so far. */
export function whenInterrupted(describe: () => string) {
  describeKept = describe
}

/** Adds work to do before the process ends. Returns a function that removes it. */
export function beforeExit(cleanup: () => Promise<void>) {
  cleanups.add(cleanup)
  return () => cleanups.delete(cleanup)
}

/** Ends the process when it is interrupted; at once if it is interrupted twice. */
export function endOnInterruption(print: (text: string) => void) {
  let isEnding = false
  const end = (code: number) => () => {
    if (isEnding) process.exit(code)
    isEnding = true
    print(`Interrupted. ${describeKept()}`.trimEnd())
    void Promise.allSettled([...cleanups].map(cleanup => cleanup())).then(() => process.exit(code))
  }
  process.on('SIGINT', end(exit_codes.interrupted))
  process.on('SIGTERM', end(exit_codes.terminated))
}
