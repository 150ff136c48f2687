import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export async function readStdin(): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

/** Reads a secret from a pipe, or from the terminal without echo. */
export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readStdin()).trim()
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await new Promise<string>(resolve => {
      reader.question('', answer => resolve(answer.trim()))
      reader.once('close', () => resolve(''))
      // The terminal sends Ctrl-C as a key while there is no echo.
      reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    })
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}
