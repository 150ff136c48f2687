import type { DatabaseFunction } from '../../db/functions.ts'
import { sees_team, sees_user, shows_users, visibility_parameters } from '../core/visibility.ts'
import { team_columns, team_texts } from './columns.ts'

/** Memberships `p` of the listed teams that the caller sees. */
const seen_members = `from team_members p
    where p.group_id = space and p.team_id = any(ids) and (p.leader or p.team_id <> all(hiding))`

/**
 * The teams that the caller sees, of `member` if there is one; the ids of their leaders and of their users; these users, and the roles of the
 * space. A user in many teams is returned once.
 */
export const listTeamsFunction: DatabaseFunction = {
  name: 'list_teams',
  parameters: `member bigint, size integer, skip bigint, ${visibility_parameters}, out teams text, out members text, out users text, out roles text`,
  returns: 'record',
  one_snapshot: true,
  // The plans for the actual values are the same, and planning takes longer than reading the teams of most spaces.
  set: 'plan_cache_mode = force_generic_plan',
  declare: 'ids bigint[]; hiding bigint[];',
  body: `
  select json_agg(array[${team_texts}])::text, array_agg(t.id), coalesce(array_agg(t.id) filter (where not t.shows_users), '{}')
  into teams, ids, hiding
  from (
    select ${team_columns}, ${shows_users} as shows_users
    from teams t
    where t.group_id = space and ${sees_team}
      and (member is null or exists (
        select from team_members p
        join users u on u.group_id = space and u.id = p.user_id and ${sees_user}
        where p.group_id = space and p.team_id = t.id and p.user_id = member and (p.leader or ${shows_users})))
    order by t.name collate "und-x-icu", t.id
    limit size offset skip
  ) t;
  if ids is null then
    return;
  end if;
  select json_agg(array[m.team_id::text, m.leader::text, m.user_ids])::text into members
  from (
    select p.team_id, p.leader, string_agg(p.user_id::text, ',' order by p.position) as user_ids
    ${seen_members}
    group by p.team_id, p.leader
  ) m;
  select json_agg(array[u.id::text, u.firstname, u.surname, case when ${sees_user} then u.mail else '' end, u.avatar,
      case when ${sees_user} then u.phone else '' end, u.role_id::text])::text into users
  from users u
  where u.group_id = space and u.id in (select p.user_id ${seen_members});
  select json_agg(array[r.id::text, r.name, r.color, r.type, r."order"::text])::text into roles
  from roles r
  where r.group_id = space;`,
}
