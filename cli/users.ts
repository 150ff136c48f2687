import { readFileSync } from 'node:fs'
import { recordAccountAudit } from '../server/access/audit.ts'
import { hashPassword, weaknessOf } from '../server/access/passwords.ts'
import type { Config } from '../server/config.ts'
import { setRlsContext } from '../server/db/rls_context.ts'
import type { Sql } from '../server/db/sql.ts'
import { isMail } from '../server/fields.ts'
import { findAccount, hasPassword, registerAccount } from '../server/organisation/core/accounts.ts'
import { addMember } from '../server/organisation/core/membership.ts'
import { findRole, lockMembers, roleNames } from '../server/organisation/core/roles.ts'
import { createLink, minutes } from '../server/sign_in/account/links.ts'
import { setActingAccount } from './acting_user.ts'
import { CommandError, checkLine, type ParsedArgs, requiredId, requiredOption, UsageError } from './command.ts'
import { withPool } from './database.ts'
import { muster } from './environment.ts'
import { message, type Output } from './output.ts'
import { publicUrl } from './public_url.ts'

export async function createUser({ options, flags }: ParsedArgs, config: Config): Promise<Output> {
  const { mail = '', role, firstname = '', surname = '' } = options
  if (!isMail(mail) || mail.length > 254) throw new UsageError(`--mail: ${mail} is not an e-mail address.`)
  const group_id = requiredId(options, 'space')
  for (const [name, text] of Object.entries({ firstname, surname })) checkLine(name, text)
  const password_hash = flags.has('password-stdin')
    ? await hashPassword(checked(readFileSync(0, 'utf8').replace(/\r?\n$/, ''), mail))
    : null
  const user = { login_mail: mail, firstname, surname, password_hash }
  const { id, secret } = await withPool(config, pool =>
    pool.write({ group_id }, async sql => {
      const id = await addUser(sql, group_id, user, role === undefined ? { type: 'user' } : { name: role })
      return { id, secret: await linkForFirstPassword(sql, id) }
    }),
  )
  const password_link = secret === undefined ? null : linkTo(config, secret)
  const text = password_link === null ? String(id) : `${id}\n${linkText(mail, password_link)}`
  return message(text, { id, mail, group_id, password_link })
}

async function addUser(
  sql: Sql,
  group_id: number,
  user: { login_mail: string; firstname: string; surname: string; password_hash: string | null },
  role: { type: 'user' } | { name: string },
) {
  const mail = user.login_mail
  const [space] = await sql<{ locale: string }[]>`select locale from spaces where id = ${group_id}`
  if (!space) throw new CommandError(`There is no space ${group_id}. "${muster} space list" lists them.`)
  // In the order of an accepted invitation: the members first, then the account.
  await lockMembers(sql, group_id)
  const found = await findRole(sql, group_id, role)
  if (!found) throw await noRole(sql, group_id, 'name' in role ? role.name : role.type)
  const known = await findAccount(sql, mail)
  if (known && user.password_hash)
    throw new CommandError(`${mail} already has an account, whose password is not changed. Leave out --password-stdin.`)
  const account = known ?? (await registerAccount(sql, { ...user, locale: space.locale }))
  if (!(await addMember(sql, group_id, account, found.id)))
    throw new CommandError(`${mail} is already a member of space ${group_id}. Their role is not changed.`)
  return account.id
}

async function noRole(sql: Sql, group_id: number, name: string) {
  const names = await roleNames(sql, group_id)
  return new CommandError(`Space ${group_id} has no role named ${name}. Its roles: ${names.join(', ')}.`)
}

/** A link for a user who cannot sign in without one; undefined if the account has a password. */
async function linkForFirstPassword(sql: Sql, account_id: number) {
  await setRlsContext(sql, { user_id: account_id })
  return (await hasPassword(sql, account_id)) ? undefined : createPrintedLink(sql, account_id)
}

export async function printPasswordLink({ options }: ParsedArgs, config: Config): Promise<Output> {
  const mail = requiredOption(options, 'mail')
  const { id, secret } = await withPool(config, pool =>
    pool.write({}, async sql => {
      const id = await setActingAccount(sql, mail)
      return { id, secret: await createPrintedLink(sql, id) }
    }),
  )
  const password_link = linkTo(config, secret)
  return message(linkText(mail, password_link), { id, mail, password_link })
}

async function createPrintedLink(sql: Sql, account_id: number) {
  const secret = await createLink(sql, account_id, 'password', { by_mail: false })
  const entry = { account_id, request_id: 'command line', kind: 'account.password_link_printed', by_owner: false }
  await recordAccountAudit(sql, entry)
  return secret
}

const linkTo = (config: Config, secret: string) => `${publicUrl(config)}/password/${secret}`

const linkText = (mail: string, link: string) =>
  `${mail} chooses a password at this link. It works once, for ${minutes.password} minutes:\n${link}`

function checked(password: string, mail: string) {
  const weakness = weaknessOf(password, [mail])
  if (weakness)
    throw new CommandError(
      `This password is ${weakness.replace('_', ' ')}. It needs 12 to 1024 characters that are hard to guess.`,
    )
  return password
}
