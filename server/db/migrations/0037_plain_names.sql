-- Gives tables, columns, functions and policies the names that the code uses. No row changes, except the kind of some tokens.
alter table tallies rename to counters;
alter table counters rename column what to name;
alter table counters rename column change to delta;
alter table team_people rename to team_members;
alter table told_apart rename to not_duplicates;
alter table sign_in_records rename to oidc_records;
alter table import_pieces rename to import_chunks;
alter table import_marks rename to import_seen_keys;
alter table sealed_tips rename to sealed_entries;

-- The last event position that retention has deleted.
alter table feeds rename column forgotten to expired_position;
-- No delivery is attempted before this time.
alter table webhooks rename column rests_until to backoff_until;
alter table webhook_deliveries rename column gives_up_at to retry_until;
alter table accounts rename column program to service_account;
alter table users rename column program to service_account;

-- The owner of the tables is bound by row level security, too.
alter table tokens no force row level security;
alter table tokens drop constraint tokens_kind;
update tokens set kind = 'service_account' where kind = 'program';
alter table tokens add constraint tokens_kind check (kind in ('personal', 'access', 'service_account'));
alter table tokens force row level security;

-- Indexes, sequences and constraints follow their tables. Citus cannot rename a constraint of a distributed table: there they keep their names.
do $$
declare
  renamed record;
  object  record;
begin
  for renamed in
    select * from (values
      ('tallies_what', 'counters_name', 'counters'), ('tallies_change', 'counters_delta', 'counters'),
      ('tallies_by_what', 'counters_by_name', 'counters'), ('tallies', 'counters', 'counters'),
      ('team_people', 'team_members', 'team_members'), ('told_apart', 'not_duplicates', 'not_duplicates'),
      ('sign_in_records', 'oidc_records', 'oidc_records'), ('import_pieces', 'import_chunks', 'import_chunks'),
      ('import_marks', 'import_seen_keys', 'import_seen_keys'), ('sealed_tips', 'sealed_entries', 'sealed_entries'),
      ('feeds_forgotten', 'feeds_expired_position', 'feeds'), ('webhooks_rests_until', 'webhooks_backoff_until', 'webhooks'),
      ('webhook_deliveries_gives_up_at', 'webhook_deliveries_retry_until', 'webhook_deliveries'),
      ('accounts_program', 'accounts_service_account', 'accounts'), ('users_program', 'users_service_account', 'users')
    ) as t (old_prefix, new_prefix, of_table)
  loop
    for object in
      select c.oid::regclass as name, c.relkind, renamed.new_prefix || substr(c.relname, length(renamed.old_prefix) + 1) as new_name
      from pg_class c
      where starts_with(c.relname, renamed.old_prefix) and c.oid in (
        select indexrelid from pg_index where indrelid = renamed.of_table::regclass
        union all
        select objid from pg_depend where classid = 'pg_class'::regclass and refobjid = renamed.of_table::regclass and deptype = 'a')
    loop
      execute format('alter %s %s rename to %I', case object.relkind when 'S' then 'sequence' else 'index' end, object.name, object.new_name);
    end loop;
    continue when to_regclass('pg_dist_partition') is not null;
    for object in
      select conname as name, renamed.new_prefix || substr(conname, length(renamed.old_prefix) + 1) as new_name
      from pg_constraint
      where conrelid = renamed.of_table::regclass and starts_with(conname, renamed.old_prefix)
    loop
      execute format('alter table %I rename constraint %I to %I', renamed.of_table, object.name, object.new_name);
    end loop;
  end loop;
end
$$;

-- Policies are named for the work that they allow.
do $$
declare
  policy record;
begin
  for policy in
    select p.tablename, p.policyname, n.new_name
    from pg_policies p
    join (values
      ('swept', 'cleanup'), ('forgotten', 'cleanup'), ('folded', 'compaction'), ('erased', 'erasure'), ('ordered', 'ordering'),
      ('sealed', 'sealing'), ('searched', 'search'), ('taken_up', 'job_queue'), ('delivered', 'delivery'), ('handed_out', 'delivery'),
      ('served', 'delivery'), ('founded', 'creation'), ('registered', 'creation'), ('seen_by_self', 'own_rows'),
      ('selected_by_self', 'own_selection'), ('ended_with_grant', 'revoked_with_grant')
    ) as n (old_name, new_name) on n.old_name = p.policyname
    where p.schemaname = 'public'
  loop
    execute format('alter policy %I on %I rename to %I', policy.policyname, policy.tablename, policy.new_name);
  end loop;
end
$$;
alter policy counted on spaces rename to metrics;
alter policy counted on sign_in_attempts rename to throttling;

alter function belongs_to_space(regclass) rename to enable_space_rls;
alter function count_contacts_anew() rename to analyze_contacts;

-- Indexes and generated columns refer to a function by its number. Function bodies refer to it by its name and are written again.
alter function plain(text) rename to normalize_text;
alter function pattern_of(text) rename to like_pattern;
create or replace function like_pattern(text text) returns text
  language plpgsql immutable strict parallel safe
  as $$ begin return regexp_replace(public.normalize_text(text), '([\\%_])', '\\\1', 'g'); end $$;
create or replace function door_key(
  house_number text, street text, postal_code text, city text, building text, addition text, floor text, door text, latitude text, longitude text
) returns text
  language sql immutable strict parallel safe
  as $$
    select md5(public.normalize_text(replace(replace(
      concat_ws('|', house_number, street, postal_code, city, building, addition, floor, door,
        case when street = '' and city = '' then latitude || ',' || longitude end),
      ' |', '|'), '| ', '|')))
  $$;
