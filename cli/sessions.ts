import { recordAccountAudit } from '../server/access/audit.ts'
import { endOwnApplications, endSession, sessionsOf } from '../server/access/grants.ts'
import { setActingAccount } from './acting_user.ts'
import { type Command, CommandError, wholeNumber, withPool } from './command.ts'

const mail = { about: 'the address the person signs in with', required: true }

export const sessionList: Command = {
  about: 'Lists the browsers in which a person is signed in.',
  options: { mail },
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.read({}, async sql => {
        const sessions = await sessionsOf(sql, await setActingAccount(sql, options['mail']!))
        return sessions
          .map(({ id, updated_at, expires_at, agent }) => `${id}\tused ${updated_at}\tuntil ${expires_at}\t${agent}`)
          .join('\n')
      }),
    ),
}

export const sessionEnd: Command = {
  about: 'Signs a person out of one browser, or of all of them, at once.',
  options: {
    mail,
    id: { about: 'its number in "muster session list"' },
    all: { about: 'every one of them', flag: true },
  },
  run: async ({ options, flags }, config) => {
    const id = wholeNumber(options['id'], 'id', { from: 1, to: Number.MAX_SAFE_INTEGER })
    if ((id === undefined) !== flags.has('all')) throw new CommandError('Say which: --id, or --all.')
    const ended = await withPool(config, pool =>
      pool.write({}, async sql => {
        const account_id = await setActingAccount(sql, options['mail']!)
        const sessions = (await sessionsOf(sql, account_id)).filter(session => id === undefined || session.id === id)
        for (const session of sessions) await endSession(sql, account_id, session)
        const left = id === undefined ? await endOwnApplications(sql, account_id, []) : 0
        const details = { session_ids: sessions.map(({ id }) => id) }
        const deed = { account_id, request_id: 'command line', kind: 'session.ended', details, by_owner: false }
        if (sessions.length > 0 || left > 0) await recordAccountAudit(sql, deed)
        return sessions.length > 0 || left > 0 ? sessions.length : undefined
      }),
    )
    if (ended === undefined) throw new CommandError('There is no such session.')
    if (ended === 0) return 'Nobody was signed in any more; what the console still held was ended.'
    return ended === 1 ? 'The session was ended.' : `${ended} sessions were ended.`
  },
}
