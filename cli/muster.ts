import { execute } from './commands.ts'
import { dataOf, describeError, exitCodeOf } from './errors.ts'
import { exit_codes } from './exit_codes.ts'
import { endOnInterruption } from './interruption.ts'
import { processTerminal } from './terminal.ts'

const args = process.argv.slice(2)
const terminal = processTerminal()
const printError = (text: string) => {
  terminal.progress('')
  process.stderr.write(`${text}\n`)
}

endOnInterruption(printError)
// The program that reads the output, such as `head`, may end first.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exit(code === 'EPIPE' ? exit_codes.success : exit_codes.failed)
})

try {
  const settings = async () => (await import('../server/config.ts')).readConfig()
  const { text, failed } = await execute(args, { settings, terminal })
  terminal.progress('')
  if (text) process.stdout.write(`${text}\n`)
  if (failed) process.exitCode = exit_codes.failed
} catch (error) {
  const text = describeError(error)
  if (text === undefined) {
    terminal.progress('')
    throw error
  }
  const data = args.includes('--json') ? dataOf(error) : undefined
  if (data !== undefined) process.stdout.write(`${JSON.stringify(data, null, 2)}\n`)
  else printError(text)
  process.exit(exitCodeOf(error))
}
