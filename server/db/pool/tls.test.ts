import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { TLSSocket } from 'node:tls'
import { readConfig } from '../../config.ts'
import { cert, key } from '../../test/certificate.ts'
import { connectionOptions, throughPort } from '../../test/databases.ts'
import { startTestApp } from '../../test/harness.ts'
import { aSpace, aUserPerRole } from '../../test/people.ts'
import { aScratchApp } from '../../test/scratch_app.ts'
import { connectDatabase } from '../connect.ts'
import { openSession } from '../sql.ts'

const near = await aScratchApp()
const { admin } = await aUserPerRole(near, await aSpace(near))

/** A proxy that answers the request for TLS. */
async function answering(answer: string, sslmode: string) {
  const listening = createServer(async client => {
    client.on('error', () => {})
    await once(client, 'data')
    client.write(answer)
    if (answer !== 'S') return
    const secured = new TLSSocket(client, { isServer: true, key, cert })
    const server: Socket = connect(connectionOptions(near.database_url))
    for (const side of [secured, server]) side.on('error', () => {})
    secured.pipe(server).pipe(secured)
    secured.once('close', () => server.destroy())
  })
  listening.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  after(() => listening.close())
  const url = new URL(throughPort(near.database_url, (listening.address() as { port: number }).port))
  url.hostname = 'localhost'
  url.searchParams.set('sslmode', sslmode)
  return url.href
}

describe('a database over TLS', () => {
  test('works as without TLS, in the role subject to row-level security', async () => {
    const far = await startTestApp({ same_database_as: { ...near, database_url: await answering('S', 'require') } })
    assert.equal((await far.as(admin).post('/teams', { team: { name: 'Secured' } })).status, 200)
    const answers = await Promise.all(Array.from({ length: 20 }, () => far.as(admin).get('/teams')))
    for (const { status, body } of answers)
      assert.deepEqual([status, body.data.teams.map(({ name }: { name: string }) => name)], [200, ['Secured']])
    assert.equal((await far.as(admin).get('/contacts')).status, 200)
  })

  test('is refused under verify-full when its certificate is signed by an unknown authority', async () => {
    await assert.rejects(openSession(await answering('S', 'verify-full')), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  test('is refused when it offers no TLS, or sends data before the handshake', async () => {
    for (const answer of ['N', 'SE']) {
      const DATABASE_URL = await answering(answer, 'require')
      await assert.rejects(connectDatabase(readConfig({ DATABASE_URL }), 'server'), {
        message: /cannot be used\. It does not offer TLS, which sslmode requires/,
      })
    }
  })
})
