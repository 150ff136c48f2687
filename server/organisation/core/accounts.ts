import { lockName } from '../../db/advisory_lock.ts'
import { asUser, setRlsContext } from '../../db/rls_context.ts'
import { hasSqlstate, onlyRow, type Sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { msg } from '../../messages/message.ts'

// An account is what a person signs in with. It belongs to no space; a user is its membership of one.

export interface Account {
  id: number
  created_at: string
  login_mail: string
  firstname: string
  surname: string
  locale: string
}

export interface NewAccount {
  login_mail: string
  firstname: string
  surname: string
  locale: string
  password_hash: string | null
}

/** Finds the account that signs in with this address. Row-level security shows that account to the transaction from then on. */
export async function findAccount(sql: Sql, mail: string): Promise<Account | undefined> {
  await setRlsContext(sql, { presented: mail })
  const [account] = await sql<Account[]>`
    select id, created_at, login_mail, firstname, surname, locale from accounts where login_key = lower(${mail}) and not service_account`
  return account
}

/** Finds an account by its id. Reads it as its owner, because row-level security shows it to no other user. */
export async function findAccountById(sql: Sql, id: number): Promise<Account | undefined> {
  const [account] = await asUser(
    sql,
    id,
    async () => sql<Account[]>`
      select id, created_at, login_mail, firstname, surname, locale from accounts where id = ${id} and not service_account`,
  )
  return account
}

/** Inserts accounts one at a time: on Citus, two transactions that each insert an account and then a member would wait for each other. */
export const lockAccounts = (sql: Sql) => lockName(sql, 'accounts')

export async function registerAccount(sql: Sql, account: NewAccount): Promise<Account> {
  await lockAccounts(sql)
  await setRlsContext(sql, { presented: account.login_mail })
  try {
    return onlyRow(
      await sql<Account[]>`
        insert into accounts ${sql({ ...account })}
        returning id, created_at, login_mail, firstname, surname, locale`,
    )
  } catch (error) {
    if (hasSqlstate(error, 'unique_violation'))
      throw new ApiError('mail_taken', msg`An account with the address ${account.login_mail} already exists.`)
    throw error
  }
}

/** The transaction must run as the account. */
export async function hasPassword(sql: Sql, account_id: number): Promise<boolean> {
  const rows = await sql`select from accounts where id = ${account_id} and password_hash is not null`
  return rows.length > 0
}

/** Records that the owner has opened a link sent to their sign-in address. Row-level security must already show the account. */
export async function markMailVerified(sql: Sql, account_id: number) {
  await sql`update accounts set mail_verified_at = now() where id = ${account_id} and mail_verified_at is null`
}
