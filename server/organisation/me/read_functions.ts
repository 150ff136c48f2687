import type { DatabaseFunction } from '../../db/functions.ts'
import { page_size_max } from '../../fields.ts'

/** The user who calls, as `userOf` takes it, and the spaces that the user belongs to. */
export const readMeFunction: DatabaseFunction = {
  name: 'read_me',
  returns: `table (id bigint, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, created timestamptz,
  firstname text, surname text, mail text, phone text, address text, city text, postal text, location text, birthdate timestamptz,
  avatar text, locale text, group_id bigint, selected_group_id bigint[], role text, role_id bigint, role_rank integer, role_type text, spaces json)`,
  one_snapshot: true,
  set: 'plan_cache_mode = force_generic_plan',
  body: `
  return query
  select u.id, u.created_at, u.updated_at, u.deleted_at, u.registered_at, u.firstname, u.surname, u.mail, u.phone, u.address, u.city, u.postal,
    u.location, u.birthdate, u.avatar, u.locale, u.group_id,
    array(
      select own.group_id from users own
      where own.id = acting_user and own.selected_position is not null and own.deleted_at is null
      order by own.selected_position),
    r.name, r.id, r."order", r.type,
    (select json_agg(json_build_object('id', m.id, 'name', m.name, 'locale', m.locale, 'time_zone', m.time_zone) order by m.id)
     from (
       select s.id, s.name, s.locale, s.time_zone
       from spaces s
       join users own on own.group_id = s.id
       where own.id = acting_user and own.deleted_at is null
       order by s.id
       limit ${page_size_max}) m)
  from users u
  join roles r on r.group_id = space and r.id = u.role_id
  where u.group_id = space and u.id = acting_user;`,
}
