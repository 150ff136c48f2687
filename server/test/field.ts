import { aForm } from './contacts.ts'
import type { TestApp } from './harness.ts'
import { aTeam, type Person } from './people.ts'

// Creates actions and visits over HTTP, for tests about field work.

type Fields = Record<string, unknown>

/** Creates an action as this person and returns it. */
export async function anAction(app: TestApp, who: Person, wish: Fields = {}) {
  const { status, body, text } = await app.as(who).post('/actions', { action: { name: 'Doors', ...wish } })
  if (status !== 200) throw new Error(`no action was made: ${text}`)
  return body.data.Action
}

/** A rectangle on the map, as an action keeps it. */
export const box = (west: number, south: number, east: number, north: number) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  })

/** Creates an action with every field filled. */
export async function aFullAction(
  app: TestApp,
  { admin, manager, user }: Record<'admin' | 'manager' | 'user', Person>,
) {
  const [form, team] = [await aForm(app, admin), await aTeam(app, manager, { users: [user] })]
  return anAction(app, manager, {
    name: 'Full',
    pitch: 'Why',
    link: 'https://example.org',
    goal: 120,
    goal_forms: 30,
    start: '2026-05-01T10:00:00+02:00',
    end: '2026-05-20',
    reminder_id: 'r-1',
    gotv_voted_tag: 'voted',
    gotv_not_voted_tag: 'not voted',
    gotv_abstention_tag: 'abstention',
    public: true,
    registration_link: 'https://example.org/join',
    aggreg_without_location: true,
    fields: 'phone,mail',
    polygon: box(4, 45, 5, 46),
    not_polygon: box(4, 45, 5, 46),
    polling_station_included: '["0101"]',
    polling_station_excluded: '[102]',
    address_included: '["rue de Belfort"]',
    address_excluded: '[7]',
    polling_station_included_missing: true,
    polling_station_excluded_missing: true,
    address_included_missing: true,
    address_excluded_missing: true,
    excluded_nevada: true,
    facts: [{ title: 'Rents', rise: 1.5 }],
    Users: [{ id: admin.id }],
    Teams: [{ id: team.id }],
    Forms: [{ id: form.id }],
    Addresses: [
      {
        housenumber: '12 bis',
        street: 'rue de Belfort',
        postalcode: '01000',
        citycode: '2A004',
        floor: 3,
        city: 'Lyon',
        latitude: '45.77',
        longitude: '4.83',
      },
    ],
  })
}

let keys = 0

export const aVisitKey = () => `key ${++keys}`

/** A visit as it is sent. */
export const visit = (wish: Fields = {}): Fields => ({ key: aVisitKey(), result: 'absent', ...wish })

/** Records a visit as this person. */
export async function aVisit(app: TestApp, who: Person, action_id: number, wish: Fields = {}) {
  const { status, body, text } = await app.as(who).post(`/actions/${action_id}/visits`, { visit: visit(wish) })
  if (status !== 200) throw new Error(`no visit was recorded: ${text}`)
  return body.data.visit
}

/** The three counts of an action, as in the list of actions. */
export async function actionCounts(app: TestApp, who: Person, action_id: number) {
  const { body } = await app.as(who).get('/actions')
  const found = body.data.ActionsAggreg.find(({ Action }: { Action: { id: number } }) => Action.id === action_id)
  const { NbVisites, NbContacts, NbVisitesDeclared } = found
  return [NbVisites, NbContacts, NbVisitesDeclared]
}
