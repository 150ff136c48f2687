-- Generated from server/functions.ts by `npm run generate`.

create or replace function enter(space bigint, acting_user bigint) returns void language plpgsql as $$
begin
  if current_user <> 'muster_app' then
    raise exception 'The session has the role % instead of muster_app.', current_user using errcode = 'MU001';
  end if;
  perform set_config('app.group_id', space::text, true), set_config('app.user_id', acting_user::text, true);
end
$$;
revoke execute on function enter from public;
grant execute on function enter to muster_app;

create or replace function read_contacts(space bigint, acting_user bigint, ids bigint[], sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean, sees_deleted boolean, out contacts text, out answers text, out tags text, out actions text) returns record language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin
  perform enter(space, acting_user);
  select json_agg(array[c.id::text, c.group_id::text, c.created_at::text, c.updated_at::text, c.changed_by::text, c.membership_code, coalesce(c.membership_number, 0)::text, (c.restricted_at is not null)::text, c.address_id::text, case when c.latitude <> '' and c.longitude <> '' then c.latitude || ',' || c.longitude else '' end, c.external_id, c.firstname, c.surname, c.married_name, c.gender, c.birthdate::text, c.age_category::text, c.birth_city, c.birth_country, c.birth_dept, c.nationality, c.mail, c.mobile, c.mobile_invalid::text, c.phone, c.phone_invalid::text, c.black_list::text, c.nationbuilderid::text, c.house_number, c.street, c.addition, c.building, c.building_type, c.floor, c.door, c.infos, c.postal_code, c.city_code, c.city, c.county, c.state, c.country, c.polling_station, c.latitude, c.longitude, c.score::text])::text into contacts
  from contacts c
  where c.group_id = space and c.id = any(ids) and (sees_deleted or c.deleted_at is null)
    and (sees_restricted or c.restricted_at is null);
  if sees_sensitive then
    select json_agg(array[a.contact_id::text, a.custom::text, a.id::text, a.group_id::text, a.created_at::text, a.updated_at::text, a.data,
      a.form_id::text, a.form_ref_id::text, a.date::text, a.survey_id::text, a.source] order by a.id)::text into answers
    from contact_answers a
    where a.group_id = space and a.contact_id = any(ids);
    select json_agg(array[ct.contact_id::text, t.id::text, t.name] order by t.name, t.id)::text into tags
    from contact_tags ct
    join tags t on t.group_id = space and t.id = ct.tag_id
    where ct.group_id = space and ct.contact_id = any(ids);
  end if;
  select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
  from action_contacts ac
  where ac.group_id = space and ac.contact_id = any(ids)
    and (sees_all_actions or exists (
      select from actions a where a.group_id = space and a.id = ac.action_id and (a.public or (sees_created_actions and a.created_by = acting_user)
        or exists (select from action_users own where own.group_id = space and own.action_id = a.id and own.user_id = acting_user)
        or exists (
          select from action_teams at
          join teams t on t.group_id = space and t.id = at.team_id and t.deleted_at is null
          join team_members p on p.group_id = space and p.team_id = at.team_id and p.user_id = acting_user
          where at.group_id = space and at.action_id = a.id))));
end
$$;
revoke execute on function read_contacts from public;
grant execute on function read_contacts to muster_app;

create or replace function read_contact(space bigint, acting_user bigint, contact bigint, sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean, token bigint, request_id text, out contacts text, out answers text, out tags text, out actions text) returns record language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare ids bigint[] := array[contact]; sees_deleted boolean := false;
begin
  perform enter(space, acting_user);
  select json_agg(array[c.id::text, c.group_id::text, c.created_at::text, c.updated_at::text, c.changed_by::text, c.membership_code, coalesce(c.membership_number, 0)::text, (c.restricted_at is not null)::text, c.address_id::text, case when c.latitude <> '' and c.longitude <> '' then c.latitude || ',' || c.longitude else '' end, c.external_id, c.firstname, c.surname, c.married_name, c.gender, c.birthdate::text, c.age_category::text, c.birth_city, c.birth_country, c.birth_dept, c.nationality, c.mail, c.mobile, c.mobile_invalid::text, c.phone, c.phone_invalid::text, c.black_list::text, c.nationbuilderid::text, c.house_number, c.street, c.addition, c.building, c.building_type, c.floor, c.door, c.infos, c.postal_code, c.city_code, c.city, c.county, c.state, c.country, c.polling_station, c.latitude, c.longitude, c.score::text])::text into contacts
  from contacts c
  where c.group_id = space and c.id = any(ids) and (sees_deleted or c.deleted_at is null)
    and (sees_restricted or c.restricted_at is null);
  if sees_sensitive then
    select json_agg(array[a.contact_id::text, a.custom::text, a.id::text, a.group_id::text, a.created_at::text, a.updated_at::text, a.data,
      a.form_id::text, a.form_ref_id::text, a.date::text, a.survey_id::text, a.source] order by a.id)::text into answers
    from contact_answers a
    where a.group_id = space and a.contact_id = any(ids);
    select json_agg(array[ct.contact_id::text, t.id::text, t.name] order by t.name, t.id)::text into tags
    from contact_tags ct
    join tags t on t.group_id = space and t.id = ct.tag_id
    where ct.group_id = space and ct.contact_id = any(ids);
  end if;
  select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
  from action_contacts ac
  where ac.group_id = space and ac.contact_id = any(ids)
    and (sees_all_actions or exists (
      select from actions a where a.group_id = space and a.id = ac.action_id and (a.public or (sees_created_actions and a.created_by = acting_user)
        or exists (select from action_users own where own.group_id = space and own.action_id = a.id and own.user_id = acting_user)
        or exists (
          select from action_teams at
          join teams t on t.group_id = space and t.id = at.team_id and t.deleted_at is null
          join team_members p on p.group_id = space and p.team_id = at.team_id and p.user_id = acting_user
          where at.group_id = space and at.action_id = a.id))));
  if sees_sensitive and contacts is not null then
    perform set_config('synchronous_commit', 'off', true);
    insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
    values (space, acting_user, token, request_id, 'contact.read', 'contact', contact, '{}');
  end if;
end
$$;
revoke execute on function read_contact from public;
grant execute on function read_contact to muster_app;

create or replace function read_bundle(space bigint, acting_user bigint, bundle bigint, sees_restricted boolean, out document text, out hidden bigint[]) returns record language plpgsql as $$
#variable_conflict use_column
begin
  perform enter(space, acting_user);
  select b.document into document
  from transaction_bundles b
  where b.group_id = space and b.id = bundle and b.deleted_at is null;
  if not sees_restricted then
    hidden := case
      when exists (select from contacts r where r.group_id = space and r.restricted_at is not null and r.deleted_at is null) then array(
        select c.id from contacts c
        where c.group_id = space and c.restricted_at is not null and c.deleted_at is null
          and c.id = any(array(select found[1]::bigint from regexp_matches(document, '"contact": \{"id":(\d{1,18})', 'g') found)))
    end;
  end if;
end
$$;
revoke execute on function read_bundle from public;
grant execute on function read_bundle to muster_app;
