-- Files of contacts. Their contents are outside the database, under the storage key.
create table files (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  contact_id  bigint not null,
  user_id     bigint not null,
  name        text not null check (name ~ '\S' and length(name) <= 200),
  bytes       bigint not null check (bytes > 0),
  -- Of the contents, in hexadecimal digits.
  sha256      text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null,
  primary key (group_id, id),
  constraint files_contact foreign key (group_id, contact_id) references contacts (group_id, id),
  constraint files_user foreign key (group_id, user_id) references users (group_id, id)
);
create unique index files_once on files (group_id, contact_id, sha256);
create index files_of_contact on files (group_id, contact_id, id);
select enable_space_rls('files');

-- The bytes that a space uses.
create table file_usage (
  group_id bigint not null primary key,
  bytes    bigint not null check (bytes >= 0)
);
select enable_space_rls('file_usage');

-- Contents to delete from the storage. An upload is listed before its contents are stored, and taken off when its file is: what an interrupted
-- upload left is deleted later.
create table file_removals (
  group_id     bigint not null,
  storage_key  text not null,
  kind         text not null check (kind in ('upload', 'deletion')),
  next_attempt timestamptz(3) not null,
  attempts     integer not null default 0,
  primary key (group_id, storage_key)
);
create index file_removals_due on file_removals (next_attempt);
select enable_space_rls('file_removals');
create policy removal on file_removals to muster_worker using (true);
grant select, update, delete on file_removals to muster_worker;

grant usage on all sequences in schema public to muster_app, muster_worker;
