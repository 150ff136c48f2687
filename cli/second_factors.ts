import { recordAccountAudit } from '../server/access/audit.ts'
import { removeSecondFactor } from '../server/access/second_factor.ts'
import { notifyAll } from '../server/db/notifications.ts'
import { queueMail } from '../server/mail/outbox.ts'
import { factorOffMail } from '../server/sign_in/account/mails.ts'
import { findOwner } from '../server/sign_in/account/owner.ts'
import { setActingAccount } from './acting_user.ts'
import { type Command, CommandError, withPool } from './command.ts'

export const userResetSecondFactor: Command = {
  about:
    'Turns off the second factor of somebody who lost both phone and recovery codes. Make sure that it is them; they are told by mail.',
  options: { mail: { about: 'the address the person signs in with', required: true } },
  run: ({ options }, config) =>
    withPool(config, pool =>
      pool.write({}, async sql => {
        const account_id = await setActingAccount(sql, options['mail']!)
        const owner = await findOwner(sql, account_id)
        if (!owner || !(await removeSecondFactor(sql, account_id)))
          throw new CommandError(`${options['mail']} has no second factor.`)
        const deed = { account_id, request_id: 'command line', kind: 'account.second_factor_off', by_owner: false }
        await recordAccountAudit(sql, deed)
        await queueMail(sql, null, factorOffMail(owner, config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`))
        await notifyAll(sql, 'access')
        return `${owner.login_mail} signs in with the password alone from now on.`
      }),
    ),
}
