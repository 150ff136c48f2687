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

-- Inserts the rows of one write to a bundle: its new items, its history, the changes of sums and counters, and the event. One call replaces
-- eight statements, which cost the application more than their rows cost the database. It has the rights of its caller: row level security
-- and grants apply as for the statements themselves. Items are the JSON texts of the interface; null means none.
drop function write_down(bigint, bigint, timestamptz, bigint, text, text, text, json, json, json, json, json, bigint);
create function insert_bundle_rows(
  space_id bigint, bundle_id bigint, changed_at timestamptz, author_id bigint, request_id text, event_kind text, change_source text,
  new_transactions json, new_memberships json, new_donations json, history_entries json, sum_rows json, bundles_added bigint
) returns void language plpgsql as $$
begin
  if new_transactions is not null then
    insert into transactions (id, created_at, updated_at, group_id, transaction_bundle_id, amount, currency, payment_method_kind, payment_method,
      contact_id, date, code_campaign, delivered_at, delivery_token, comment, comment_date, reimbursed_amount, unpaid_amount,
      external_transaction_id, status_id, extra_json)
    select i.* from json_to_recordset(new_transactions) as i (
      id bigint, "CreatedAt" timestamptz, "UpdatedAt" timestamptz, group_id bigint, transaction_bundle_id bigint, amount bigint, currency text,
      payment_method_kind text, payment_method json, contact_id bigint, date timestamptz, code_campaign text, delivered_at timestamptz,
      delivery_token text, comment text, comment_date timestamptz, reimbursed_amount bigint, unpaid_amount bigint,
      external_transaction_id bigint, status_id bigint, extra_json json);
  end if;
  if new_memberships is not null then
    insert into memberships (id, created_at, updated_at, group_id, transaction_bundle_id, contact_id, start_date, end_date, membership_price_id,
      amount, amount_initial, currency, comment, rolling_year)
    select i.* from json_to_recordset(new_memberships) as i (
      id bigint, "CreatedAt" timestamptz, "UpdatedAt" timestamptz, group_id bigint, transaction_bundle_id bigint, contact_id bigint,
      start_date timestamptz, end_date timestamptz, membership_price_id bigint, amount bigint, amount_initial bigint, currency text, comment text,
      rolling_year boolean);
  end if;
  if new_donations is not null then
    insert into donations (id, created_at, updated_at, group_id, transaction_bundle_id, contact_id, date, amount, initial_amount, currency,
      donation_price_id, affectation, comment)
    select i.* from json_to_recordset(new_donations) as i (
      id bigint, "CreatedAt" timestamptz, "UpdatedAt" timestamptz, group_id bigint, transaction_bundle_id bigint, contact_id bigint,
      date timestamptz, amount bigint, initial_amount bigint, currency text, donation_price_id bigint, affectation text, comment text);
  end if;
  insert into bundle_history (group_id, transaction_bundle_id, created_at, user_id, source, position, kind, target_id, old, new, old_seal, new_seal, hash)
  select space_id, bundle_id, changed_at, author_id, change_source, e.* from json_to_recordset(history_entries) as e (
    position integer, kind text, target_id bigint, old text, new text, old_seal text, new_seal text, hash text)
  order by e.position;
  if sum_rows is not null then
    insert into sum_changes (group_id, day, currency, payment_method_kind, code_campaign, status_id, unless, transactions, amount, reimbursed,
      unpaid, net, parts, donations, memberships)
    select space_id, s.* from json_to_recordset(sum_rows) as s (
      day date, currency text, payment_method_kind text, code_campaign text, status_id bigint, unless bigint[], transactions bigint, amount numeric,
      reimbursed numeric, unpaid numeric, net numeric, parts bigint, donations numeric, memberships numeric);
  end if;
  if bundles_added <> 0 then
    insert into counters (group_id, name, delta) values (space_id, 'transaction_bundles', bundles_added);
  end if;
  insert into events (group_id, kind, subject_id, user_id, request) values (space_id, event_kind, bundle_id, author_id, request_id);
end $$;
