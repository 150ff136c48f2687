import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { pino } from 'pino'
import type { NotificationListener } from '../db/notification_listener.ts'
import type { Pool } from '../db/pool/pool.ts'
import type { Language } from '../messages/language.ts'
import { readStored } from '../messages/stored.ts'
import { eventually } from '../test/harness.ts'
import type { Receiver } from './deliveries.ts'
import { type DispatcherOptions, WebhookDispatcher } from './dispatcher.ts'
import { webhookClient } from './webhook_client.ts'

const quiet = {
  listener: { on: () => () => {} } as unknown as NotificationListener,
  log: pino({ level: 'silent' }),
  retry_s: 5,
  private_addresses: true,
}

/** A dispatcher for these receivers, whose database never answers. */
function aStuckDispatcher(due: Receiver[]) {
  const asked: number[] = []
  const parts = {
    ...quiet,
    worker: { readReachableSpaces: async () => due },
    pool: {
      write: ({ group_id }: { group_id: number }) => {
        asked.push(group_id)
        return new Promise(() => {})
      },
    },
  }
  const dispatcher = new WebhookDispatcher(parts as unknown as DispatcherOptions & { worker: Pool; pool: Pool })
  dispatcher.start()
  return { dispatcher, asked }
}

test('a dispatcher stops although a delivery never ends', async () => {
  const { dispatcher, asked } = aStuckDispatcher([{ group_id: 1, id: 1 }])
  await eventually(() => asked.length > 0)
  await dispatcher.stop()
  assert.deepEqual(asked, [1])
})

test('the receivers of one space use only some of the slots', async () => {
  const many = Array.from({ length: 40 }, (_, id) => ({ group_id: 1, id }))
  const { dispatcher, asked } = aStuckDispatcher([...many, { group_id: 2, id: 1 }])
  await eventually(() => asked.includes(2))
  assert.deepEqual(asked, [1, 1, 1, 1, 2])
  await dispatcher.stop()
})

test('a connection that is closed, or upgraded to another protocol, is a normal result', async () => {
  const says = ['', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n']
  const server = createServer((_, { socket }) => void socket!.end(says.shift()!))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  const line = webhookClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, true)
  const { signal } = new AbortController()
  const outcomes = [await line.post({}, '{}', signal), await line.post({}, '{}', signal)]
  line.close()
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [null, 101],
  )
  const said = ['en', 'fr'].map(language => readStored(outcomes[0]!.error, language as Language))
  assert.deepEqual(said, ['the host closed the connection', 'le serveur a fermé la connexion'])
})
