import { chooseFromContacts } from '../field/action_addresses/choice_queries.ts'
import { createAction, setArchived } from '../field/actions/queries.ts'
import { declareVisits } from '../field/declared_visits/queries.ts'
import { page_size_max } from '../fields.ts'
import { listPublicTeams } from '../organisation/teams/queries.ts'
import type { ActionPlan, Street } from './data.ts'
import type { DemoContext } from './demo.ts'
import { type Random, seededRandom } from './random.ts'
import { required } from './required.ts'
import { houseAt } from './street_grid.ts'

/** Half a year of canvassing: past, current and planned actions. */
export async function fillActions(context: DemoContext) {
  const { sql, caller, data } = context
  const [support] = await sql<{ id: number }[]>`
    select id from forms where group_id = ${caller.group_id} and kind = 'level_of_support' order by id limit 1`
  const teams = await listPublicTeams(sql, caller, { limit: page_size_max, offset: 0 })
  for (const [index, plan] of data.actions.plans.entries()) {
    const { name, pitch, goal, start, end, streets, visits, declared, archived, more } = plan
    const taking = plan.teams.map(name =>
      required(
        teams.find(team => team.name === name),
        name,
      ),
    )
    const pick = seededRandom(index + 900)
    const action = await createAction(sql, caller, {
      name,
      pitch,
      goal,
      public: plan.public,
      start: day(start, 0),
      end: day(end, 20),
      Users: taking.slice(0, 1).flatMap(({ leaders }) => leaders.map(({ id }) => ({ id }))),
      Teams: taking.map(({ id }) => ({ id })),
      Forms: support ? [support] : [],
      Addresses: streets.flatMap(street => doorsIn(street, data.country)),
      ...(plan.turfs && { polygon: areaOf(plan.turfs, taking) }),
      ...more,
    })
    if (more) await chooseFromContacts(sql, caller, action.id)
    const people = taking.flatMap(team =>
      [...team.leaders, ...team.users].map(({ id }) => ({ user_id: id, team_id: team.id })),
    )
    await recordVisits(context, action.id, plan, people, visits, pick)
    if (declared)
      await declareVisits(sql, { caller, request_id: 'demo' }, action.id, {
        count: declared,
        date: day(Math.min(end, -1), 20),
        comment: data.actions.declared_comment,
      })
    if (archived) await setArchived(sql, caller, action.id, true)
  }
}

const day_ms = 86_400_000

/** The hour of a day, counted from today. */
function day(days: number, hour: number) {
  const today = Math.floor(Date.now() / day_ms) * day_ms
  return new Date(today + days * day_ms + hour * 3_600_000).toISOString()
}

function doorsIn(line: Street, country: string) {
  const { street, postalcode, citycode, city, houses } = line
  return Array.from({ length: houses }, (_, house) => ({
    ...{ street, postalcode, citycode, city, country, housenumber: house + 1 },
    ...houseAt(line, house + 1),
  }))
}

const areaOf = (turfs: NonNullable<ActionPlan['turfs']>, teams: { id: number; name: string }[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: turfs.map(({ corners, team }) => ({
      type: 'Feature',
      properties: { team_ids: teams.filter(({ name }) => name === team).map(({ id }) => id) },
      geometry: { type: 'Polygon', coordinates: [corners] },
    })),
  })

// The percentage of visits with each result.
const outcomes = [
  ['absent', 43],
  ['talked', 31],
  ['refused', 10],
  ['come_back', 7],
  ['no_access', 6],
  ['leaflet', 2],
  ['moved', 1],
] as const

function outcome(pick: Random) {
  let left = pick.below(100)
  for (const [result, share] of outcomes) if ((left -= share) < 0) return result
  return 'absent'
}

const opened = ['talked', 'refused', 'come_back']

/** Visits in walking order, evening by evening; after the last door they start again at the first. */
async function recordVisits(
  { sql, caller, data }: DemoContext,
  action_id: number,
  { start, end, left }: ActionPlan,
  people: { user_id: number; team_id: number }[],
  count: number,
  pick: Random,
) {
  if (count === 0) return
  const { group_id } = caller
  const doors = await sql<{ id: number; contact_id: number | null }[]>`
    select d.id, min(ac.contact_id) as contact_id
    from action_addresses d
    left join action_contacts ac on ac.group_id = ${group_id} and ac.action_id = ${action_id} and ac.address_id = d.id
    where d.group_id = ${group_id} and d.action_id = ${action_id}
    group by d.id, d.street_key, d.number
    order by d.street_key, d.number, d.id`
  const evenings = Math.min(end, -1) - start + 1
  // In a current action some doors have no visit yet.
  const reached = end > 0 ? doors.length - (left ?? Math.floor(doors.length * 0.3)) : doors.length
  const rows = Array.from({ length: count }, (_, n) => {
    const { user_id, team_id } = pick(people)
    const evening = start + Math.floor((n * evenings) / count)
    const date = new Date(Date.parse(day(evening, 17)) + pick.below(3 * 3600) * 1000).toISOString()
    const result = outcome(pick)
    const door = required(doors[n % reached], 'door')
    return {
      group_id,
      action_id,
      key: `demo ${n + 1}`,
      recorded_by: user_id,
      team_id,
      date,
      result,
      address_id: door.id,
      contact_id: opened.includes(result) ? door.contact_id : null,
      comment: result === 'talked' && pick.below(2) === 0 ? pick(data.actions.remarks) : '',
      answers: '[]',
      created_at: date,
      updated_at: date,
    }
  })
  await sql`insert into visits ${sql(rows)}`
}
