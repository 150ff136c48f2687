import type { TestApp } from '../harness.ts'
import type { Person } from '../people.ts'

export const whos = [
  'superadmin',
  'admin',
  'manager',
  'user',
  'custom',
  'program',
  'lacking',
  'narrow',
  'stranger',
  'expired',
  'revoked',
  'suspended',
  'nobody',
] as const

export type Who = (typeof whos)[number]

/** Where the rows of the matrix play. */
export interface World {
  app: TestApp
  space: number
  cast: Record<'superadmin' | 'admin' | 'manager' | 'user', Person>
}

export type Row = {
  /** Asked through an application that the person has just signed in with, where a token made for a script is not enough. */
  signed_in?: true
  ask: (who: Who) => Promise<{ method: string; path: string; data?: unknown; beside?: object; file?: string }>
} & Partial<Record<Who, number>>

/**
 * By operation. Expected statuses. Where a line does not say otherwise: nobody, expired, revoked and suspended are 401; a custom role that
 * lists what a manager may do gets what a manager gets, a program with the role of an administrator what an administrator gets; and an
 * application that was allowed everything but the permission that the operation needs is refused that.
 */
export type Rows = Record<string, Row>

export const everyone = { superadmin: 200, admin: 200, manager: 200, user: 200 }

export const from = (lowest: 'superadmin' | 'admin' | 'manager') => ({
  superadmin: 200,
  admin: lowest === 'superadmin' ? 403 : 200,
  manager: lowest === 'manager' ? 200 : 403,
  user: 403,
})

export const get = (path: string) => async () => ({ method: 'GET', path })

export const all = (status: number) => Object.fromEntries(whos.map(who => [who, status])) as Record<Who, number>
