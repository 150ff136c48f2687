import cluster from 'node:cluster'

// Runs a program in several processes that share a port: node cluster.ts NUMBER PROGRAM ARGUMENTS… Prints "ready" when all listen.

const [count, exec, ...args] = process.argv.slice(2)
const processes = Number(count)
if (!exec) throw new Error('usage: node cluster.ts NUMBER PROGRAM ARGUMENTS…')
cluster.setupPrimary({ exec, args })
let listening = 0
cluster.on('listening', () => {
  if (++listening === processes) console.log('ready')
})
cluster.on('exit', (_, code) => process.exit(code || 1))
const workers = Array.from({ length: processes }, () => cluster.fork())
process.on('message', message => {
  for (const worker of workers) worker.send(message as object)
})
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
  process.on(signal, () => {
    cluster.removeAllListeners('exit')
    for (const worker of workers) worker.process.kill('SIGKILL')
    process.exit(0)
  })
