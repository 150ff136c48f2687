-- Work that takes longer than a request. One process at a time holds a job; it moves on in steps, each of which is one transaction
-- together with the position it reached, so that whoever takes it up after a crash goes on exactly there.
create table jobs (
  group_id         bigint not null,
  id               bigserial,
  created_at       timestamptz(3) not null default now(),
  started_at       timestamptz(3),
  ended_at         timestamptz(3),
  user_id          bigint not null,
  -- What the asker's token was good for, and the request that asked.
  token_id         bigint not null,
  scopes           text[],
  request          text not null,
  kind             text not null,
  subject_id       bigint not null,
  state            text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  -- How far it is: `done` of `total`, in `unit`.
  unit             text not null,
  done             bigint not null default 0,
  total            bigint not null default 0,
  position         json not null default '{}',
  result           json not null default '{}',
  error            text not null default '',
  cancel_requested boolean not null default false,
  claimed_by       text,
  heartbeat_at     timestamptz(3),
  -- Times it was taken up, or stumbled, since it last moved on.
  attempts         integer not null default 0,
  next_attempt     timestamptz(3) not null default now(),
  primary key (group_id, id)
);

-- An uploaded file, and what is to be done with it.
create table imports (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  -- Null until the file has arrived whole; nobody sees it before.
  ready_at     timestamptz(3),
  -- The file and what undoing needs are forgotten after a while; the import stays listed.
  forgotten_at timestamptz(3),
  user_id      bigint not null,
  name         text not null,
  bytes        bigint not null default 0,
  encoding     text not null default 'utf-8' check (encoding in ('utf-8', 'windows-1252')),
  separator    text not null default ',' check (separator in (',', ';', E'\t')),
  -- Where in the file the first row after the header begins, and which number it has.
  data_start   bigint not null default 0,
  first_row    integer not null default 2,
  settings     json not null default '{}',
  check_job_id bigint,
  run_job_id   bigint,
  undo_job_id  bigint,
  primary key (group_id, id)
);

create table import_pieces (
  group_id  bigint not null,
  import_id bigint not null,
  position  integer not null,
  bytes     bytea not null,
  primary key (group_id, import_id, position)
);
alter table import_pieces alter column bytes set storage external;

-- Rows that were not taken, by their place in the file.
create table import_refusals (
  group_id  bigint not null,
  import_id bigint not null,
  row       integer not null,
  start     bigint not null,
  length    integer not null,
  reason    text not null,
  primary key (group_id, import_id, row)
);

-- What an import did to each contact, and what was there before.
create table import_changes (
  group_id      bigint not null,
  import_id     bigint not null,
  contact_id    bigint not null,
  created       boolean not null,
  -- The contact's version as the import found it and as it left it; 0 when somebody else changed it while the import was under way.
  version_before bigint not null,
  version       bigint not null,
  -- The old values of the columns that changed; all old answers to the forms concerned, when any of them changed; tags that were put on.
  before        jsonb not null default '{}',
  answers       jsonb,
  added_tags    bigint[] not null default '{}',
  undone        text check (undone in ('restored', 'deleted', 'kept')),
  kept_because  text not null default '',
  primary key (group_id, import_id, contact_id)
);

-- Tags that did not exist before the import.
create table import_tags (
  group_id  bigint not null,
  import_id bigint not null,
  tag_id    bigint not null,
  primary key (group_id, import_id, tag_id)
);

-- Whom a dry run has met so far in the file; empty when it is over.
create table import_marks (
  group_id  bigint not null,
  import_id bigint not null,
  key       text not null,
  primary key (group_id, import_id, key)
);

alter table jobs add constraint jobs_space foreign key (group_id) references spaces (id);
alter table imports add constraint imports_space foreign key (group_id) references spaces (id);
alter table import_pieces add constraint import_pieces_import foreign key (group_id, import_id) references imports (group_id, id);
-- The tables that are written by the thousand name the import without a key: whoever writes them holds it.
alter table import_tags add constraint import_tags_import foreign key (group_id, import_id) references imports (group_id, id);

create index jobs_waiting on jobs (next_attempt, id) where state in ('queued', 'running');
-- In a space one job runs after the other: two imports at once would not see each other's contacts.
create unique index jobs_one_at_a_time on jobs (group_id) where state = 'running';
create index imports_by_age on imports (updated_at) where forgotten_at is null;
create index jobs_of_subject on jobs (group_id, subject_id);
create index contacts_restricted on contacts (group_id, id) where restricted_at is not null;
create index import_changes_of_contact on import_changes (group_id, contact_id);

select belongs_to_space(name::regclass)
from unnest(array['jobs', 'imports', 'import_pieces', 'import_refusals', 'import_changes', 'import_tags', 'import_marks']) as name;
revoke delete on jobs from muster_app;
grant usage on sequence jobs_id_seq, imports_id_seq to muster_app;

create policy taken_up on jobs to muster_worker using (true);
grant select, update on jobs to muster_worker;

-- Files and traces of old imports are swept away across all spaces.
create policy swept on imports to muster_worker using (true);
create policy swept on import_pieces to muster_worker using (true);
create policy swept on import_refusals to muster_worker using (true);
create policy swept on import_changes to muster_worker using (true);
create policy swept on import_tags to muster_worker using (true);
grant select, update, delete on imports to muster_worker;
grant select, delete on import_pieces, import_refusals, import_changes, import_tags to muster_worker;

-- PostgreSQL learns how many contacts there are only now and then. An import that makes a hundred thousand in a minute says so itself, or whoever
-- looks for one of them meanwhile is led through the wrong index. Only the owner may; so this runs with the owner's rights, and does just this.
create function count_contacts_anew() returns void language plpgsql security definer set search_path = public
  as $$ begin analyze (skip_locked) contacts; end $$;
revoke execute on function count_contacts_anew() from public;
grant execute on function count_contacts_anew() to muster_app;
