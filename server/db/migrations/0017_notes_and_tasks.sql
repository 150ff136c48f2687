-- What users write about contacts: notes, tasks, relationships and households.

create table notes (
  group_id      bigint not null,
  id            bigserial,
  created_at    timestamptz(3) not null default now(),
  updated_at    timestamptz(3) not null default now(),
  -- When the text was last changed by its author. Null: never.
  edited_at     timestamptz(3),
  contact_id    bigint not null,
  user_id       bigint not null,
  -- Empty after the erasure of a person whom it named.
  text          text not null check (length(text) <= 10000),
  pinned        boolean not null,
  -- The users whom the text mentions, who may read it.
  mentioned_ids bigint[] not null,
  -- The users who got a mail about it, who do not get another.
  notified_ids  bigint[] not null,
  primary key (group_id, id),
  constraint notes_contact foreign key (group_id, contact_id) references contacts (group_id, id),
  constraint notes_user foreign key (group_id, user_id) references users (group_id, id)
);
create index notes_of_contact on notes (group_id, contact_id, pinned, id);
select enable_space_rls('notes');

create table tasks (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  created_by  bigint not null,
  -- Title and text are empty after the erasure of a person whom they named.
  title       text not null check (length(title) <= 200),
  text        text not null check (length(text) <= 10000),
  contact_id  bigint,
  assignee_id bigint,
  due_date    date,
  -- The order of open tasks: days since 1970; those without a date come last.
  due_key     integer not null generated always as (coalesce(due_date - date '1970-01-01', 2147483647)) stored,
  done_at     timestamptz(3),
  done_by     bigint,
  primary key (group_id, id),
  constraint tasks_done check ((done_at is null) = (done_by is null)),
  constraint tasks_author foreign key (group_id, created_by) references users (group_id, id),
  constraint tasks_contact foreign key (group_id, contact_id) references contacts (group_id, id),
  constraint tasks_assignee foreign key (group_id, assignee_id) references users (group_id, id),
  constraint tasks_done_by foreign key (group_id, done_by) references users (group_id, id)
);
create index tasks_open_of_assignee on tasks (group_id, assignee_id, due_key, id) where done_at is null;
create index tasks_done_of_assignee on tasks (group_id, assignee_id, done_at desc, id desc) where done_at is not null;
create index tasks_of_contact on tasks (group_id, contact_id, id) where contact_id is not null;
create index tasks_open_of_author on tasks (group_id, created_by, due_key, id) where done_at is null;
create index tasks_done_of_author on tasks (group_id, created_by, done_at desc, id desc) where done_at is not null;
select enable_space_rls('tasks');

-- The other contact is the kind of relative of the contact: with `parent`, other_id is the parent of contact_id.
create table relationships (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  created_by bigint not null,
  contact_id bigint not null,
  other_id   bigint not null check (other_id <> contact_id),
  kind       text not null check (kind in ('parent', 'partner', 'sibling', 'friend', 'colleague', 'employer', 'caregiver', 'other')),
  -- Only of the kind `other`. Empty after the erasure of a person whom it named.
  label      text not null check (length(label) <= 100 and (label = '' or kind = 'other')),
  label_key  text not null generated always as (lower(label)) stored,
  low_id     bigint not null generated always as (least(contact_id, other_id)) stored,
  high_id    bigint not null generated always as (greatest(contact_id, other_id)) stored,
  primary key (group_id, id),
  constraint relationships_contact foreign key (group_id, contact_id) references contacts (group_id, id),
  constraint relationships_other foreign key (group_id, other_id) references contacts (group_id, id),
  constraint relationships_author foreign key (group_id, created_by) references users (group_id, id)
);
create unique index relationships_once on relationships (group_id, low_id, high_id, kind, label_key);
create index relationships_of_contact on relationships (group_id, contact_id, id);
create index relationships_of_other on relationships (group_id, other_id, id);
select enable_space_rls('relationships');

create table households (
  group_id     bigint not null,
  id           bigserial,
  created_at   timestamptz(3) not null default now(),
  updated_at   timestamptz(3) not null default now(),
  created_by   bigint not null,
  -- Empty after the erasure of a person whom it named.
  name         text not null check (length(name) <= 200),
  house_number text not null check (length(house_number) <= 500),
  street       text not null check (length(street) <= 500),
  addition     text not null check (length(addition) <= 500),
  postal_code  text not null check (length(postal_code) <= 500),
  city         text not null check (length(city) <= 500),
  country      text not null check (length(country) <= 500),
  primary key (group_id, id),
  constraint households_author foreign key (group_id, created_by) references users (group_id, id)
);
create index households_by_name on households (group_id, name collate "und-x-icu", id);
select enable_space_rls('households');

-- A contact is in at most one household.
create table household_members (
  group_id     bigint not null,
  id           bigserial,
  household_id bigint not null,
  contact_id   bigint not null,
  primary key (group_id, id),
  constraint household_members_household foreign key (group_id, household_id) references households (group_id, id),
  constraint household_members_contact foreign key (group_id, contact_id) references contacts (group_id, id)
);
create unique index household_members_once on household_members (group_id, contact_id);
create index household_members_of_household on household_members (group_id, household_id, contact_id);
select enable_space_rls('household_members');

grant usage on all sequences in schema public to muster_app, muster_worker;
