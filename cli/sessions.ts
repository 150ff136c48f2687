import { recordAccountAudit } from '../server/access/audit.ts'
import { endSession, revokeOwnApplications, sessionsOf } from '../server/access/grants.ts'
import type { Config } from '../server/config.ts'
import { setActingAccount } from './acting_user.ts'
import { CommandError, type ParsedArgs, parseId, requiredOption, UsageError } from './command.ts'
import { withPool } from './database.ts'
import { list, message, type Output } from './output.ts'

export const listSessions = ({ options }: ParsedArgs, config: Config): Promise<Output> =>
  withPool(config, pool =>
    pool.read({}, async sql => {
      const sessions = await sessionsOf(sql, await setActingAccount(sql, requiredOption(options, 'mail')))
      const rows = sessions.map(({ id, updated_at, expires_at, agent }) => ({ id, updated_at, expires_at, agent }))
      return list(
        rows,
        ({ id, updated_at, expires_at, agent }) => ({ id, used: updated_at, until: expires_at, browser: agent }),
        {
          line: ({ id, updated_at, expires_at, agent }) => [id, `used ${updated_at}`, `until ${expires_at}`, agent],
          none: `${options['mail']} is signed in nowhere.`,
        },
      )
    }),
  )

export async function endSessions({ options, flags }: ParsedArgs, config: Config): Promise<Output> {
  const id = parseId(options['id'], 'id')
  if ((id === undefined) !== flags.has('all')) throw new UsageError('Give either --id or --all.')
  const ended = await withPool(config, pool =>
    pool.writeReachableSpaces({}, async (sql, isReachable) => {
      const account_id = await setActingAccount(sql, requiredOption(options, 'mail'))
      const sessions = (await sessionsOf(sql, account_id)).filter(session => id === undefined || session.id === id)
      for (const session of sessions) await endSession(sql, account_id, session)
      const grants = id === undefined ? await revokeOwnApplications(sql, account_id, []) : 0
      if (sessions.length === 0 && grants === 0) return undefined
      const details = { session_ids: sessions.map(({ id }) => id) }
      const entry = { account_id, request_id: 'command line', kind: 'session.ended', details, by_owner: false }
      await recordAccountAudit(sql, entry, isReachable)
      return sessions.length
    }),
  )
  if (ended === undefined) throw new CommandError('There is no such session.')
  return message(endedText(ended), { sessions_ended: ended })
}

function endedText(ended: number) {
  if (ended === 0) return 'No session was open. The remaining tokens of the console were revoked.'
  return ended === 1 ? '1 session ended.' : `${ended} sessions ended.`
}
