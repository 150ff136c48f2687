import { recordHousekeeping } from '../server/access/audit.ts'
import type { Config } from '../server/config.ts'
import { notifyAll } from '../server/db/notifications.ts'
import { notifySuperadmins } from '../server/organisation/core/identity_providers/mails.ts'
import { CommandError, type ParsedArgs, requiredId } from './command.ts'
import { withPool } from './database.ts'
import { message, type Output } from './output.ts'

/** The way back when the provider that a space requires fails and no superadmin can sign in. */
export function allowPasswords({ options }: ParsedArgs, config: Config): Promise<Output> {
  const group_id = requiredId(options, 'space')
  return withPool(config, pool =>
    pool.write({ group_id }, async sql => {
      const changed = await sql<{ id: number; name: string; domain: string }[]>`
        update identity_providers set required = false, updated_at = now()
        where group_id = ${group_id} and required
        returning id, name, domain`
      if (changed.length === 0) throw new CommandError(`Space ${group_id} does not require an identity provider.`)
      const public_url = config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`
      for (const { id, name, domain } of changed) {
        const [kind, subject] = ['identity_provider.not_required', 'identity_provider']
        await recordHousekeeping(sql, { group_id, kind, subject, subject_id: id, details: { domain } })
        await notifySuperadmins(sql, group_id, { news: 'not_required', name, domain, by: null, public_url })
      }
      await notifyAll(sql, 'access')
      return message(`Members of space ${group_id} can sign in with their password.`, { id: group_id })
    }),
  )
}
