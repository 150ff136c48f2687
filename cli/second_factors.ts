import { recordAccountAudit } from '../server/access/audit.ts'
import { removeSecondFactor } from '../server/access/second_factor.ts'
import type { Config } from '../server/config.ts'
import { notifyAll } from '../server/db/notifications.ts'
import { queueMail } from '../server/mail/outbox.ts'
import { factorOffMail } from '../server/sign_in/account/mails.ts'
import { findOwner } from '../server/sign_in/account/owner.ts'
import { setActingAccount } from './acting_user.ts'
import { CommandError, type ParsedArgs, requiredOption } from './command.ts'
import { withPool } from './database.ts'
import { message, type Output } from './output.ts'
import { publicUrl } from './public_url.ts'

export const resetSecondFactor = ({ options }: ParsedArgs, config: Config): Promise<Output> =>
  withPool(config, pool =>
    pool.write({}, async sql => {
      const mail = requiredOption(options, 'mail')
      const account_id = await setActingAccount(sql, mail)
      const owner = await findOwner(sql, account_id)
      if (!owner || !(await removeSecondFactor(sql, account_id)))
        throw new CommandError(`${mail} has no second factor.`)
      const entry = { account_id, request_id: 'command line', kind: 'account.second_factor_off', by_owner: false }
      await recordAccountAudit(sql, entry)
      await queueMail(sql, null, factorOffMail(owner, publicUrl(config)))
      await notifyAll(sql, 'access')
      return message(`${owner.login_mail} now signs in with the password alone.`, {
        id: account_id,
        mail: owner.login_mail,
        second_factor: false,
      })
    }),
  )
