import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashPassword } from '../access/passwords.ts'
import { createPersonalToken } from '../access/tokens.ts'
import { createSpace } from '../create_space.ts'
import { Pool } from '../db/pool/pool.ts'
import type { DemoFile } from '../demo/demo.ts'
import { registerAccount } from '../organisation/core/accounts.ts'
import { addMember } from '../organisation/core/membership.ts'
import { findRole } from '../organisation/core/roles.ts'
import { defined } from './defined.ts'
import { demoOf } from './demo_file.ts'
import { socketOf } from './process.ts'

/** The space after those of the demo. It has a superadmin and no data. */
export const empty_space = 3

/** Adds a space without data to a server with the demo, and its superadmin to the file of demo accounts. Does nothing if it is there. */
export async function addEmptySpace(dataDir: string, database_url = socketOf(dataDir)) {
  const demo = demoOf(dataDir)
  if (demo.spaces.some(({ id }) => id === empty_space)) return
  const mail = 'superadmin@example.com'
  const password = randomBytes(12).toString('base64url')
  const pool = new Pool({ url: database_url, role: 'muster_app', connections: 1 })
  try {
    const token = await pool.write({}, async sql => {
      const group_id = await createSpace(sql, 'Empty', 'en')
      if (group_id !== empty_space) throw new Error(`the empty space is ${group_id}`)
      const names = { firstname: 'Super', surname: 'Admin', locale: 'en', password_hash: await hashPassword(password) }
      const account = await registerAccount(sql, { login_mail: mail, ...names })
      const role = defined(await findRole(sql, group_id, { name: 'superadmin' }), 'the role superadmin')
      await addMember(sql, group_id, account, role.id)
      const { secret } = await createPersonalToken(sql, { user_id: account.id, group_id, name: 'Test', scopes: null })
      return secret
    })
    const account = { mail, password, role: 'superadmin', space_id: empty_space, token }
    const added: DemoFile = {
      ...demo,
      spaces: [...demo.spaces, { id: empty_space, name: 'Empty' }],
      accounts: [...demo.accounts, account],
    }
    writeFileSync(join(dataDir, 'demo.json'), `${JSON.stringify(added, null, 2)}\n`)
  } finally {
    await pool.end()
  }
}
