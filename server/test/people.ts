import type { Permission, RoleType } from '../access/permissions.ts'
import { createPersonalToken } from '../access/tokens.ts'
import { createSpace } from '../create_space.ts'
import { Pool } from '../db/pool/pool.ts'
import { findAccount, registerAccount } from '../organisation/core/accounts.ts'
import { addMember } from '../organisation/core/membership.ts'
import { findRole } from '../organisation/core/roles.ts'
import { defined } from './defined.ts'
import { type Answer, eventually, type TestApp } from './harness.ts'

// Creates spaces, users and teams: only those that a test needs.

export interface Person {
  id: number
  token: string
  mail: string
  firstname: string
  surname: string
  space: number
  role_id: number
}

export interface UserFields {
  role?: RoleType | string
  firstname?: string
  surname?: string
  mail?: string
  scopes?: Permission[]
}

let people = 0

export async function aSpace(app: TestApp, name = 'Space', locale = 'en', time_zone?: string): Promise<number> {
  return withAppPool(app, pool => pool.write({}, sql => createSpace(sql, name, locale, time_zone)))
}

/** Creates a user of the space, with a token. An existing account with this mail address joins the space. */
export async function aUser(
  app: TestApp,
  space: number,
  { role = 'user', scopes, ...wish }: UserFields = {},
): Promise<Person> {
  const number = ++people
  const firstname = wish.firstname ?? `First${number}`
  const surname = wish.surname ?? `Last${String(number).padStart(4, '0')}`
  const mail = wish.mail ?? `person${number}@example.org`
  return withAppPool(app, pool =>
    pool.write({ group_id: space }, async sql => {
      const account =
        (await findAccount(sql, mail)) ??
        (await registerAccount(sql, { login_mail: mail, firstname, surname, locale: 'en', password_hash: null }))
      const found = await findRole(sql, space, { name: role })
      if (!found) throw new Error(`space ${space} has no role ${role}`)
      await addMember(sql, space, account, found.id)
      const { secret } = await createPersonalToken(sql, {
        user_id: account.id,
        group_id: space,
        name: 'test',
        scopes: scopes ?? null,
      })
      return { id: account.id, token: secret, mail, firstname, surname, space, role_id: found.id }
    }),
  )
}

/** Creates one user of each of the four initial roles. */
export async function aUserPerRole(app: TestApp, space: number) {
  const [superadmin, admin, manager, user] = [
    await aUser(app, space, { role: 'superadmin' }),
    await aUser(app, space, { role: 'admin' }),
    await aUser(app, space, { role: 'manager' }),
    await aUser(app, space, { role: 'user' }),
  ]
  return { superadmin, admin, manager, user }
}

export async function roleId(app: TestApp, space: number, name: string): Promise<number> {
  const [row] = await app.owner<{ id: number }[]>`select id from roles where group_id = ${space} and name = ${name}`
  return defined(row, `the role ${name}`).id
}

/** Invites this address and returns the path of the page that the mail leads to. */
export async function anInvitation(app: TestApp, inviter: Person, email: string, role_id?: number): Promise<string> {
  const before = mailsTo(app, email).length
  const request = { email, ...(role_id && { role_id }) }
  const { status, text } = await app.as(inviter).post('/users/invitation', { invitations: [request] })
  if (status !== 200) throw new Error(`the invitation of ${email} was refused: ${text}`)
  const mail = await eventually(() => mailsTo(app, email)[before])
  return defined(/\/invitations\/\S+/.exec(mail.text), 'the link of the invitation')[0]
}

export const mailsTo = (app: TestApp, email: string) =>
  app.mails.filter(({ to }) => to.toLowerCase() === email.toLowerCase())

export interface TeamFields {
  name?: string
  private?: boolean
  hide_users?: boolean
  address?: object
  leaders?: Person[]
  users?: Person[]
}

/** A team, created over HTTP by this person. */
export async function aTeam(app: TestApp, creator: Person, { leaders = [], users = [], ...wish }: TeamFields = {}) {
  const team = {
    name: 'Team',
    ...wish,
    leaders: leaders.map(({ id }) => ({ id })),
    users: users.map(({ id }) => ({ id })),
  }
  const { status, body, text } = await app.as(creator).post('/teams', { team })
  if (status !== 200) throw new Error(`no team was made: ${text}`)
  return body.data.team
}

type Refusal = [number, string, ...string[]]

/** A refusal in short: the status, the code and the locations of the errors. Beside it, the refusals that many tests expect. */
export const refusal = Object.assign(
  ({ status, body }: Answer): Refusal => [
    status,
    body.code,
    ...(body.errors ?? []).map(({ location }: { location: string }) => location),
  ],
  {
    unauthenticated: [401, 'unauthenticated'] as Refusal,
    forbidden: [403, 'forbidden'] as Refusal,
    not_found: [404, 'not_found'] as Refusal,
    conflict: [409, 'conflict'] as Refusal,
    at: (...locations: string[]): Refusal => [422, 'invalid_request', ...locations],
  },
)

/** The refusal of a request that is not valid at these places. */
export const invalidAt = (...places: string[]): [number, string, ...string[]] => [422, 'invalid_request', ...places]

/** Runs work in the database with the role of the application. Sessions are reused. */
export async function withAppPool<T>(app: TestApp, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = app.idle_pools.pop() ?? new Pool({ url: app.database_url, role: 'muster_app', connections: 1 })
  try {
    return await work(pool)
  } finally {
    app.idle_pools.push(pool)
  }
}
