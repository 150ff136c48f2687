import type { TestApp } from './harness.ts'
import type { Person } from './people.ts'

// What stories about field work need: actions, visits and their counts, over HTTP, as a program would.

type Fields = Record<string, unknown>

/** An action, created by this person; answers the whole of it. */
export async function anAction(app: TestApp, who: Person, wish: Fields = {}) {
  const { status, body, text } = await app.as(who).post('/actions', { action: { name: 'Doors', ...wish } })
  if (status !== 200) throw new Error(`no action was made: ${text}`)
  return body.data.Action
}

let keys = 0

export const aKey = () => `key ${++keys}`

/** A visit as it is sent. */
export const visit = (wish: Fields = {}): Fields => ({ key: aKey(), result: 'absent', ...wish })

/** A visit, recorded by this person. */
export async function aVisit(app: TestApp, who: Person, action_id: number, wish: Fields = {}) {
  const { status, body, text } = await app.as(who).post(`/actions/${action_id}/visits`, { visit: visit(wish) })
  if (status !== 200) throw new Error(`no visit was recorded: ${text}`)
  return body.data.visit
}

/** The three counts of an action, as the list tells them. */
export async function countsOf(app: TestApp, who: Person, action_id: number) {
  const { body } = await app.as(who).get('/actions')
  const found = body.data.ActionsAggreg.find(({ Action }: { Action: { id: number } }) => Action.id === action_id)
  const { NbVisites, NbContacts, NbVisitesDeclared } = found
  return [NbVisites, NbContacts, NbVisitesDeclared]
}
