import assert from 'node:assert/strict'
import { digestOf, newSecret } from '../access/secrets.ts'
import { rowOf } from '../db/sql.ts'
import type { TestApp } from './harness.ts'
import { aUser, type Person, type UserFields } from './people.ts'

// Tokens and sessions of applications, written into the database directly, for tests that are not about signing in.

export interface AccessFields {
  client_id?: string
  scopes?: string[] | null
  /** How long ago the person signed in; by default so that it stays recent for the whole run. */
  signed_in_s?: number
  grant?: string
}

/** The same person, acting through an application that they have signed in with. */
export async function withAccessToken(
  app: TestApp,
  person: Person,
  { client_id = 'muster-console', scopes = null, signed_in_s = -token_s, grant }: AccessFields = {},
): Promise<Person> {
  const token = newSecret('mus_a_')
  const row = {
    digest: digestOf(token),
    kind: 'access',
    user_id: person.id,
    group_id: person.space,
    name: '',
    scopes,
    client_id,
    grant_digest: grant === undefined ? null : digestOf(grant),
    authenticated_at: inSeconds(-signed_in_s),
    expires_at: inSeconds(token_s),
  }
  await app.owner`insert into tokens ${app.owner(row)}`
  return { ...person, token }
}

export const aUserWithAccessToken = async (app: TestApp, space: number, wish?: UserFields) =>
  withAccessToken(app, await aUser(app, space, wish))

/** A token of the service account of an integration. */
export async function aServiceAccountToken(
  app: TestApp,
  integration: { client_id: string; user_id: number; scopes: string[] },
) {
  const { client_id, user_id, scopes } = integration
  const [user] = await app.owner<[{ group_id: number }]>`select group_id from users where id = ${user_id}`
  const token = newSecret('mus_a_')
  const row = {
    digest: digestOf(token),
    kind: 'service_account',
    user_id,
    group_id: user.group_id,
    name: '',
    scopes,
    client_id,
  }
  await app.owner`insert into tokens ${app.owner({ ...row, expires_at: inSeconds(token_s) })}`
  return { token }
}

/** An integration, made over HTTP by this person; by default one with a service account. */
export async function anIntegration(app: TestApp, maker: Person, wish: object = {}) {
  const made = await app.as(maker).post('/v1/integrations', {
    name: 'Website',
    scopes: ['teams:read'],
    ...('redirect_uris' in wish ? {} : { role_id: maker.role_id }),
    ...wish,
  })
  assert.equal(made.status, 200, made.text)
  return made.body.data
}

/** The records of the authorization server for a session with a grant. */
export async function aSession(
  app: TestApp,
  { id, space }: Person,
  { scope = 'openid', client_id = 'muster-console' } = {},
) {
  const [session, grant] = [newSecret('mus_o_'), newSecret('mus_o_')]
  const authorizations = { [client_id]: { sid: 'x', grantId: grant } }
  const shared = { user_id: id, expires_at: inSeconds(token_s), agent: 'Firefox on Linux' }
  const keep = async (kind: string, secret: string, record: object, more: object = {}) => {
    const row = { kind, digest: digestOf(secret), record, ...shared, ...more }
    const [kept] = await app.owner<[{ id: number }]>`insert into oidc_records ${app.owner(rowOf(row))} returning id`
    return kept.id
  }
  const session_id = await keep('Session', session, { authorizations })
  const grant_id = await keep('Grant', grant, { openid: { scope } }, { client_id, group_id: space })
  await keep('RefreshToken', newSecret('mus_r_'), {}, { client_id, grant_digest: digestOf(grant) })
  return { session_id, grant_id, grant }
}

/** Longer than any run: a token made while a file loads must serve its last test, also on a busy machine. */
const token_s = 6 * 3600

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
