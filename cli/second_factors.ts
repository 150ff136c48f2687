import { recordAccountAudit } from '../server/access/audit.ts'
import { removeSecondFactor } from '../server/access/second_factor.ts'
import { notifyAll } from '../server/db/notifications.ts'
import { queueMail } from '../server/mail/outbox.ts'
import { factorOffMail } from '../server/sign_in/account/mails.ts'
import { findOwner } from '../server/sign_in/account/owner.ts'
import { mailOption, setActingAccount } from './acting_user.ts'
import { type Command, CommandError, requiredOption } from './command.ts'
import { withPool } from './database.ts'

export const userResetSecondFactor: Command = {
  about:
    'Turn off the second factor of a user who lost their phone and recovery codes. Verify their identity first. They are notified by e-mail.',
  options: { mail: mailOption },
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.write({}, async sql => {
        const mail = requiredOption(options, 'mail')
        const account_id = await setActingAccount(sql, mail)
        const owner = await findOwner(sql, account_id)
        if (!owner || !(await removeSecondFactor(sql, account_id)))
          throw new CommandError(`${mail} has no second factor.`)
        const entry = { account_id, request_id: 'command line', kind: 'account.second_factor_off', by_owner: false }
        await recordAccountAudit(sql, entry)
        await queueMail(sql, null, factorOffMail(owner, config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`))
        await notifyAll(sql, 'access')
        return `${owner.login_mail} now signs in with the password alone.`
      }),
    ),
}
