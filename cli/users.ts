import { readFileSync } from 'node:fs'
import { hashPassword, weaknessOf } from '../server/access/passwords.ts'
import type { Sql } from '../server/db/sql.ts'
import { isMail } from '../server/fields.ts'
import { findAccount, registerAccount } from '../server/organisation/core/accounts.ts'
import { addMember } from '../server/organisation/core/membership.ts'
import { findRole, lockMembers } from '../server/organisation/core/roles.ts'
import { mailOption } from './acting_user.ts'
import { type Command, CommandError, checkLine, requiredId } from './command.ts'
import { withPool } from './database.ts'

export const userCreate: Command = {
  about: 'Add a user to a space and print their ID. Creates the account if there is none with this address.',
  options: {
    mail: mailOption,
    space: { about: 'Space', required: true, value: 'id' },
    role: { about: 'Name of the role. Default: the role with the fewest permissions' },
    firstname: { about: 'First name' },
    surname: { about: 'Surname' },
    'password-stdin': { about: 'Read the password from standard input', flag: true },
  },
  run: async ({ options, flags }, config) => {
    const { mail = '', role, firstname = '', surname = '' } = options
    if (!isMail(mail) || mail.length > 254) throw new CommandError(`--mail: ${mail} is not an e-mail address.`)
    const group_id = requiredId(options, 'space')
    for (const [name, text] of Object.entries({ firstname, surname })) checkLine(name, text)
    const password_hash = flags.has('password-stdin')
      ? await hashPassword(checked(readFileSync(0, 'utf8').replace(/\r?\n$/, ''), mail))
      : null
    const user = { login_mail: mail, firstname, surname, password_hash }
    const id = await withPool(config, pool =>
      pool.write({ group_id }, sql =>
        addUser(sql, group_id, user, role === undefined ? { type: 'user' } : { name: role }),
      ),
    )
    return String(id)
  },
}

async function addUser(
  sql: Sql,
  group_id: number,
  user: { login_mail: string; firstname: string; surname: string; password_hash: string | null },
  role: { type: 'user' } | { name: string },
) {
  const mail = user.login_mail
  const [space] = await sql<{ locale: string }[]>`select locale from spaces where id = ${group_id}`
  if (!space) throw new CommandError(`There is no space ${group_id}. "muster space list" lists them.`)
  // In the order of an accepted invitation: the members first, then the account.
  await lockMembers(sql, group_id)
  const found = await findRole(sql, group_id, role)
  if (!found) throw new CommandError(`Space ${group_id} has no role named ${'name' in role ? role.name : role.type}.`)
  const known = await findAccount(sql, mail)
  if (known && user.password_hash)
    throw new CommandError(`${mail} already has an account, whose password is not changed. Leave out --password-stdin.`)
  const account = known ?? (await registerAccount(sql, { ...user, locale: space.locale }))
  if (!(await addMember(sql, group_id, account, found.id)))
    throw new CommandError(`${mail} is already a member of space ${group_id}. Their role is not changed.`)
  return account.id
}

function checked(password: string, mail: string) {
  const weakness = weaknessOf(password, [mail])
  if (weakness)
    throw new CommandError(
      `This password is ${weakness.replace('_', ' ')}. It needs 12 to 1024 characters that are hard to guess.`,
    )
  return password
}
