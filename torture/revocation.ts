import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createPersonalToken } from '../server/access/tokens.ts'
import { ask, startServer } from '../server/test/process.ts'
import { aProxy, type ProxiedConnection } from '../server/test/proxy.ts'
import { requestData, space, type Verdict, withTestServer } from './test_server.ts'

interface RevocationParams {
  /** The number of tokens. For the second half notifications are dropped. */
  times: number
}

const refused_ms_max = 1000
const patience_ms = 15_000
const listens = ({ opening }: ProxiedConnection) => !opening.includes('set role muster_')

/** Promise 19: a token that is revoked in one process is refused in another within a second, also when notifications are lost. */
export const tortureRevocation = ({ times }: RevocationParams): Promise<Verdict> =>
  withTestServer(300_000, async site => {
    const proxy = await aProxy({ path: join(site.dataDir, 'postgres', '.s.PGSQL.5432') })
    const DATABASE_URL = `postgres://muster_owner@127.0.0.1:${proxy.port}/postgres`
    const other = await startServer({ env: { DATABASE_URL, RATE_BURST: '1000000', RATE_PER_SECOND: '1000000' } })
    const pool = site.poolAs('muster_app')
    const { user: me } = await requestData(site, '/me')
    const took: number[] = []
    let unknown = 0
    try {
      for (let count = 0; count < times; count++) {
        const name = `Number ${count}`
        const { secret: token } = await pool.write({ group_id: space, user_id: me.id }, sql =>
          createPersonalToken(sql, { user_id: me.id, group_id: space, name, scopes: null }),
        )
        const [made] = await site.owner<
          [{ id: number }]
        >`select id from tokens where user_id = ${me.id} and name = ${name}`
        const look = async () => (await ask(`${other.url}/me`, { token })).status
        unknown += Number((await look()) !== 200)
        if (count >= times / 2) proxy.fail({ kind: 'blackhole' }, listens)
        unknown += Number((await look()) !== 200)
        await requestData(site, `/v1/tokens/${made.id}`, { method: 'DELETE' })
        const begun = performance.now()
        while ((await look()) !== 401 && performance.now() - begun < patience_ms) await delay(5)
        took.push(performance.now() - begun)
        proxy.heal()
      }
    } finally {
      proxy.heal()
      await other.stop()
      await proxy.stop()
    }
    const slowest = (list: number[]) => Math.round(Math.max(...list))
    const [notified, unnotified] = [took.slice(0, times / 2), took.slice(times / 2)]
    return {
      summary:
        `${times} tokens revoked in one process and refused in another ` +
        `after ${slowest(notified)} ms at most, ` +
        `or ${slowest(unnotified)} ms when notifications are lost.`,
      broken: {
        'tokens valid for more than 1 s after revocation': took.filter(ms => ms > refused_ms_max).length,
        'tokens that were invalid before': unknown,
      },
      notes: [],
    }
  })
