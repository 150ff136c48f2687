import assert from 'node:assert/strict'
import type { TestApp } from './harness.ts'
import type { Person } from './people.ts'

// For tests about searching.

export const condition = ($condition: object) => ({ $condition })

/** A query of one condition. */
export const queryOf = (one: object) => ({ $all: [{ $all: [condition(one)] }] })

export function searchAs(app: TestApp, who: Pick<Person, 'token'>) {
  const searched = async (query: unknown, more: object = {}) => {
    const { status, body, text } = await app.as(who).post('/search', { advanced_search: { query, ...more } })
    assert.equal(status, 200, text)
    return body.data
  }
  /** The surnames that are found. */
  const found = async (query: unknown, more: object = {}): Promise<string[]> => {
    const { contacts, total } = await searched(query, more)
    assert.equal(contacts.length, total)
    return contacts.map(({ surname }: { surname: string }) => surname)
  }
  return { searched, found }
}
