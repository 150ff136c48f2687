-- Generated from server/functions.ts by `npm run generate`.

create or replace function enter(space bigint, acting_user bigint) returns boolean language plpgsql as $$
declare
  setting text;
begin
  if current_user <> 'muster_app' then
    raise exception 'The session has the role % instead of muster_app.', current_user using errcode = 'MU001';
  end if;
  setting := set_config('app.group_id', space::text, true);
  setting := set_config('app.user_id', acting_user::text, true);
  return true;
end
$$;
revoke execute on function enter from public;
grant execute on function enter to muster_app;

create or replace function read_bundle(space bigint, acting_user bigint, bundle bigint, sees_restricted boolean, out document text, out hidden bigint[])
returns record language plpgsql as $$
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
          and c.id = any(array(select found[1]::bigint from regexp_matches(document, '"contact": \{"id":(\d{1,18})', 'g') found)))
    end;
  end if;
end
$$;
revoke execute on function read_bundle from public;
grant execute on function read_bundle to muster_app;

create or replace function list_bundle_page(space bigint, acting_user bigint, before bigint, size integer, bytes_max bigint, sees_restricted boolean, known text)
returns table (id bigint, stamp text, document text) language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  entered constant boolean := enter(space, acting_user);
  bytes bigint := 0;
begin
  id := (select coalesce(sum(delta), 0)::bigint from counters where group_id = space and name = 'transaction_bundles');
  stamp := case when sees_restricted then '' else (
    select case when count(*) = 0 then '' else concat(count(*), ' ', max(r.restricted_at), ' ') end
    from contacts r where r.group_id = space and r.restricted_at is not null and r.deleted_at is null) end;
  if known is not null then
    document := case when known = concat(id, ' ', stamp, (
      select string_agg(concat(p.id, ':', p.fingerprint), ',' order by p.id desc) from (
    select b.id, b.fingerprint
    from transaction_bundles b
    where b.group_id = space and b.deleted_at is null and b.id < before
    order by b.id desc
    limit size) p)) then 'unchanged' end;
  end if;
  return next;
  if document is not null then
    return;
  end if;
  for id, stamp, document in 
    select b.id, concat(b.id, ':', b.fingerprint), b.document
    from transaction_bundles b
    where b.group_id = space and b.deleted_at is null and b.id < before
    order by b.id desc
    limit size loop
    bytes := bytes + octet_length(document);
    if bytes > bytes_max then
      document := null;
      return next;
      return;
    end if;
    return next;
  end loop;
end
$$;
revoke execute on function list_bundle_page from public;
grant execute on function list_bundle_page to muster_app;
