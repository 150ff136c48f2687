import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Runs a program of this folder in a child process. It reads the job as JSON from stdin, and writes its result as JSON to stdout. */
export async function runInChild<Outcome>(program: string, job: object): Promise<Outcome> {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(JSON.stringify(job))
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const [said, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (code !== 0) throw new Error(complaint.trim().slice(0, 2000))
  return JSON.parse(said) as Outcome
}
