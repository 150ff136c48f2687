import { chooseFromContacts } from '../field/action_addresses/choice_queries.ts'
import { createAction, setArchived } from '../field/actions/queries.ts'
import { declareVisits } from '../field/declared_visits/queries.ts'
import { page_size_max } from '../fields.ts'
import { listPublicTeams } from '../organisation/teams/queries.ts'
import {
  austerlitz,
  barbusse,
  belfort,
  croixRousse,
  dumenge,
  gambetta,
  jacquard,
  type Street,
  university,
  zola,
} from './canvassed_streets.ts'
import type { DemoContext } from './demo.ts'
import { type Random, seededRandom } from './random.ts'
import { required } from './required.ts'

interface ActionPlan {
  name: string
  pitch: string
  public: boolean
  goal: number
  /** Days from today. */
  start: number
  end: number
  teams: string[]
  streets: Street[]
  visits: number
  /** How many doors of a current action have no visit yet; else three in ten. */
  left?: number
  declared?: number
  archived?: boolean
  more?: object
}

const plans: ActionPlan[] = [
  {
    name: 'Porte-à-porte Croix-Rousse',
    pitch: 'Le quartier change : demandons à chacun ce qui compte pour lui, avant de parler de nous.',
    public: true,
    goal: 250,
    start: -12,
    end: 9,
    teams: ['Croix-Rousse'],
    streets: [belfort, dumenge, austerlitz, croixRousse, jacquard],
    visits: 170,
    left: 80,
    declared: 25,
    more: {
      polygon: JSON.stringify({
        type: 'Polygon',
        coordinates: [
          [
            [4.8285, 45.7745],
            [4.8355, 45.7745],
            [4.8355, 45.7805],
            [4.8285, 45.7805],
            [4.8285, 45.7745],
          ],
        ],
      }),
    },
  },
  {
    name: 'Marché et alentours, Guillotière',
    pitch: 'Autour du marché du samedi, porte à porte dans les deux rues qui y mènent.',
    public: false,
    goal: 220,
    start: -70,
    end: -49,
    teams: ['Guillotière'],
    streets: [gambetta, university],
    visits: 240,
    declared: 60,
  },
  {
    name: 'Tenants’ rounds, Villeurbanne',
    pitch: 'Ask every tenant about repairs and rent. Leave the number of the help line.',
    public: false,
    goal: 200,
    start: -20,
    end: 20,
    teams: ['Villeurbanne'],
    streets: [zola, barbusse],
    visits: 190,
  },
  {
    name: 'Le grand week-end',
    pitch: 'Trois équipes, deux jours, toute la rive droite.',
    public: true,
    goal: 300,
    start: -35,
    end: -34,
    teams: ['Croix-Rousse', 'Guillotière', 'Villeurbanne'],
    streets: [belfort, gambetta, zola, dumenge],
    visits: 260,
    declared: 110,
  },
  {
    name: 'Réadhésion à Villeurbanne',
    pitch: 'Aller voir celles et ceux qui étaient là et qu’on ne voit plus.',
    public: false,
    goal: 40,
    start: 6,
    end: 20,
    teams: ['Villeurbanne'],
    streets: [],
    visits: 0,
    more: { address_included: JSON.stringify(['Villeurbanne']), excluded_nevada: true },
  },
  {
    name: 'Tractage gare de la Part-Dieu',
    pitch: 'Une matinée par semaine, à la sortie du métro.',
    public: true,
    goal: 500,
    start: -120,
    end: -90,
    teams: ['Guillotière'],
    streets: [gambetta],
    visits: 60,
    declared: 420,
    archived: true,
  },
]

/** Half a year of canvassing around Lyon: past, current and planned actions. */
export async function fillActions(context: DemoContext) {
  const { sql, caller } = context
  const [support] = await sql<{ id: number }[]>`
    select id from forms where group_id = ${caller.group_id} and kind = 'level_of_support' order by id limit 1`
  const teams = await listPublicTeams(sql, caller, { limit: page_size_max, offset: 0 })
  for (const [index, plan] of plans.entries()) {
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
      Addresses: streets.flatMap(street => doorsIn(street)),
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
        comment: 'Feuilles de comptage',
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

const doorsIn = ({ from, step, houses, ...street }: Street) =>
  Array.from({ length: houses }, (_, house) => ({
    ...street,
    housenumber: 2 * house + 1,
    country: 'FR',
    latitude: (from[0] + (step[0] * house) / 1e6).toFixed(6),
    longitude: (from[1] + (step[1] * house) / 1e6).toFixed(6),
  }))

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

const remarks = [
  '',
  '',
  '',
  '',
  '',
  'Veut recevoir la lettre.',
  'Rappeler après 19 h.',
  'Ascenseur en panne depuis un mois.',
  'Interested, works nights.',
]

const opened = ['talked', 'refused', 'come_back']

/** Visits in walking order, evening by evening; after the last door they start again at the first. */
async function recordVisits(
  { sql, caller }: DemoContext,
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
      comment: result === 'talked' ? pick(remarks) : '',
      answers: '[]',
      created_at: date,
      updated_at: date,
    }
  })
  await sql`insert into visits ${sql(rows)}`
}
