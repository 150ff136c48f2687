-- Two roles act on the data, and neither owns it: muster_app sees one space at a time, muster_worker sees the queues and nothing else.
do $$
declare
  acting text;
begin
  foreach acting in array array['muster_app', 'muster_worker'] loop
    if not exists (select from pg_roles where rolname = acting) then
      begin
        execute format('create role %I nologin noinherit', acting);
      exception when duplicate_object or unique_violation then
        null; -- Another database of this server was migrated at the same moment.
      end;
    end if;
    if not pg_has_role(current_user, acting, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
      execute format('grant %I to current_user', acting);
    end if;
    execute format('grant usage on schema public to %I', acting);
  end loop;
end
$$;

-- A timestamp as the interface sends it: UTC, milliseconds, Z.
create function wire_time(instant timestamptz) returns text
  language sql immutable strict parallel safe
  return to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Row level security for a table that belongs to spaces: a transaction sees and writes the rows of the space it acts for.
create function belongs_to_space(target regclass) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy of_space on %s to muster_app
       using (group_id = (select nullif(current_setting(''app.group_id'', true), '''')::bigint))
       with check (group_id = (select nullif(current_setting(''app.group_id'', true), '''')::bigint))', target);
  execute format('grant select, insert, update, delete on %s to muster_app', target);
end
$$;
