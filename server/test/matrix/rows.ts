import type { TestApp } from '../harness.ts'
import type { Person } from '../people.ts'

export const callers = [
  'superadmin',
  'admin',
  'manager',
  'user',
  'custom_role',
  'service_account',
  'missing_permission',
  'narrow_token',
  'other_space',
  'expired',
  'revoked',
  'suspended',
  'no_token',
] as const

export type Caller = (typeof callers)[number]

/** The application, the space and its users, which the requests of the matrix refer to. */
export interface MatrixContext {
  app: TestApp
  space: number
  cast: Record<'superadmin' | 'admin' | 'manager' | 'user', Person>
}

export type Row = {
  /** Sent with the access token of a recent sign-in, where a personal token is not enough. */
  signed_in?: true
  request: (caller: Caller) => Promise<{
    method: string
    path: string
    data?: unknown
    body_extras?: object
    file?: string | Buffer<ArrayBuffer>
  }>
} & Partial<Record<Caller, number>>

/**
 * The expected statuses by operation. Defaults: `no_token`, `expired`, `revoked` and `suspended` get 401; `custom_role`, which has the
 * permissions of a manager, gets the status of `manager`; `service_account`, which has the role of an administrator, that of `admin`;
 * and `missing_permission`, a token with every permission except the one that the operation needs, gets 403.
 */
export type Rows = Record<string, Row>

export const every_role = { superadmin: 200, admin: 200, manager: 200, user: 200 }

export const fromRole = (lowest: 'superadmin' | 'admin' | 'manager') => ({
  superadmin: 200,
  admin: lowest === 'superadmin' ? 403 : 200,
  manager: lowest === 'manager' ? 200 : 403,
  user: 403,
})

export const get = (path: string) => async () => ({ method: 'GET', path })

export const everyCaller = (status: number) =>
  Object.fromEntries(callers.map(caller => [caller, status])) as Record<Caller, number>
