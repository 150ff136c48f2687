import assert from 'node:assert/strict'
import { errorLine, run } from './process.ts'

/** The muster command, run as a person would on this data directory. */
export function commandLine(dataDir: string, settings: Record<string, string> = {}) {
  const env = { DATA_DIR: dataDir, ...settings }
  const command = (args: string[], input?: string) =>
    run({ args: ['cli/muster.ts', ...args], env, ...(input !== undefined && { input }) })
  return {
    command,
    /** What a command prints, when it works. */
    muster: async (...args: string[]) => printed(await command(args)),
    /** The error of a command that fails. */
    refused: async (...args: string[]) => errorLine(await command(args)),
    /** The error of a command with wrong arguments. */
    misused: async (...args: string[]) => errorLine(await command(args), 2),
  }
}

export function printed({ code, stdout, stderr }: Awaited<ReturnType<typeof run>>) {
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return stdout.trimEnd()
}
