import { fork } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { defined } from '../server/test/defined.ts'
import { aFreePort } from '../server/test/process.ts'

/** A running HTTP server whose processor time can be read. */
export interface RunningServer {
  name: string
  url: string
  pid: number
  stop: () => Promise<void>
}

interface Program {
  name: string
  exec: string
  args?: string[]
  env?: Record<string, string>
  cwd?: string
  /** Sent to each process when it starts. */
  message?: object
  processes: number
}

const start_ms_max = 120_000

/** Starts a program in several processes that share a port, and waits until all listen. */
export async function startProgram({
  name,
  exec,
  args = [],
  env = {},
  cwd,
  message,
  processes,
}: Program): Promise<RunningServer> {
  const port = env.PORT ?? String(await aFreePort())
  const { PATH = '', HOME = '' } = process.env
  const child = fork(fileURLToPath(new URL('cluster.ts', import.meta.url)), [String(processes), exec, ...args], {
    env: { PATH, HOME, ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(cwd && { cwd }),
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const complaints = text(defined(child.stderr, 'stderr'))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const ready = new Promise<true>(resolve => {
    const stdout = defined(child.stdout, 'stdout').setEncoding('utf8')
    stdout.on('data', printed => /^ready$/m.test(printed) && resolve(true))
  })
  if (message) child.send(message)
  const timer = new Promise<'late'>(resolve => setTimeout(resolve, start_ms_max, 'late').unref())
  const outcome = await Promise.race([ready, ended, timer])
  if (outcome !== true) {
    if (outcome === 'late') await stop()
    throw new Error(`${name} did not start: ${(await complaints).trim().split('\n').slice(-12).join('\n')}`)
  }
  return { name, url: `http://127.0.0.1:${port}`, pid: defined(child.pid, 'the process'), stop }
}
