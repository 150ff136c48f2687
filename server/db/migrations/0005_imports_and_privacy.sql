-- Imports of files, duplicates and merges, and the rights of people over their data.

-- An uploaded file, and what to do with it.
create table imports (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  -- Null until the upload is complete. The import is not visible before.
  ready_at     timestamptz(3),
  -- When retention deleted the file and what an undo needs. The import stays listed.
  forgotten_at timestamptz(3),
  user_id      bigint not null,
  name         text not null,
  bytes        bigint not null default 0,
  encoding     text not null default 'utf-8' check (encoding in ('utf-8', 'windows-1252')),
  separator    text not null default ',' check (separator in (',', ';', E'\t')),
  -- Where in the file the first row after the header begins, and its number.
  data_start   bigint not null default 0,
  first_row    integer not null default 2,
  settings     json not null default '{}',
  check_job_id bigint,
  run_job_id   bigint,
  undo_job_id  bigint,
  primary key (group_id, id),
  constraint imports_space foreign key (group_id) references spaces (id)
);
create index imports_newest on imports (group_id, id desc) where ready_at is not null;
create index imports_by_age on imports (updated_at) where forgotten_at is null;
select enable_space_rls('imports');
create policy cleanup on imports to muster_worker using (true);
grant select, update, delete on imports to muster_worker;

create table import_chunks (
  group_id  bigint not null,
  import_id bigint not null,
  position  integer not null,
  bytes     bytea not null,
  primary key (group_id, import_id, position),
  constraint import_chunks_import foreign key (group_id, import_id) references imports (group_id, id)
);
-- Without compression, so that parts of a chunk can be read.
alter table import_chunks alter column bytes set storage external;
select enable_space_rls('import_chunks');
create policy cleanup on import_chunks to muster_worker using (true);
grant select, delete on import_chunks to muster_worker;

-- Rows that were refused, by their place in the file. The tables with many rows have no foreign key to the import: the job that writes them holds it.
create table import_refusals (
  group_id  bigint not null,
  import_id bigint not null,
  row       integer not null,
  start     bigint not null,
  length    integer not null,
  reason    text not null,
  primary key (group_id, import_id, row)
);
select enable_space_rls('import_refusals');
create policy cleanup on import_refusals to muster_worker using (true);
grant select, delete on import_refusals to muster_worker;

-- What an import changed in each contact, and the values before.
create table import_changes (
  group_id       bigint not null,
  import_id      bigint not null,
  contact_id     bigint not null,
  created        boolean not null,
  -- The version of the contact before and after the import. 0: another request changed it during the import.
  version_before bigint not null,
  version        bigint not null,
  -- The old values of the changed columns, all old answers to a form of which one changed, and the added tags.
  before         jsonb not null default '{}',
  answers        jsonb,
  added_tags     bigint[] not null default '{}',
  undone         text check (undone in ('restored', 'deleted', 'kept')),
  kept_because   text not null default '',
  primary key (group_id, import_id, contact_id)
);
create index import_changes_of_contact on import_changes (group_id, contact_id);
select enable_space_rls('import_changes');
create policy cleanup on import_changes to muster_worker using (true);
grant select, delete on import_changes to muster_worker;

-- Tags that did not exist before the import.
create table import_tags (
  group_id  bigint not null,
  import_id bigint not null,
  tag_id    bigint not null,
  primary key (group_id, import_id, tag_id),
  constraint import_tags_import foreign key (group_id, import_id) references imports (group_id, id)
);
select enable_space_rls('import_tags');
create policy cleanup on import_tags to muster_worker using (true);
grant select, delete on import_tags to muster_worker;

-- The people that a dry run has seen in the file so far. Empty when it has ended.
create table import_seen_keys (
  group_id  bigint not null,
  import_id bigint not null,
  key       text not null,
  primary key (group_id, import_id, key)
);
select enable_space_rls('import_seen_keys');

-- Two contacts that a user marked as different people.
create table not_duplicates (
  group_id   bigint not null,
  low_id     bigint not null,
  high_id    bigint not null,
  created_at timestamptz(3) not null default now(),
  user_id    bigint not null,
  primary key (group_id, low_id, high_id),
  constraint in_order check (low_id < high_id),
  constraint not_duplicates_low foreign key (group_id, low_id) references contacts (group_id, id),
  constraint not_duplicates_high foreign key (group_id, high_id) references contacts (group_id, id)
);
create index not_duplicates_by_high on not_duplicates (group_id, high_id);
select enable_space_rls('not_duplicates');

-- Two contacts merged into one, with everything that an undo needs.
create table merges (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  user_id     bigint not null,
  survivor_id bigint not null,
  gone_id     bigint not null,
  -- What the survivor got, and from where. Null after one of the two was erased.
  record      json,
  undone_at   timestamptz(3),
  undone_by   bigint,
  -- What had changed since the merge, and stayed with the survivor.
  stayed      json,
  primary key (group_id, id),
  constraint merges_survivor foreign key (group_id, survivor_id) references contacts (group_id, id),
  constraint merges_gone foreign key (group_id, gone_id) references contacts (group_id, id)
);
create index merges_of_survivor on merges (group_id, survivor_id, id);
create index merges_of_gone on merges (group_id, gone_id, id);
select enable_space_rls('merges');
revoke delete on merges from muster_app;

-- Every consent that was given, changed or withdrawn, as evidence. Rows are never changed; those of an erased contact are deleted.
create table consent_history (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  contact_id  bigint not null,
  form_id     bigint not null,
  form_ref_id bigint not null,
  -- The words that the person agreed to. Forms may be reworded later.
  form_label  text not null,
  label       text not null,
  data        text not null,
  date        timestamptz(3),
  survey_id   bigint,
  -- False: the answer was withdrawn.
  given       boolean not null,
  source      text not null,
  user_id     bigint,
  request     text not null,
  primary key (group_id, id),
  constraint consent_history_contact foreign key (group_id, contact_id) references contacts (group_id, id),
  constraint consent_history_refvalue foreign key (group_id, form_id, form_ref_id) references form_refvalues (group_id, form_id, id)
);
create index consent_history_of_contact on consent_history (group_id, contact_id, id);
create index consent_history_by_refvalue on consent_history (group_id, form_id, form_ref_id);
select enable_space_rls('consent_history');
revoke update, delete on consent_history from muster_app;
grant select, delete on consent_history to muster_eraser;
create policy erasure on consent_history to muster_eraser
  using (group_id = nullif(current_setting('app.group_id', true), '')::bigint)
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);

-- Requests of people about their own data, and when they are due.
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
  primary key (group_id, id),
  constraint privacy_requests_contact foreign key (group_id, contact_id) references contacts (group_id, id)
);
create index privacy_requests_of_contact on privacy_requests (group_id, contact_id, id);
create index privacy_requests_by_state on privacy_requests (group_id, state, due_at, id);
create index privacy_requests_by_due on privacy_requests (group_id, due_at, id);
select enable_space_rls('privacy_requests');
revoke delete on privacy_requests from muster_app;

-- Records that a contact was erased, so that an import can recognise a file that still has the person. Nothing else is kept of them.
create table erasure_receipts (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  contact_id bigint not null,
  -- Of the mail address, with the salt of the space. Empty if there was none.
  mail_hash  text not null,
  primary key (group_id, id),
  constraint erasure_receipts_contact foreign key (group_id, contact_id) references contacts (group_id, id)
);
create index erasure_receipts_by_mail on erasure_receipts (group_id, mail_hash) where mail_hash <> '';
select enable_space_rls('erasure_receipts');
revoke update, delete on erasure_receipts from muster_app;

create table erasure_salts (
  group_id bigint primary key,
  salt     text not null,
  constraint erasure_salts_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('erasure_salts');
revoke update, delete on erasure_salts from muster_app;

grant usage on all sequences in schema public to muster_app, muster_worker;
