import type { Socket } from 'node:net'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { PeerProcesses, UsedCosts } from '../http/limits/peer_processes.ts'
import { openListener } from '../http/listener.ts'
import { createLogger } from '../log.ts'
import { importLazily } from './lazy_imports.ts'
import {
  collectMetrics,
  type FromWorker,
  PendingRequests,
  type ToWorker,
  type WorkerSettings,
} from './worker_messages.ts'

// A worker process. It serves requests; the first process owns the database, mail and jobs, and stops the workers.

const sendToFirst = (message: FromWorker) => {
  if (process.connected) process.send?.(message)
}

const measurements = new PendingRequests()
let react: (costs: UsedCosts) => void = () => {}
let measure: () => Promise<unknown> = async () => undefined
const others: PeerProcesses = {
  sendUsed: costs => sendToFirst({ kind: 'costs', costs }),
  onUsed: reaction => {
    react = reaction
  },
  measurements: () => measurements.ask(id => sendToFirst({ kind: 'measure', id })),
  onMeasure: measuring => {
    measure = measuring
  },
}

const listener = openListener()
let stop = async (_patience_ms: number) => {}

// A terminal signals the whole process group; the first process decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit(1))
process.on('message', async (message: ToWorker, socket?: Socket) => {
  switch (message.kind) {
    case 'serve':
      return serve(message.settings)
    case 'connection':
      sendToFirst({ kind: 'accepted', id: message.id })
      // The socket is undefined if the client has disconnected meanwhile.
      return socket && listener.receive(socket)
    case 'costs':
      return react(message.costs)
    case 'measure':
      return sendToFirst({ kind: 'measured', id: message.id, measured: await collectMetrics(measure) })
    case 'measured':
      return measurements.answer(message.id, message.measured)
    case 'stop':
      await stop(message.patience_ms)
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
    serverFactory: listener.serveWith,
    peers: others,
  })
  stop = async patience_ms => {
    app.announceStop()
    await listener.close(patience_ms)
    await app.stop()
  }
  listener.open()
  sendToFirst({ kind: 'ready' })
  importLazily()
}
