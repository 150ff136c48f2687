-- Duplicates, merging, and what people may ask about their data.

-- Takes personal data out of places where nobody else may change anything: the history of the books, the audit log, stored answers.
do $$
begin
  if not exists (select from pg_roles where rolname = 'muster_eraser') then
    begin
      create role muster_eraser nologin noinherit;
    exception when duplicate_object or unique_violation then
      null; -- Another database of this server was migrated at the same moment.
    end;
  end if;
  if not pg_has_role(current_user, 'muster_eraser', case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
    grant muster_eraser to current_user;
  end if;
  grant usage on schema public to muster_eraser;
end
$$;

-- Two contacts that somebody looked at and found to be two people.
create table told_apart (
  group_id   bigint not null,
  low_id     bigint not null,
  high_id    bigint not null,
  created_at timestamptz(3) not null default now(),
  user_id    bigint not null,
  primary key (group_id, low_id, high_id),
  constraint in_order check (low_id < high_id)
);

-- Two contacts made one, with all that it takes to make them two again.
create table merges (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  user_id     bigint not null,
  survivor_id bigint not null,
  gone_id     bigint not null,
  -- What the survivor got and where it came from; emptied when one of them is erased.
  record      json,
  undone_at   timestamptz(3),
  undone_by   bigint,
  -- What had changed since, and stayed with the survivor.
  stayed      json,
  primary key (group_id, id)
);

-- What people ask about their own data, and until when they must have an answer.
create table privacy_requests (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  created_by  bigint not null,
  contact_id  bigint not null,
  kind        text not null check (kind in ('access', 'erasure', 'restriction', 'rectification')),
  state       text not null check (state in ('open', 'done', 'refused', 'lifted')),
  received_at timestamptz(3) not null,
  due_at      timestamptz(3) not null,
  answered_at timestamptz(3),
  answered_by bigint,
  notes       text not null,
  primary key (group_id, id)
);

-- That somebody was erased, so that a file which still has them can be recognised. Nothing else is kept of them.
create table erasure_receipts (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  contact_id bigint not null,
  -- Of the mail address, with the salt of the space; empty when there was none.
  mail_hash  text not null,
  primary key (group_id, id)
);

create table erasure_salts (
  group_id bigint primary key,
  salt     text not null
);

alter table told_apart add constraint told_apart_low foreign key (group_id, low_id) references contacts (group_id, id);
alter table told_apart add constraint told_apart_high foreign key (group_id, high_id) references contacts (group_id, id);
alter table merges add constraint merges_survivor foreign key (group_id, survivor_id) references contacts (group_id, id);
alter table merges add constraint merges_gone foreign key (group_id, gone_id) references contacts (group_id, id);
alter table contacts add constraint contacts_merged_into foreign key (group_id, merged_into) references contacts (group_id, id);
alter table privacy_requests add constraint privacy_requests_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table erasure_receipts add constraint erasure_receipts_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table erasure_salts add constraint erasure_salts_space foreign key (group_id) references spaces (id);

create index told_apart_by_high on told_apart (group_id, high_id);
create index merges_of_survivor on merges (group_id, survivor_id, id);
create index merges_of_gone on merges (group_id, gone_id, id);
create index contacts_merged on contacts (group_id, merged_into) where merged_into is not null;
create index privacy_requests_of_contact on privacy_requests (group_id, contact_id, id);
create index privacy_requests_by_state on privacy_requests (group_id, state, due_at, id);
create index erasure_receipts_by_mail on erasure_receipts (group_id, mail_hash) where mail_hash <> '';

-- For finding the same person twice. Walked in order, so that a page costs what it shows.
create index contacts_by_name_and_birth on contacts (group_id, surname_key, firstname_key, birthdate)
  where deleted_at is null and birthdate is not null and surname_key <> '' and firstname_key <> '';
create index contacts_by_name_and_place on contacts (group_id, surname_key, firstname_key, street_key, house_number, city_key)
  where deleted_at is null and street_key <> '' and surname_key <> '' and firstname_key <> '';

create index audit_log_by_time on audit_log (group_id, created_at, id);
create index audit_log_by_user on audit_log (group_id, user_id, created_at, id);
create index audit_log_by_kind on audit_log (group_id, kind, created_at, id);

-- The texts in a state (comments, payment details) are sealed by a digest with a salt of their own, which stands here after an `s`. Erasing
-- takes text and salt away and leaves the digest, after a `d`: the seal of the entry still holds, and nobody can find out what stood there.
-- Entries from before have neither, and are sealed as a whole.
alter table bundle_history add column old_seal text;
alter table bundle_history add column new_seal text;

-- In which space a key was used, so that an erasure there finds the answers that tell about somebody.
alter table idempotency_keys add column group_id bigint;
create index idempotency_keys_of_space on idempotency_keys (group_id);

select belongs_to_space(name::regclass)
from unnest(array['told_apart', 'merges', 'privacy_requests', 'erasure_receipts', 'erasure_salts']) as name;
revoke delete on merges, privacy_requests from muster_app;
revoke update, delete on erasure_receipts, erasure_salts from muster_app;

grant select, update (old, new, old_seal, new_seal) on bundle_history to muster_eraser;
grant select, update (details) on audit_log to muster_eraser;
grant select, update (headers, body) on idempotency_keys to muster_eraser;
grant select, update (reasons) on upsert_receipts to muster_eraser;
grant select, delete on consent_history to muster_eraser;
do $$
declare
  place text;
begin
  foreach place in array array['bundle_history', 'audit_log', 'idempotency_keys', 'consent_history', 'upsert_receipts'] loop
    execute format(
      'create policy erased on %I to muster_eraser
         using (group_id = (select nullif(current_setting(''app.group_id'', true), '''')::bigint))
         with check (group_id = (select nullif(current_setting(''app.group_id'', true), '''')::bigint))', place);
  end loop;
end
$$;
grant usage on all sequences in schema public to muster_app, muster_worker;
