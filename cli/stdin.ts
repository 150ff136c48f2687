import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Everything that is piped in. */
export async function readStdin(): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of process.stdin) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

/** A secret that is piped in, or typed without showing on the screen. */
export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readStdin()).trim()
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_, __, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await new Promise<string>(resolve => {
      reader.question('', answer => resolve(answer.trim()))
      reader.once('close', () => resolve(''))
    })
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}
