import { readFileSync } from 'node:fs'
import { hashPassword, weaknessOf } from '../server/access/passwords.ts'
import { isMail } from '../server/fields.ts'
import { findAccount, registerAccount } from '../server/organisation/core/accounts.ts'
import { addMember } from '../server/organisation/core/membership.ts'
import { findRole } from '../server/organisation/core/roles.ts'
import { type Command, CommandError, checkLine, wholeNumber, withPool } from './command.ts'

export const userCreate: Command = {
  about: 'Registers a person, or finds them by their mail, lets them into a space and prints their number.',
  options: {
    mail: { about: 'the address they sign in with', required: true },
    space: { about: 'the number of the space', required: true },
    role: { about: 'the name of their role; the plainest one when left out' },
    firstname: { about: 'first name' },
    surname: { about: 'surname' },
    'password-stdin': { about: 'read the password from standard input', flag: true },
  },
  run: async ({ options, flags }, config) => {
    const { mail = '', role, firstname = '', surname = '' } = options
    if (!isMail(mail) || mail.length > 254) throw new CommandError(`--mail ${mail} is not an e-mail address.`)
    const group_id = wholeNumber(options.space, 'space', { from: 1, to: Number.MAX_SAFE_INTEGER })!
    for (const [name, text] of Object.entries({ firstname, surname })) checkLine(name, text)
    const password_hash = flags.has('password-stdin')
      ? await hashPassword(checked(readFileSync(0, 'utf8').replace(/\r?\n$/, ''), mail))
      : null
    return String(
      await withPool(config, pool =>
        pool.write({ group_id }, async sql => {
          const [space] = await sql<{ locale: string }[]>`select locale from spaces where id = ${group_id}`
          if (!space)
            throw new CommandError(`There is no space ${group_id}. "muster space list" shows those there are.`)
          const found = await findRole(sql, group_id, role === undefined ? { type: 'user' } : { name: role })
          if (!found) throw new CommandError(`Space ${group_id} has no role named ${role}.`)
          const known = await findAccount(sql, mail)
          if (known && password_hash)
            throw new CommandError(`${mail} is registered already and keeps the password they have.`)
          const account =
            known ??
            (await registerAccount(sql, { login_mail: mail, firstname, surname, locale: space.locale, password_hash }))
          if (!(await addMember(sql, group_id, account, found.id)))
            throw new CommandError(`${mail} is already a member of space ${group_id}; they keep the role they have.`)
          return account.id
        }),
      ),
    )
  },
}

function checked(password: string, mail: string) {
  const weakness = weaknessOf(password, [mail])
  if (weakness)
    throw new CommandError(
      `This password is ${weakness.replace('_', ' ')}. It needs 12 to 1024 characters that are hard to guess.`,
    )
  return password
}
