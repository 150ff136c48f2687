import type { Socket } from 'node:net'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { PeerProcesses, UsedCosts } from '../http/limits/peer_processes.ts'
import { openListener } from '../http/listener.ts'
import { createLogger } from '../log.ts'
import { importLazily } from './lazy_imports.ts'
import { type FromWorker, measuredBy, Questions, type ToWorker, type WorkerSettings } from './worker_messages.ts'

// A process that serves beside the first one. That one keeps the database, the mail and the jobs, and tells us when to stop.

const tell = (word: FromWorker) => {
  if (process.connected) process.send?.(word)
}

const questions = new Questions()
let react: (taken: UsedCosts) => void = () => {}
let measure: () => Promise<unknown> = async () => undefined
const others: PeerProcesses = {
  sendUsed: taken => tell({ kind: 'taken', taken }),
  onUsed: reaction => {
    react = reaction
  },
  measurements: () => questions.ask(id => tell({ kind: 'measure', id })),
  onMeasure: measuring => {
    measure = measuring
  },
}

const front = openListener()
let stop = async (_patience_ms: number) => {}

// A terminal sends these to all of us; the first process decides.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(1))
process.on('message', async (word: ToWorker, socket?: Socket) => {
  switch (word.kind) {
    case 'serve':
      return serve(word.orders)
    case 'connection':
      tell({ kind: 'got', id: word.id })
      // Whoever has hung up meanwhile leaves nothing behind.
      return socket && front.receive(socket)
    case 'taken':
      return react(word.taken)
    case 'measure':
      return tell({ kind: 'measured', id: word.id, measured: await measuredBy(measure) })
    case 'measured':
      return questions.answer(word.id, word.measured)
    case 'stop':
      await stop(word.patience_ms)
      process.exit(0)
  }
})

async function serve({ database_url, public_url }: WorkerSettings) {
  const config = readConfig()
  const logger = await createLogger(config)
  const app = await buildApp({
    config,
    database_url,
    logger,
    public_url: () => public_url,
    serverFactory: front.serveWith,
    others,
  })
  stop = async patience_ms => {
    app.announceStop()
    await front.close(patience_ms)
    await app.stop()
  }
  front.open()
  tell({ kind: 'ready' })
  importLazily()
}
