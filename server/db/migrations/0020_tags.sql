-- Tags are looked for by how they begin, without case and accents.
alter table tags add column find_key text collate "C" generated always as (plain(name)) stored;
create index tags_in_order on tags (group_id, find_key, id);

-- Contacts whose tags do not count, few beside the others.
create index contacts_out_of_sight on contacts (group_id, id)
  where (deleted_at is not null or restricted_at is not null) and erased_at is null;

-- Tags put on many contacts, or taken off, at once or by a job.
create table tag_changes (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  user_id    bigint not null,
  added      text[] not null,
  removed    text[] not null,
  -- Whom it is for, as long as a job needs to know.
  query      json,
  job_id     bigint,
  matched    bigint not null default 0,
  changed    bigint not null default 0,
  primary key (group_id, id)
);
alter table tag_changes add constraint tag_changes_space foreign key (group_id) references spaces (id);

select belongs_to_space('tag_changes');
revoke delete on tag_changes from muster_app;
grant usage on sequence tag_changes_id_seq to muster_app;
