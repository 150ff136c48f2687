import { recordAccountAudit } from '../server/access/audit.ts'
import { endSession, revokeOwnApplications, sessionsOf } from '../server/access/grants.ts'
import { mailOption, setActingAccount } from './acting_user.ts'
import { type Command, CommandError, parseId, requiredOption } from './command.ts'
import { withPool } from './database.ts'

export const sessionList: Command = {
  about: 'List the browsers in which a user is signed in.',
  options: { mail: mailOption },
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.read({}, async sql => {
        const sessions = await sessionsOf(sql, await setActingAccount(sql, requiredOption(options, 'mail')))
        return sessions
          .map(({ id, updated_at, expires_at, agent }) => `${id}\tused ${updated_at}\tuntil ${expires_at}\t${agent}`)
          .join('\n')
      }),
    ),
}

export const sessionEnd: Command = {
  about: 'Sign a user out of one browser, or of all browsers.',
  options: {
    mail: mailOption,
    id: { about: 'ID from "muster session list"' },
    all: { about: 'End all sessions', flag: true },
  },
  run: async ({ options, flags }, config) => {
    const id = parseId(options['id'], 'id')
    if ((id === undefined) !== flags.has('all')) throw new CommandError('Give either --id or --all.')
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
    if (ended === 0) return 'No session was open. The remaining tokens of the console were revoked.'
    return ended === 1 ? '1 session ended.' : `${ended} sessions ended.`
  },
}
