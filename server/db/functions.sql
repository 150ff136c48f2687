-- Generated from server/functions.ts by `npm run generate`.

create or replace function enter(space bigint, acting_user bigint) returns boolean language plpgsql as $$
begin
  if current_user <> 'muster_app' then
    raise exception 'The session has the role % instead of muster_app.', current_user using errcode = 'MU001';
  end if;
  execute 'set local app.group_id = ' || space;
  execute 'set local app.user_id = ' || acting_user;
  return true;
end
$$;
revoke execute on function enter(bigint, bigint) from public;
grant execute on function enter(bigint, bigint) to muster_app;

create or replace function read_contacts(space bigint, acting_user bigint, ids bigint[], sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  sees_all_forms boolean, acting_role bigint, sees_deleted boolean, out contacts text, out answers text, out tags text, out actions text)
returns record language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
begin
  select json_agg(array[c.id::text, c.group_id::text, c.created_at::text, c.updated_at::text, c.changed_by::text, c.membership_code, coalesce(c.membership_number, 0)::text, (c.restricted_at is not null)::text, c.address_id::text, case when c.latitude <> '' and c.longitude <> '' then c.latitude || ',' || c.longitude else '' end, c.external_id, c.firstname, c.surname, c.married_name, c.gender, c.birthdate::text, c.age_category::text, c.birth_city, c.birth_country, c.birth_dept, c.nationality, c.mail, c.mobile, c.mobile_invalid::text, c.phone, c.phone_invalid::text, c.black_list::text, c.nationbuilderid::text, c.house_number, c.street, c.addition, c.building, c.building_type, c.floor, c.door, c.infos, c.postal_code, c.city_code, c.city, c.county, c.state, c.country, c.polling_station, c.latitude, c.longitude, c.score::text])::text into contacts
  from contacts c
  where c.group_id = space and c.id = any(ids) and (sees_deleted or c.deleted_at is null)
    and (sees_restricted or c.restricted_at is null);
  if sees_sensitive then
    select json_agg(array[a.contact_id::text, a.custom::text, a.id::text, a.group_id::text, a.created_at::text, a.updated_at::text, a.data,
      a.form_id::text, a.form_ref_id::text, a.date::text, a.survey_id::text, a.source, a.form_version::text] order by a.id)::text into answers
    from contact_answers a
    where a.group_id = space and a.contact_id = any(ids) and (sees_all_forms or a.form_id <> all(array(
      select f.id from forms f
      where f.group_id = space and f.visible_roles is not null and not f.visible_roles @> array[acting_role]
        and not f.visible_teams && array(
          select m.team_id from team_members m
          join teams t on t.group_id = space and t.id = m.team_id and t.deleted_at is null
          where m.group_id = space and m.user_id = acting_user))));
    select json_agg(array[ct.contact_id::text, t.id::text, t.name] order by t.name, t.id)::text into tags
    from contact_tags ct
    join tags t on t.group_id = space and t.id = ct.tag_id
    where ct.group_id = space and ct.contact_id = any(ids);
  end if;
  if sees_all_actions then
    select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
    from action_contacts ac
    where ac.group_id = space and ac.contact_id = any(ids) and true;
  else
    select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
    from action_contacts ac
    where ac.group_id = space and ac.contact_id = any(ids) and exists (
      select from actions a where a.group_id = space and a.id = ac.action_id and (a.public or (sees_created_actions and a.created_by = acting_user)
        or exists (select from action_users own where own.group_id = space and own.action_id = a.id and own.user_id = acting_user)
        or exists (
          select from action_teams at
          join teams t on t.group_id = space and t.id = at.team_id and t.deleted_at is null
          join team_members p on p.group_id = space and p.team_id = at.team_id and p.user_id = acting_user
          where at.group_id = space and at.action_id = a.id)));
  end if;
end
$$;
revoke execute on function read_contacts(space bigint, acting_user bigint, ids bigint[], sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  sees_all_forms boolean, acting_role bigint, sees_deleted boolean, out contacts text, out answers text, out tags text, out actions text) from public;
grant execute on function read_contacts(space bigint, acting_user bigint, ids bigint[], sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  sees_all_forms boolean, acting_role bigint, sees_deleted boolean, out contacts text, out answers text, out tags text, out actions text) to muster_app;

create or replace function read_contact(space bigint, acting_user bigint, contact bigint, sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  sees_all_forms boolean, acting_role bigint, token bigint, request_id text, out contacts text, out answers text, out tags text, out actions text)
returns record language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
  ids bigint[] := array[contact]; sees_deleted boolean := false;
begin
  select json_agg(array[c.id::text, c.group_id::text, c.created_at::text, c.updated_at::text, c.changed_by::text, c.membership_code, coalesce(c.membership_number, 0)::text, (c.restricted_at is not null)::text, c.address_id::text, case when c.latitude <> '' and c.longitude <> '' then c.latitude || ',' || c.longitude else '' end, c.external_id, c.firstname, c.surname, c.married_name, c.gender, c.birthdate::text, c.age_category::text, c.birth_city, c.birth_country, c.birth_dept, c.nationality, c.mail, c.mobile, c.mobile_invalid::text, c.phone, c.phone_invalid::text, c.black_list::text, c.nationbuilderid::text, c.house_number, c.street, c.addition, c.building, c.building_type, c.floor, c.door, c.infos, c.postal_code, c.city_code, c.city, c.county, c.state, c.country, c.polling_station, c.latitude, c.longitude, c.score::text])::text into contacts
  from contacts c
  where c.group_id = space and c.id = any(ids) and (sees_deleted or c.deleted_at is null)
    and (sees_restricted or c.restricted_at is null);
  if sees_sensitive then
    select json_agg(array[a.contact_id::text, a.custom::text, a.id::text, a.group_id::text, a.created_at::text, a.updated_at::text, a.data,
      a.form_id::text, a.form_ref_id::text, a.date::text, a.survey_id::text, a.source, a.form_version::text] order by a.id)::text into answers
    from contact_answers a
    where a.group_id = space and a.contact_id = any(ids) and (sees_all_forms or a.form_id <> all(array(
      select f.id from forms f
      where f.group_id = space and f.visible_roles is not null and not f.visible_roles @> array[acting_role]
        and not f.visible_teams && array(
          select m.team_id from team_members m
          join teams t on t.group_id = space and t.id = m.team_id and t.deleted_at is null
          where m.group_id = space and m.user_id = acting_user))));
    select json_agg(array[ct.contact_id::text, t.id::text, t.name] order by t.name, t.id)::text into tags
    from contact_tags ct
    join tags t on t.group_id = space and t.id = ct.tag_id
    where ct.group_id = space and ct.contact_id = any(ids);
  end if;
  if sees_all_actions then
    select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
    from action_contacts ac
    where ac.group_id = space and ac.contact_id = any(ids) and true;
  else
    select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
    from action_contacts ac
    where ac.group_id = space and ac.contact_id = any(ids) and exists (
      select from actions a where a.group_id = space and a.id = ac.action_id and (a.public or (sees_created_actions and a.created_by = acting_user)
        or exists (select from action_users own where own.group_id = space and own.action_id = a.id and own.user_id = acting_user)
        or exists (
          select from action_teams at
          join teams t on t.group_id = space and t.id = at.team_id and t.deleted_at is null
          join team_members p on p.group_id = space and p.team_id = at.team_id and p.user_id = acting_user
          where at.group_id = space and at.action_id = a.id)));
  end if;
  if sees_sensitive and contacts is not null then
    set local synchronous_commit = off;
    insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
    values (space, acting_user, token, request_id, 'contact.read', 'contact', contact, '{}');
  end if;
end
$$;
revoke execute on function read_contact(space bigint, acting_user bigint, contact bigint, sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  sees_all_forms boolean, acting_role bigint, token bigint, request_id text, out contacts text, out answers text, out tags text, out actions text) from public;
grant execute on function read_contact(space bigint, acting_user bigint, contact bigint, sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  sees_all_forms boolean, acting_role bigint, token bigint, request_id text, out contacts text, out answers text, out tags text, out actions text) to muster_app;

create or replace function list_contacts(space bigint, acting_user bigint, by_name boolean, after_surname text, after_firstname text, after_id bigint, size integer, skip bigint, sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  sees_all_forms boolean, acting_role bigint,
  token bigint, request_id text, out ids bigint[], out total bigint, out last_surname text, out last_firstname text, out contacts text, out answers text, out tags text, out actions text)
returns record language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
  sees_deleted constant boolean := false;
begin
  if by_name then
    ids := array(
      select c.id from contacts c
      where c.group_id = space and c.deleted_at is null and (sees_restricted or c.restricted_at is null) and (c.surname_key, c.firstname_key, c.id) > (after_surname, after_firstname, after_id)
      order by c.surname_key, c.firstname_key, c.id
      limit size offset skip);
    select c.surname_key, c.firstname_key into last_surname, last_firstname
    from contacts c where c.group_id = space and c.id = ids[cardinality(ids)];
  else
    ids := array(
      select c.id from contacts c
      where c.group_id = space and c.deleted_at is null and (sees_restricted or c.restricted_at is null) and c.id < after_id
      order by c.id desc
      limit size offset skip);
  end if;
  total := (select coalesce(sum(delta), 0)::bigint from counters where group_id = space and name = 'contacts');
  if not sees_restricted then
    total := total - (
      select count(*) from contacts c
      where c.group_id = space and c.restricted_at is not null and c.deleted_at is null and c.erased_at is null);
  end if;
  select json_agg(array[c.id::text, c.group_id::text, c.created_at::text, c.updated_at::text, c.changed_by::text, c.membership_code, coalesce(c.membership_number, 0)::text, (c.restricted_at is not null)::text, c.address_id::text, case when c.latitude <> '' and c.longitude <> '' then c.latitude || ',' || c.longitude else '' end, c.external_id, c.firstname, c.surname, c.married_name, c.gender, c.birthdate::text, c.age_category::text, c.birth_city, c.birth_country, c.birth_dept, c.nationality, c.mail, c.mobile, c.mobile_invalid::text, c.phone, c.phone_invalid::text, c.black_list::text, c.nationbuilderid::text, c.house_number, c.street, c.addition, c.building, c.building_type, c.floor, c.door, c.infos, c.postal_code, c.city_code, c.city, c.county, c.state, c.country, c.polling_station, c.latitude, c.longitude, c.score::text])::text into contacts
  from contacts c
  where c.group_id = space and c.id = any(ids) and (sees_deleted or c.deleted_at is null)
    and (sees_restricted or c.restricted_at is null);
  if sees_sensitive then
    select json_agg(array[a.contact_id::text, a.custom::text, a.id::text, a.group_id::text, a.created_at::text, a.updated_at::text, a.data,
      a.form_id::text, a.form_ref_id::text, a.date::text, a.survey_id::text, a.source, a.form_version::text] order by a.id)::text into answers
    from contact_answers a
    where a.group_id = space and a.contact_id = any(ids) and (sees_all_forms or a.form_id <> all(array(
      select f.id from forms f
      where f.group_id = space and f.visible_roles is not null and not f.visible_roles @> array[acting_role]
        and not f.visible_teams && array(
          select m.team_id from team_members m
          join teams t on t.group_id = space and t.id = m.team_id and t.deleted_at is null
          where m.group_id = space and m.user_id = acting_user))));
    select json_agg(array[ct.contact_id::text, t.id::text, t.name] order by t.name, t.id)::text into tags
    from contact_tags ct
    join tags t on t.group_id = space and t.id = ct.tag_id
    where ct.group_id = space and ct.contact_id = any(ids);
  end if;
  if sees_all_actions then
    select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
    from action_contacts ac
    where ac.group_id = space and ac.contact_id = any(ids) and true;
  else
    select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
    from action_contacts ac
    where ac.group_id = space and ac.contact_id = any(ids) and exists (
      select from actions a where a.group_id = space and a.id = ac.action_id and (a.public or (sees_created_actions and a.created_by = acting_user)
        or exists (select from action_users own where own.group_id = space and own.action_id = a.id and own.user_id = acting_user)
        or exists (
          select from action_teams at
          join teams t on t.group_id = space and t.id = at.team_id and t.deleted_at is null
          join team_members p on p.group_id = space and p.team_id = at.team_id and p.user_id = acting_user
          where at.group_id = space and at.action_id = a.id)));
  end if;
  if sees_sensitive then
    set local synchronous_commit = off;
    insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
    values (space, acting_user, token, request_id, 'contacts.listed', 'contacts', null, json_build_object('count', cardinality(ids)));
  end if;
end
$$;
revoke execute on function list_contacts(space bigint, acting_user bigint, by_name boolean, after_surname text, after_firstname text, after_id bigint, size integer, skip bigint, sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  sees_all_forms boolean, acting_role bigint,
  token bigint, request_id text, out ids bigint[], out total bigint, out last_surname text, out last_firstname text, out contacts text, out answers text, out tags text, out actions text) from public;
grant execute on function list_contacts(space bigint, acting_user bigint, by_name boolean, after_surname text, after_firstname text, after_id bigint, size integer, skip bigint, sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  sees_all_forms boolean, acting_role bigint,
  token bigint, request_id text, out ids bigint[], out total bigint, out last_surname text, out last_firstname text, out contacts text, out answers text, out tags text, out actions text) to muster_app;

create or replace function list_teams(space bigint, acting_user bigint, member bigint, size integer, skip bigint, reads_users boolean, manages_teams boolean, out teams text, out members text, out users text, out roles text)
returns record language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
  ids bigint[]; hiding bigint[];
begin
  select json_agg(array[t.id::text, t.created_at::text, t.updated_at::text, t.name, t.description, t.private::text, t.hide_users::text, t.created_by::text, t.address::text])::text, array_agg(t.id), coalesce(array_agg(t.id) filter (where not t.shows_users), '{}')
  into teams, ids, hiding
  from (
    select t.id, t.created_at, t.updated_at, t.name, t.description, t.private, t.hide_users, t.created_by, t.address, (not t.hide_users or (manages_teams or t.created_by = acting_user or exists (
      select from team_members own where own.group_id = space and own.team_id = t.id and own.user_id = acting_user))) as shows_users
    from teams t
    where t.group_id = space and t.deleted_at is null and (not t.private or (manages_teams or t.created_by = acting_user or exists (
      select from team_members own where own.group_id = space and own.team_id = t.id and own.user_id = acting_user)))
      and (member is null or exists (
        select from team_members p
        join users u on u.group_id = space and u.id = p.user_id and (reads_users or u.id = acting_user or exists (
      select from team_members mine
      join team_members theirs on theirs.group_id = space and theirs.team_id = mine.team_id
      join teams shared on shared.group_id = space and shared.id = mine.team_id and shared.deleted_at is null
      where mine.group_id = space and mine.user_id = acting_user and theirs.user_id = u.id))
        where p.group_id = space and p.team_id = t.id and p.user_id = member and (p.leader or (not t.hide_users or (manages_teams or t.created_by = acting_user or exists (
      select from team_members own where own.group_id = space and own.team_id = t.id and own.user_id = acting_user))))))
    order by t.name collate "und-x-icu", t.id
    limit size offset skip
  ) t;
  if ids is null then
    return;
  end if;
  select json_agg(array[m.team_id::text, m.leader::text, m.user_ids])::text into members
  from (
    select p.team_id, p.leader, string_agg(p.user_id::text, ',' order by p.position) as user_ids
    from team_members p
    where p.group_id = space and p.team_id = any(ids) and (p.leader or p.team_id <> all(hiding))
    group by p.team_id, p.leader
  ) m;
  select json_agg(array[u.id::text, u.firstname, u.surname, case when (reads_users or u.id = acting_user or exists (
      select from team_members mine
      join team_members theirs on theirs.group_id = space and theirs.team_id = mine.team_id
      join teams shared on shared.group_id = space and shared.id = mine.team_id and shared.deleted_at is null
      where mine.group_id = space and mine.user_id = acting_user and theirs.user_id = u.id)) then u.mail else '' end, u.avatar,
      case when (reads_users or u.id = acting_user or exists (
      select from team_members mine
      join team_members theirs on theirs.group_id = space and theirs.team_id = mine.team_id
      join teams shared on shared.group_id = space and shared.id = mine.team_id and shared.deleted_at is null
      where mine.group_id = space and mine.user_id = acting_user and theirs.user_id = u.id)) then u.phone else '' end, u.role_id::text])::text into users
  from users u
  where u.group_id = space and u.id in (select p.user_id from team_members p
    where p.group_id = space and p.team_id = any(ids) and (p.leader or p.team_id <> all(hiding)));
  select json_agg(array[r.id::text, r.name, r.color, r.type, r."order"::text])::text into roles
  from roles r
  where r.group_id = space;
end
$$;
revoke execute on function list_teams(space bigint, acting_user bigint, member bigint, size integer, skip bigint, reads_users boolean, manages_teams boolean, out teams text, out members text, out users text, out roles text) from public;
grant execute on function list_teams(space bigint, acting_user bigint, member bigint, size integer, skip bigint, reads_users boolean, manages_teams boolean, out teams text, out members text, out users text, out roles text) to muster_app;

create or replace function read_bundle(space bigint, acting_user bigint, bundle bigint, sees_restricted boolean, out document text, out hidden bigint[])
returns record language plpgsql stable as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
begin
  select b.document into document
  from transaction_bundles b
  where b.group_id = space and b.id = bundle and b.deleted_at is null;
  if not sees_restricted then
    hidden := case
      when exists (select from contacts r where r.group_id = space and r.restricted_at is not null and r.deleted_at is null) then array(
        select c.id from contacts c
        where c.group_id = space and c.restricted_at is not null and c.deleted_at is null
          and c.id = any(array(select found[1]::bigint from regexp_matches(document, '"contact\D+(\d{1,15})', 'g') found)))
    end;
  end if;
end
$$;
revoke execute on function read_bundle(space bigint, acting_user bigint, bundle bigint, sees_restricted boolean, out document text, out hidden bigint[]) from public;
grant execute on function read_bundle(space bigint, acting_user bigint, bundle bigint, sees_restricted boolean, out document text, out hidden bigint[]) to muster_app;

create or replace function read_bundle_page(space bigint, acting_user bigint, before bigint, size integer, document_bytes_max integer, sees_restricted boolean)
returns table (total bigint, count bigint, last_id bigint, stamp text, documents text) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
begin
  if not sees_restricted and exists (select from contacts r where r.group_id = space and r.restricted_at is not null and r.deleted_at is null) then
    return;
  end if;
  return query
  select (select coalesce(sum(delta), 0)::bigint from counters where group_id = space and name = 'transaction_bundles')
    + coalesce((select sum(e.count_change) from events e where e.group_id = space and e.position is null), 0), count(*), min(p.id), string_agg(p.fingerprint::text, ',' order by p.id desc),
    case when bool_and(octet_length(p.document) <= document_bytes_max) then string_agg(
      case when octet_length(p.document) <= document_bytes_max then p.document end, ',' order by p.id desc) end
  from (
    select b.id, b.fingerprint, b.document
    from transaction_bundles b
    where b.group_id = space and b.deleted_at is null and b.id < before
    order by b.id desc
    limit size
  ) p;
end
$$;
revoke execute on function read_bundle_page(space bigint, acting_user bigint, before bigint, size integer, document_bytes_max integer, sees_restricted boolean) from public;
grant execute on function read_bundle_page(space bigint, acting_user bigint, before bigint, size integer, document_bytes_max integer, sees_restricted boolean) to muster_app;

create or replace function sum_contributions(space bigint, acting_user bigint, contact_ids bigint[], bundle bigint, paid_first timestamptz, paid_last timestamptz, codes text[])
returns text language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
  rules json; zone text; from_date timestamptz := '-infinity'; to_date timestamptz := 'infinity'; held_first timestamptz;
  held_last timestamptz; held_codes text[]; facts json; elected_ids bigint[]; years json; campaigns json; has_campaign_caps boolean;
begin
  select s.contribution_rules, (select z.time_zone from spaces z where z.id = space) into rules, zone
  from transaction_settings s where s.group_id = space;
  if rules is null then
    return null;
  end if;
  select min(i.date), max(i.date), array_agg(i.code_campaign) into held_first, held_last, held_codes
  from items i where i.group_id = space and i.bundle_id = bundle and i.kind = 'transaction';
  has_campaign_caps := rules ->> 'campaign_cap' is not null or rules ->> 'campaign_caps' <> '{}';
  if not has_campaign_caps then
    -- A day more on both sides: a date without a time is a day of the time zone.
    from_date := make_timestamptz(greatest(1, extract(year from
      (least(paid_first, held_first) - interval '1 day') at time zone zone)::integer), 1, 1, 0, 0, 0, zone);
    to_date := make_timestamptz(extract(year from
      (greatest(paid_last, held_last) + interval '1 day') at time zone zone)::integer + 1, 1, 1, 0, 0, 0, zone);
  end if;
  select json_agg(json_build_object('id', c.id, 'nationality', c.nationality, 'country', c.country, 'legal_person', g.legal_person,
      'elected', g.elected, 'exempt', g.exempt) order by c.id),
    coalesce(array_agg(c.id) filter (where g.elected and rules ->> 'exempt_elected_dues' = 'true'), '{}')
  into facts, elected_ids
  from contacts c
  left join lateral (
    select bool_or(t.name_key = lower(rules ->> 'legal_person_tag')) as legal_person, bool_or(t.name_key = lower(rules ->> 'elected_tag')) as elected,
      bool_or(t.name_key = lower(rules ->> 'exempt_tag')) as exempt
    from contact_tags ct
    join tags t on t.group_id = space and t.id = ct.tag_id
    where ct.group_id = space and ct.contact_id = c.id
  ) g on true
  where c.group_id = space and c.id = any(contact_ids);
  with paying as materialized (
    select distinct i.contact_id, i.bundle_id
    from items i
    where i.group_id = space and i.contact_id = any(contact_ids) and i.kind = 'transaction' and i.date >= from_date and i.date < to_date
      and i.bundle_id <> bundle
  ), kept as materialized (
    select i.contact_id, i.bundle_id, i.date, i.id, coalesce(i.campaign_key, '') as campaign_key,
      i.amount::numeric - i.reimbursed_amount::numeric - i.unpaid_amount::numeric as kept, coalesce(d.dues, 0) as dues
    from paying p
    join transaction_bundles b on b.group_id = space and b.id = p.bundle_id and b.deleted_at is null
    join items i on i.group_id = space and i.bundle_id = p.bundle_id and i.kind = 'transaction' and i.contact_id = p.contact_id
    left join transaction_statuses s on s.group_id = space and s.id = i.status_id
    left join lateral (
      select sum(m.amount::numeric) as dues from items m
      where m.group_id = space and m.bundle_id = p.bundle_id and m.kind = 'membership' and m.contact_id = p.contact_id
        and upper(m.currency) = upper(rules ->> 'currency')
    ) d on p.contact_id = any(elected_ids)
    where upper(i.currency) = upper(rules ->> 'currency') and (s.kind is null or s.kind not in ('unpaid', 'bank_error', 'cancel'))
  ), running as materialized (
    select k.*, sum(k.kept) over (partition by k.contact_id, k.bundle_id order by k.date, k.id) as total from kept k
  ), counted as materialized (
    -- The first payments of a bundle pay the dues.
    select r.contact_id, r.campaign_key, extract(year from r.date at time zone zone)::integer as year,
      greatest(r.total - r.dues, 0) - greatest(r.total - r.kept - r.dues, 0) as amount
    from running r where r.date >= from_date and r.date < to_date
  )
  select
    (select json_agg(y order by y.contact_id, y.year)
     from (select contact_id, year, sum(amount) as amount from counted group by contact_id, year) y),
    (select json_agg(k order by k.contact_id, k.code)
     from (
       select c.contact_id, a.code, sum(c.amount) as amount
       from counted c
       join (select distinct code from unnest(codes || held_codes) as code) a on c.campaign_key = lower(a.code)
       where has_campaign_caps
       group by c.contact_id, a.code
     ) k)
  into years, campaigns;
  return json_build_object('paid_first', paid_first, 'paid_last', paid_last, 'codes', codes, 'facts', facts, 'years', years,
    'campaigns', campaigns)::text;
end
$$;
revoke execute on function sum_contributions(space bigint, acting_user bigint, contact_ids bigint[], bundle bigint, paid_first timestamptz, paid_last timestamptz, codes text[]) from public;
grant execute on function sum_contributions(space bigint, acting_user bigint, contact_ids bigint[], bundle bigint, paid_first timestamptz, paid_last timestamptz, codes text[]) to muster_app;

create or replace function look_up_payment(space bigint, acting_user bigint, actor text, request_key text, bundle bigint, contact_ids bigint[], status_ids bigint[], membership_price_ids bigint[],
  donation_price_ids bigint[], method_kinds text[], transaction_count integer, membership_count integer, donation_count integer,
  reversal_count integer, entry_count integer, members_from timestamptz, member_ids bigint[], external_ids bigint[], campaign_codes text[], paid_dates text[], paid_campaigns text[],
  out stored json, out now timestamptz, out bundle_id bigint, out transaction_ids bigint[],
  out membership_ids bigint[], out donation_ids bigint[], out reversal_ids bigint[], out entry_ids bigint[], out contacts json, out settings json,
  out settings_version text, out statuses json,
  out membership_prices json, out donation_prices json, out payment_method_kinds text[], out document text, out document_hash text,
  out created_at timestamptz, out updated_at timestamptz, out last_position integer, out last_hash text, out booked json, out checked_from timestamptz, out checked_members bigint[], out memberships_elsewhere text,
  out checked_references bigint[], out references_elsewhere text, out known_campaigns text[], out warnings json,
  out contributions text)
returns record language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
  own transaction_settings; named bigint[] := contact_ids; held_status_ids bigint[]; held_price_ids bigint[]; held_donation_price_ids bigint[];
begin
  if request_key is not null then
    select to_json(k) into stored
    from (
      select fingerprint, permissions, status, body, headers from idempotency_keys k
      where k.actor = look_up_payment.actor and k.group_id = space and k.key = request_key
    ) k;
    if stored is not null then
      return;
    end if;
  end if;
  if bundle is null then
    bundle_id := nextval('transaction_bundles_id_seq');
  else
    select b.id, b.document, b.fingerprint::text, b.created_at, b.updated_at into bundle_id, document, document_hash, created_at, updated_at
    from transaction_bundles b where b.group_id = space and b.id = bundle and b.deleted_at is null;
    if bundle_id is null then
      return;
    end if;
    select c.position, c.hash into last_position, last_hash
    from bundle_changes c where c.group_id = space and c.bundle_id = bundle order by c.position desc limit 1;
    select named || array_agg(i.contact_id), array_agg(i.status_id), array_agg(i.membership_price_id), array_agg(i.donation_price_id)
    into named, held_status_ids, held_price_ids, held_donation_price_ids
    from items i where i.group_id = space and i.bundle_id = bundle;
    booked := (
      select json_agg(json_build_object('position', e.position, 'journal', e.journal, 'kind', e.kind, 'item_id', e.item_id, 'reversed', e.reversed,
        'date', e.date, 'event_date', e.event_date, 'debit_account', e.debit_account, 'debit_contact_id', e.debit_contact_id,
        'credit_account', e.credit_account, 'credit_contact_id', e.credit_contact_id, 'amount', e.amount, 'currency', e.currency,
        'validated', e.number is not null) order by e.position)
      from ledger_entries e where e.group_id = space and e.bundle_id = bundle);
  end if;
  now := date_trunc('milliseconds', clock_timestamp());
  transaction_ids := array(select nextval('transactions_id_seq') from generate_series(1, transaction_count));
  membership_ids := array(select nextval('memberships_id_seq') from generate_series(1, membership_count));
  donation_ids := array(select nextval('donations_id_seq') from generate_series(1, donation_count));
  reversal_ids := array(select nextval('reversals_id_seq') from generate_series(1, reversal_count));
  if bundle is not null then
    -- Reversals follow changes of their transaction.
    select coalesce(entry_count + count(*) filter (where i.transaction_id is not null), count(*)) into entry_count
    from items i where i.group_id = space and i.bundle_id = bundle;
  end if;
  entry_ids := array(select nextval('bundle_history_id_seq') from generate_series(1, entry_count));
  select json_agg(json_build_object('id', c.id, 'firstname', c.firstname, 'surname', c.surname, 'group_id', c.group_id,
    'membership_code', c.membership_code, 'membership_number', coalesce(c.membership_number, 0), 'deleted', c.deleted_at is not null,
    'restricted', c.restricted_at is not null, 'merged_into', c.merged_into, 'version', c.version)) into contacts
  from contacts c where c.group_id = space and c.id = any(named);
  select * into own from transaction_settings s where s.group_id = space;
  if found then
    settings_version := concat(own.open_periods, ' ', own.payment_method_kinds, ' ', own.ledger_version, ' ', own.payment_checks, ' ', own.contribution_rules);
    settings := json_build_object('currency', own.currency, 'default_status_id', own.default_status_id,
      'default_membership_price_id', own.default_membership_price_id, 'default_donation_price_id', own.default_donation_price_id,
      'payment_method_kinds', own.payment_method_kinds, 'open_periods', own.open_periods, 'payment_checks', own.payment_checks,
      'time_zone', (select z.time_zone from spaces z where z.id = space), 'ledger', own.ledger,
      'ledger_validated_until', own.ledger_validated_until, 'contribution_rules', own.contribution_rules);
    if own.contribution_rules is not null then
      contributions := sum_contributions(space, acting_user, named, bundle_id, (select least(now, min(paid::timestamptz)) from unnest(paid_dates) as paid),
        (select greatest(now, max(paid::timestamptz)) from unnest(paid_dates) as paid), paid_campaigns);
    end if;
  end if;
  select json_agg(json_build_object('id', s.id, 'archived', s.archived, 'kind', s.kind)) into statuses
  from transaction_statuses s where s.group_id = space and s.id = any(own.default_status_id || status_ids || held_status_ids) and s.deleted_at is null;
  membership_price_ids := membership_price_ids || own.default_membership_price_id || array_remove(held_price_ids, null);
  if cardinality(array_remove(membership_price_ids, null)) > 0 then
    select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'duration', p.duration, 'season_start', p.season_start, 'next_season_from', p.next_season_from, 'amount', p.amount, 'currency', p.currency, 'allow_custom_amount', p.allow_custom_amount)) into membership_prices
    from membership_prices p where p.group_id = space and p.id = any(membership_price_ids) and p.deleted_at is null;
  end if;
  donation_price_ids := donation_price_ids || own.default_donation_price_id || array_remove(held_donation_price_ids, null);
  if cardinality(array_remove(donation_price_ids, null)) > 0 then
    select json_agg(json_build_object('id', p.id, 'amount', p.amount, 'currency', p.currency, 'allow_custom_amount', p.allow_custom_amount)) into donation_prices
    from donation_prices p where p.group_id = space and p.id = any(donation_price_ids) and p.deleted_at is null;
  end if;
  -- Compared here, because JavaScript has other rules for upper and lower case.
  payment_method_kinds := array(
    select sent.kind from unnest(method_kinds) as sent (kind)
    where lower(sent.kind) in (
      select lower(known.kind)
      from unnest(coalesce(own.payment_method_kinds, '{card,cheque,cash,transfer,direct_debit,online}')) as known (kind)));
  if members_from is not null and (own.payment_checks ->> 'overlapping_membership') is distinct from 'off' then
    checked_from := members_from;
    checked_members := member_ids;
    if bundle is not null then
      -- A new membership may begin with an earlier transaction.
      select least(checked_from, min(i.date)), checked_members || array_agg(i.contact_id) filter (where i.kind = 'membership')
      into checked_from, checked_members
      from items i where i.group_id = space and i.bundle_id = bundle;
    end if;
    if cardinality(checked_members) > 0 then
      memberships_elsewhere := (
    select json_agg(json_build_array(m.id, m.bundle_id, m.contact_id, m.date, m.end_date, f.id, f.bundle_id) order by m.id)::text
    from (
      select i.id, i.bundle_id, i.contact_id, i.date, i.end_date
      from (select distinct unnest(checked_members) as id) c
      cross join lateral (
        select i.id, i.bundle_id, i.contact_id, i.date, i.end_date from items i
        where i.group_id = space and i.contact_id = c.id and i.kind::text = 'membership' and i.bundle_id <> look_up_payment.bundle_id
          and (i.end_date is null or i.end_date > checked_from) and 
      (select b.deleted_at is null from transaction_bundles b where b.group_id = space and b.id = i.bundle_id)
        order by i.id
        limit 100
      ) i
    ) m
    left join lateral (
      select e.id, e.bundle_id from items e
      where e.group_id = space and e.contact_id = m.contact_id and e.kind::text = 'membership' and e.id - m.id < 0 and e.bundle_id <> look_up_payment.bundle_id
        and (e.end_date is null or e.end_date > m.date) and (m.end_date is null or e.date < m.end_date) and 
      (select b.deleted_at is null from transaction_bundles b where b.group_id = space and b.id = e.bundle_id)
      order by e.id
      limit 1
    ) f on true);
    else
      checked_from := null;
    end if;
  end if;
  if external_ids is not null and (own.payment_checks ->> 'repeated_reference') is distinct from 'off' then
    checked_references := external_ids;
    if bundle is not null then
      checked_references := array(
        select i.external_transaction_id from items i
        where i.group_id = space and i.bundle_id = bundle and i.external_transaction_id <> 0
        union select unnest(external_ids) order by 1);
    end if;
    references_elsewhere := (
    select json_agg(json_build_array(r.external_transaction_id, h.id, h.bundle_id) order by r.external_transaction_id)::text
    from unnest(checked_references) as r (external_transaction_id)
    cross join lateral (
      select i.id, i.bundle_id from items i
      where i.group_id = space and i.external_transaction_id = r.external_transaction_id and i.bundle_id <> look_up_payment.bundle_id and 
      (select b.deleted_at is null from transaction_bundles b where b.group_id = space and b.id = i.bundle_id)
      order by i.id
      limit 1
    ) h);
  end if;
  if cardinality(campaign_codes) > 0 then
    known_campaigns := array(
      select sent.code from unnest(campaign_codes) as sent (code)
      where exists (select from code_campaigns c where c.group_id = space and lower(c.code) = lower(sent.code) and c.deleted_at is null));
  end if;
  if bundle is not null then
    select json_agg(json_build_object('check', w.check_name, 'bundle_id', w.bundle_id, 'kind', w.kind, 'target_id', w.target_id, 'cause', w.cause,
      'details', w.details, 'other_id', w.other_id, 'other_bundle_id', w.other_bundle_id, 'settled', w.settled_at is not null)) into warnings
    from payment_warnings w where w.group_id = space and w.bundle_id = bundle;
  end if;
end
$$;
revoke execute on function look_up_payment(space bigint, acting_user bigint, actor text, request_key text, bundle bigint, contact_ids bigint[], status_ids bigint[], membership_price_ids bigint[],
  donation_price_ids bigint[], method_kinds text[], transaction_count integer, membership_count integer, donation_count integer,
  reversal_count integer, entry_count integer, members_from timestamptz, member_ids bigint[], external_ids bigint[], campaign_codes text[], paid_dates text[], paid_campaigns text[],
  out stored json, out now timestamptz, out bundle_id bigint, out transaction_ids bigint[],
  out membership_ids bigint[], out donation_ids bigint[], out reversal_ids bigint[], out entry_ids bigint[], out contacts json, out settings json,
  out settings_version text, out statuses json,
  out membership_prices json, out donation_prices json, out payment_method_kinds text[], out document text, out document_hash text,
  out created_at timestamptz, out updated_at timestamptz, out last_position integer, out last_hash text, out booked json, out checked_from timestamptz, out checked_members bigint[], out memberships_elsewhere text,
  out checked_references bigint[], out references_elsewhere text, out known_campaigns text[], out warnings json,
  out contributions text) from public;
grant execute on function look_up_payment(space bigint, acting_user bigint, actor text, request_key text, bundle bigint, contact_ids bigint[], status_ids bigint[], membership_price_ids bigint[],
  donation_price_ids bigint[], method_kinds text[], transaction_count integer, membership_count integer, donation_count integer,
  reversal_count integer, entry_count integer, members_from timestamptz, member_ids bigint[], external_ids bigint[], campaign_codes text[], paid_dates text[], paid_campaigns text[],
  out stored json, out now timestamptz, out bundle_id bigint, out transaction_ids bigint[],
  out membership_ids bigint[], out donation_ids bigint[], out reversal_ids bigint[], out entry_ids bigint[], out contacts json, out settings json,
  out settings_version text, out statuses json,
  out membership_prices json, out donation_prices json, out payment_method_kinds text[], out document text, out document_hash text,
  out created_at timestamptz, out updated_at timestamptz, out last_position integer, out last_hash text, out booked json, out checked_from timestamptz, out checked_members bigint[], out memberships_elsewhere text,
  out checked_references bigint[], out references_elsewhere text, out known_campaigns text[], out warnings json,
  out contributions text) to muster_app;

create or replace function record_payment(space bigint, acting_user bigint, actor text, request_key text, fingerprint text, permissions text[], status integer, response text, headers json,
  bundle bigint, bundle_hash text, contact_ids bigint[], contact_versions bigint[], settings_version text, status_ids bigint[],
  status_kinds text[], membership_price_ids bigint[], donation_price_ids bigint[], at timestamptz, bundle_document text, origin_key text,
  added json, altered json, entry_id bigint, earlier_entry_ids bigint[], entry_position integer, source text, entries json, entry_hash text, event text,
  request_id text, sums json, count_change integer, ledger_rows json, checked_from timestamptz, checked_members bigint[], memberships_elsewhere text, checked_references bigint[],
  references_elsewhere text, warning_changes json, contributions text)
returns text language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
  held text; count bigint; warning record; unknown_codes text[];
begin
  if bundle is not null then
    
    if cardinality(checked_references) > 0 then
      perform pg_advisory_xact_lock(hashtextextended('external id ' || space || ' ' || l.id, 0))
      from (select distinct unnest(checked_references) as id order by 1) l;
    end if;
    if checked_from is not null then
      perform pg_advisory_xact_lock(hashtextextended('memberships of ' || space || ' ' || l.id, 0))
      from (select distinct unnest(checked_members) as id order by 1) l;
    end if;
    -- A campaign code that is added meanwhile ends the warning, or is found here.
    unknown_codes :=
      array(
        select lower(f.cause) from json_to_recordset(warning_changes -> 'found') as f ("check" text, cause text)
        where f.check = 'unknown_campaign');
    if cardinality(unknown_codes) > 0 then
      perform pg_advisory_xact_lock_shared(hashtextextended('campaign codes of ' || space, 0));
    end if;
    if contributions is null then
      perform from contacts c
      join unnest(contact_ids, contact_versions) as seen (id, version) on seen.id = c.id
      where c.group_id = space and c.version = seen.version
      order by c.id
      for share of c;
    else
      -- Payments that count towards the caps of a person are recorded one after the other.
      perform from contacts c
      join unnest(contact_ids, contact_versions) as seen (id, version) on seen.id = c.id
      where c.group_id = space and c.version = seen.version
      order by c.id
      for no key update of c;
    end if;
    get diagnostics count = row_count;
    if count <> cardinality(contact_ids) then
      return 'changed';
    end if;
    if contributions is not null then
      held := sum_contributions(space, acting_user, contact_ids, bundle, (contributions::json ->> 'paid_first')::timestamptz,
        (contributions::json ->> 'paid_last')::timestamptz, array(select json_array_elements_text(contributions::json -> 'codes')));
      if held is distinct from contributions then
        return 'changed';
      end if;
    end if;
    select concat(s.open_periods, ' ', s.payment_method_kinds, ' ', s.ledger_version, ' ', s.payment_checks, ' ', s.contribution_rules) into held from transaction_settings s where s.group_id = space for key share;
    if held is distinct from settings_version then
      return 'changed';
    end if;
    if cardinality(status_ids) > 0 then
      perform from transaction_statuses s
      join unnest(status_ids, status_kinds) as seen (id, kind) on seen.id = s.id
      where s.group_id = space and s.kind = seen.kind and s.deleted_at is null and not s.archived
      for key share of s;
      get diagnostics count = row_count;
      if count <> cardinality(status_ids) then
        return 'changed';
      end if;
    end if;
    if cardinality(membership_price_ids) > 0 then
      perform from membership_prices p where p.group_id = space and p.id = any(membership_price_ids) and p.deleted_at is null for key share;
      get diagnostics count = row_count;
      if count <> cardinality(membership_price_ids) then
        return 'changed';
      end if;
    end if;
    if cardinality(donation_price_ids) > 0 then
      perform from donation_prices p where p.group_id = space and p.id = any(donation_price_ids) and p.deleted_at is null for key share;
      get diagnostics count = row_count;
      if count <> cardinality(donation_price_ids) then
        return 'changed';
      end if;
    end if;
    if bundle_hash is not null then
      perform from transaction_bundles b
      where b.group_id = space and b.id = bundle and b.fingerprint = bundle_hash::bigint and b.deleted_at is null
      for no key update;
      if not found then
        return 'changed';
      end if;
    end if;
    
    if checked_from is not null then
      held := (
    select json_agg(json_build_array(m.id, m.bundle_id, m.contact_id, m.date, m.end_date, f.id, f.bundle_id) order by m.id)::text
    from (
      select i.id, i.bundle_id, i.contact_id, i.date, i.end_date
      from (select distinct unnest(checked_members) as id) c
      cross join lateral (
        select i.id, i.bundle_id, i.contact_id, i.date, i.end_date from items i
        where i.group_id = space and i.contact_id = c.id and i.kind::text = 'membership' and i.bundle_id <> bundle
          and (i.end_date is null or i.end_date > checked_from) and 
      (select b.deleted_at is null from transaction_bundles b where b.group_id = space and b.id = i.bundle_id)
        order by i.id
        limit 100
      ) i
    ) m
    left join lateral (
      select e.id, e.bundle_id from items e
      where e.group_id = space and e.contact_id = m.contact_id and e.kind::text = 'membership' and e.id - m.id < 0 and e.bundle_id <> bundle
        and (e.end_date is null or e.end_date > m.date) and (m.end_date is null or e.date < m.end_date) and 
      (select b.deleted_at is null from transaction_bundles b where b.group_id = space and b.id = e.bundle_id)
      order by e.id
      limit 1
    ) f on true);
      if held is distinct from memberships_elsewhere then
        return 'changed';
      end if;
    end if;
    if cardinality(checked_references) > 0 then
      held := (
    select json_agg(json_build_array(r.external_transaction_id, h.id, h.bundle_id) order by r.external_transaction_id)::text
    from unnest(checked_references) as r (external_transaction_id)
    cross join lateral (
      select i.id, i.bundle_id from items i
      where i.group_id = space and i.external_transaction_id = r.external_transaction_id and i.bundle_id <> bundle and 
      (select b.deleted_at is null from transaction_bundles b where b.group_id = space and b.id = i.bundle_id)
      order by i.id
      limit 1
    ) h);
      if held is distinct from references_elsewhere then
        return 'changed';
      end if;
    end if;
    if cardinality(unknown_codes) > 0 then
      perform from code_campaigns c where c.group_id = space and lower(c.code) = any(unknown_codes) and c.deleted_at is null;
      if found then
        return 'changed';
      end if;
    end if;
    if origin_key is not null then
      perform from transaction_bundles b where b.group_id = space and b.origin_key = record_payment.origin_key and b.deleted_at is null;
      if found then
        return 'exists';
      end if;
    end if;
  end if;
  if request_key is not null then
    begin
      -- Waits for another request with this key.
      insert into idempotency_keys (actor, group_id, key, fingerprint, permissions, status, body, headers)
      values (record_payment.actor, space, request_key, record_payment.fingerprint, record_payment.permissions, record_payment.status,
        response, record_payment.headers)
      on conflict (actor, group_id, key) do nothing;
      if not found then
        return 'repeated';
      end if;
    exception when lock_not_available then
      return 'repeated';
    end;
  end if;
  if bundle is null then
    return 'done';
  end if;
  if bundle_hash is null then
    insert into transaction_bundles (group_id, id, created_at, updated_at, created_by, document, origin_key)
    values (space, bundle, at, at, acting_user, bundle_document, record_payment.origin_key);
  elsif count_change = -1 then
    update transaction_bundles b set deleted_at = at, updated_at = at where b.group_id = space and b.id = bundle;
    delete from batched_transactions t where t.group_id = space and t.bundle_id = bundle;
  else
    update transaction_bundles b set document = bundle_document, updated_at = at where b.group_id = space and b.id = bundle;
  end if;
  if added is not null then
    count := 0;
    -- Row by row: Citus counts the rows that an insert … select writes only where they are returned.
    for held in insert into items (group_id, bundle_id, kind, id, contact_id, date, end_date, amount, currency, membership_price_id, donation_price_id,
      status_id, payment_method_kind, code_campaign, reimbursed_amount, unpaid_amount, transaction_id, reversal_kind, external_transaction_id,
      received_amount, received_at)
    select space, bundle, i.* from json_to_recordset(added) as i (
      kind item_kind, id bigint, contact_id bigint, date timestamptz, end_date timestamptz, amount bigint, currency text, membership_price_id bigint,
      donation_price_id bigint, status_id bigint, payment_method_kind text, code_campaign text, reimbursed_amount bigint, unpaid_amount bigint,
      transaction_id bigint, reversal_kind text, external_transaction_id bigint, received_amount bigint, received_at timestamptz)
    where i.contact_id = any(contact_ids) and (i.status_id is null or i.status_id = any(status_ids)) and (i.membership_price_id is null or i.membership_price_id = any(membership_price_ids)) and (i.donation_price_id is null or i.donation_price_id = any(donation_price_ids))
    returning '' loop
      count := count + 1;
    end loop;
    if count <> json_array_length(added) then
      raise exception 'An item refers to a record that was not looked up.';
    end if;
  end if;
  if altered is not null then
    update items i
    set contact_id = a.contact_id, date = a.date, end_date = a.end_date, amount = a.amount, currency = a.currency,
      membership_price_id = a.membership_price_id, donation_price_id = a.donation_price_id, status_id = a.status_id,
      payment_method_kind = a.payment_method_kind, code_campaign = a.code_campaign, reimbursed_amount = a.reimbursed_amount,
      unpaid_amount = a.unpaid_amount, external_transaction_id = a.external_transaction_id, received_amount = a.received_amount,
      received_at = a.received_at
    from json_to_recordset(altered) as a (
      kind item_kind, id bigint, contact_id bigint, date timestamptz, end_date timestamptz, amount bigint, currency text, membership_price_id bigint,
      donation_price_id bigint, status_id bigint, payment_method_kind text, code_campaign text, reimbursed_amount bigint, unpaid_amount bigint,
      transaction_id bigint, reversal_kind text, external_transaction_id bigint, received_amount bigint, received_at timestamptz)
    where i.group_id = space and i.bundle_id = bundle and i.kind = a.kind and i.id = a.id and a.contact_id = any(contact_ids)
      and (a.status_id is null or a.status_id = i.status_id or a.status_id = any(status_ids)) and (a.membership_price_id is null or a.membership_price_id = i.membership_price_id or a.membership_price_id = any(membership_price_ids)) and (a.donation_price_id is null or a.donation_price_id = i.donation_price_id or a.donation_price_id = any(donation_price_ids));
    get diagnostics count = row_count;
    if count <> json_array_length(altered) then
      raise exception 'An item refers to a record that was not looked up.';
    end if;
  end if;
  if ledger_rows is not null then
    if bundle_hash is not null then
      delete from ledger_entries e where e.group_id = space and e.bundle_id = bundle and e.number is null;
    end if;
    -- Citus would copy rows that are not returned, which row-level security forbids.
    for held in insert into ledger_entries (group_id, bundle_id, position, journal, kind, item_id, reversed, date, event_date, debit_account, debit_contact_id, credit_account, credit_contact_id, amount, currency)
    select space, bundle, e.* from json_to_recordset(ledger_rows) as e (position integer, journal text, kind text, item_id bigint, reversed boolean, date date, event_date date, debit_account text,
      debit_contact_id bigint, credit_account text, credit_contact_id bigint, amount bigint, currency text)
    returning '' loop
    end loop;
  end if;
  
  if warning_changes is not null then
    update payment_warnings w
    set other_id = m.to_id, other_bundle_id = m.to_bundle_id
    from json_to_recordset(warning_changes -> 'moved') as m (from_id bigint, to_id bigint, to_bundle_id bigint)
    where w.group_id = space and w.other_bundle_id = bundle and w.check_name = 'repeated_reference' and w.other_id = m.from_id
      and w.target_id <> m.to_id;
    delete from payment_warnings w
    using json_to_recordset(warning_changes -> 'gone') as g (bundle_id bigint, "check" text, kind text, target_id bigint, cause text)
    where w.group_id = space and w.bundle_id = g.bundle_id and w.check_name = g.check
      and w.kind = g.kind and w.target_id = g.target_id and w.settled_at is null and w.cause is distinct from g.cause;
  end if;
  if count_change = -1 then
    delete from payment_warnings w where w.group_id = space and w.bundle_id = bundle;
    delete from payment_warnings w where w.group_id = space and w.other_bundle_id = bundle;
  end if;
  if warning_changes is not null then
    for warning in select * from json_to_recordset(warning_changes -> 'found') as f (
      bundle_id bigint, "check" text, kind text, target_id bigint, cause text, details json, other_bundle_id bigint, other_id bigint) loop
      insert into payment_warnings (group_id, id, created_at, bundle_id, check_name, kind, target_id, cause, details, other_bundle_id, other_id)
      values (space, nextval('payment_warnings_id_seq'), at, warning.bundle_id, warning.check, warning.kind, warning.target_id, warning.cause,
        warning.details, warning.other_bundle_id, warning.other_id)
      on conflict (group_id, bundle_id, check_name, kind, target_id, cause) do update
      set other_bundle_id = excluded.other_bundle_id, other_id = excluded.other_id;
    end loop;
  end if;
  insert into bundle_changes (group_id, id, earlier_entry_ids, bundle_id, position, created_at, user_id, source, entries, hash)
  values (space, entry_id, record_payment.earlier_entry_ids, bundle, entry_position, at, acting_user, record_payment.source, record_payment.entries,
    entry_hash);
  insert into events (group_id, kind, subject_id, user_id, request, sums, count_change)
  values (space, event, bundle, acting_user, request_id, record_payment.sums, record_payment.count_change);
  return 'done';
end
$$;
revoke execute on function record_payment(space bigint, acting_user bigint, actor text, request_key text, fingerprint text, permissions text[], status integer, response text, headers json,
  bundle bigint, bundle_hash text, contact_ids bigint[], contact_versions bigint[], settings_version text, status_ids bigint[],
  status_kinds text[], membership_price_ids bigint[], donation_price_ids bigint[], at timestamptz, bundle_document text, origin_key text,
  added json, altered json, entry_id bigint, earlier_entry_ids bigint[], entry_position integer, source text, entries json, entry_hash text, event text,
  request_id text, sums json, count_change integer, ledger_rows json, checked_from timestamptz, checked_members bigint[], memberships_elsewhere text, checked_references bigint[],
  references_elsewhere text, warning_changes json, contributions text) from public;
grant execute on function record_payment(space bigint, acting_user bigint, actor text, request_key text, fingerprint text, permissions text[], status integer, response text, headers json,
  bundle bigint, bundle_hash text, contact_ids bigint[], contact_versions bigint[], settings_version text, status_ids bigint[],
  status_kinds text[], membership_price_ids bigint[], donation_price_ids bigint[], at timestamptz, bundle_document text, origin_key text,
  added json, altered json, entry_id bigint, earlier_entry_ids bigint[], entry_position integer, source text, entries json, entry_hash text, event text,
  request_id text, sums json, count_change integer, ledger_rows json, checked_from timestamptz, checked_members bigint[], memberships_elsewhere text, checked_references bigint[],
  references_elsewhere text, warning_changes json, contributions text) to muster_app;

create or replace function read_me(space bigint, acting_user bigint)
returns table (id bigint, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, created timestamptz,
  firstname text, surname text, mail text, phone text, address text, city text, postal text, location text, birthdate timestamptz,
  avatar text, locale text, group_id bigint, selected_group_id bigint[], role text, role_id bigint, role_rank integer, role_type text, spaces json) language plpgsql stable set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
begin
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
       limit 1000) m)
  from users u
  join roles r on r.group_id = space and r.id = u.role_id
  where u.group_id = space and u.id = acting_user;
end
$$;
revoke execute on function read_me(space bigint, acting_user bigint) from public;
grant execute on function read_me(space bigint, acting_user bigint) to muster_app;
