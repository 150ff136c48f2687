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
