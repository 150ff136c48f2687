import type { Session } from '../server/db/sql.ts'

/** The rows that were created, with consecutive ids from each first one. Visit n belongs to action first_action + n % actions. */
export interface FilledField {
  first_user: number
  users: number
  first_team: number
  teams: number
  first_action: number
  actions: number
  first_visit: number
  visits: number
}

const first = 30_000_000
const team_size = 8

/** Creates users, teams, and actions with visits to the given contacts. The users have no password. */
export async function fillField(
  owner: Session,
  group_id: number,
  {
    users,
    teams,
    actions,
    visits,
    doors = 500,
  }: Pick<FilledField, 'users' | 'teams' | 'actions' | 'visits'> & { doors?: number },
  people: { first: number; size: number },
): Promise<FilledField> {
  const run = (text: string) => owner.unsafe(text)
  await run('set session_replication_role = replica')
  await run(`
    insert into accounts (id, login_mail, firstname, surname, locale)
    select ${first} + n, 'user' || n || '@bench.example.org', 'First' || n % 300, 'Last' || n, 'en' from generate_series(0, ${users - 1}) n
    on conflict do nothing`)
  await run(`
    insert into users (group_id, id, registered_at, role_id, mail, firstname, surname, phone, city, postal, locale)
    select ${group_id}, ${first} + n, now(), (select id from roles where group_id = ${group_id} and type = 'user'),
      'user' || n || '@bench.example.org', 'First' || n % 300, 'Last' || n, '06 12 34 56 78', 'Lyon', '69001', 'en'
    from generate_series(0, ${users - 1}) n`)
  await run(`
    insert into teams (group_id, id, created_by, name, description, private, hide_users)
    select ${group_id}, ${first} + n, ${first}, 'Team ' || n, 'What this team is for', n % 5 = 0, n % 7 = 0 from generate_series(0, ${teams - 1}) n`)
  await run(`
    insert into team_members (group_id, team_id, user_id, leader, position)
    select ${group_id}, ${first} + n, ${first} + (n * ${team_size} + m) % ${users}, m = 0, m
    from generate_series(0, ${teams - 1}) n, generate_series(0, ${team_size - 1}) m`)
  await run(actionsText(group_id, actions, teams, users))
  await run(`
    insert into action_addresses (group_id, id, action_id, house_number, street, postal_code, city_code, city, state, country, addition, infos,
      building, floor, door, polling_station, latitude, longitude)
    select ${group_id}, ${first} + n * ${doors} + m, ${first} + n, (m % 60 + 1)::text, 'rue ' || m / 60, '69001', '', 'Lyon', '', 'FR', '', '',
      '', '', m::text, '', '45.7' || m, '4.8' || m
    from generate_series(0, ${actions - 1}) n, generate_series(0, ${doors - 1}) m`)
  await run(`
    insert into action_contacts (group_id, action_id, contact_id, address_id)
    select ${group_id}, ${first} + n, ${people.first} + (n * ${doors} + m) % ${people.size}, ${first} + n * ${doors} + m
    from generate_series(0, ${actions - 1}) n, generate_series(0, ${Math.min(doors, people.size) - 1}) m`)
  await run(`
    insert into visits (group_id, id, action_id, key, recorded_by, team_id, date, result, address_id, contact_id, comment, answers)
    select ${group_id}, ${first} + n, ${first} + n % ${actions}, 'key ' || n, ${first} + n % ${users}, ${first} + n % ${teams},
      timestamptz '2026-01-01' + n * interval '20 seconds', (array['absent', 'talked', 'refused', 'come_back', 'moved'])[1 + n % 5],
      ${first} + n % ${actions} * ${doors} + n / ${actions} % ${doors},
      case when n % 5 = 1 then ${people.first} + n % ${people.size} end, '', '[]'
    from generate_series(0, ${visits - 1}) n`)
  for (const [name, count] of Object.entries({
    teams,
    actions,
    action_addresses: actions * doors,
    visits,
    accounts: users,
  }))
    await run(`select setval('${name}_id_seq', greatest(${first + count}, nextval('${name}_id_seq')))`)
  await run('reset session_replication_role')
  return {
    first_user: first,
    users,
    first_team: first,
    teams,
    first_action: first,
    actions,
    first_visit: first,
    visits,
  }
}

const actionsText = (group_id: number, actions: number, teams: number, users: number) => `
  insert into actions (group_id, id, created_by, name, pitch, link, registration_link, reminder_id, goal, goal_forms, start, "end", public, facts, fields,
    gotv_voted_tag, gotv_not_voted_tag, gotv_abstention_tag, aggreg_without_location, polygon, not_polygon, filter, advanced_search,
    polling_station_included, polling_station_excluded, address_included, address_excluded, polling_station_included_missing,
    polling_station_excluded_missing, address_included_missing, address_excluded_missing, excluded_nevada)
  select ${group_id}, ${first} + n, ${first}, 'Action ' || n, 'What to say at the door', '', '', '', 1000, 100, timestamptz '2026-01-01' + n * interval '1 day',
    timestamptz '2026-03-01' + n * interval '1 day', true, '[]', '', '', '', '', false, '', '', '', '', '', '', '', '', false, false, false, false, false
  from generate_series(0, ${actions - 1}) n;
  insert into action_teams (group_id, action_id, team_id, position)
  select ${group_id}, ${first} + n, ${first} + (n + m) % ${teams}, m from generate_series(0, ${actions - 1}) n, generate_series(0, 1) m;
  insert into action_users (group_id, action_id, user_id, position)
  select ${group_id}, ${first} + n, ${first} + (n * 5 + m) % ${users}, m from generate_series(0, ${actions - 1}) n, generate_series(0, 4) m`
