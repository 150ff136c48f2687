import { digestOf, newSecret } from '../access/secrets.ts'
import { Pool } from '../db/pool/pool.ts'
import { insertLink, isSetUp } from './queries.ts'

/** Creates a link that sets the server up; undefined if it has a space. */
export async function createSetUpLink(database_url: string, public_url: string): Promise<string | undefined> {
  // The worker role sees every space.
  const worker = new Pool({ url: database_url, role: 'muster_worker', connections: 1 })
  try {
    return await worker.write({}, async sql => {
      if (await isSetUp(sql)) return undefined
      const secret = newSecret('mus_u_')
      await insertLink(sql, digestOf(secret))
      return `${public_url}/set-up/${secret}`
    })
  } finally {
    await worker.end()
  }
}
