-- Contacts with their tags and answers, and what finds, creates and selects them.

-- The people that an organisation reaches out to. They do not sign in. Users do.
create table contacts (
  group_id          bigint not null,
  id                bigserial,
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  deleted_at        timestamptz(3),
  -- Increased by every change, so that an undo sees whether the contact has changed since.
  version           bigint not null default 1,
  changed_by        bigint,
  firstname         text not null,
  surname           text not null,
  married_name      text not null,
  gender            text not null check (gender in ('', 'M', 'F', 'O')),
  birthdate         timestamptz(3),
  age_category      integer not null check (age_category >= 0),
  birth_city        text not null,
  birth_dept        text not null default '',
  birth_country     text not null,
  nationality       text not null,
  mail              text not null,
  mobile            text not null,
  mobile_invalid    boolean not null,
  phone             text not null,
  phone_invalid     boolean not null,
  black_list        boolean not null,
  score             double precision not null default 0,
  external_id       text not null,
  nationbuilderid   bigint,
  -- Given with the first membership: consecutive numbers without a gap.
  membership_number bigint check (membership_number > 0),
  membership_code   text not null default '',
  -- Null if the contact has no address. All parts of the address are then empty.
  address_id        bigint,
  house_number      text not null default '',
  street            text not null default '',
  postal_code       text not null default '',
  city_code         text not null default '',
  city              text not null default '',
  county            text not null default '',
  state             text not null default '',
  country           text not null default '',
  addition          text not null default '',
  infos             text not null default '',
  building          text not null default '',
  building_type     text not null default '',
  floor             text not null default '',
  door              text not null default '',
  polling_station   text not null default '',
  latitude          text not null default '',
  longitude         text not null default '',
  -- The contact that this one was merged into. It is then deleted.
  merged_into       bigint,
  -- Set when the person restricted the use of their data (GDPR, article 18).
  restricted_at     timestamptz(3),
  -- Set when the personal data was erased (article 17).
  erased_at         timestamptz(3),
  -- The values as they are compared.
  firstname_key     text generated always as (normalize_text(firstname)) stored,
  surname_key       text generated always as (normalize_text(surname)) stored,
  mail_key          text generated always as (lower(mail)) stored,
  street_key        text generated always as (normalize_text(street)) stored,
  city_key          text generated always as (normalize_text(city)) stored,
  -- In international format (+33612345678), or empty if the number is unclear.
  mobile_key        text not null default '',
  phone_key         text not null default '',
  primary key (group_id, id),
  constraint contacts_space foreign key (group_id) references spaces (id),
  constraint contacts_merged_into foreign key (group_id, merged_into) references contacts (group_id, id)
);
create sequence contact_addresses_id_seq;
create unique index contacts_by_membership_number on contacts (group_id, membership_number) where membership_number is not null;
create index contacts_by_name on contacts (group_id, surname_key, firstname_key, id) where deleted_at is null;
create index contacts_by_mail on contacts (group_id, mail_key) where deleted_at is null and mail <> '';
create index contacts_by_mobile on contacts (group_id, mobile_key) where deleted_at is null and mobile_key <> '';
create index contacts_by_phone on contacts (group_id, phone_key) where deleted_at is null and phone_key <> '';
create index contacts_by_external_id on contacts (group_id, external_id) where deleted_at is null and external_id <> '';
-- Finds duplicates by birthdate and by address, in the order of names.
create index contacts_by_full_name on contacts (group_id, surname_key, firstname_key, birthdate, street_key, house_number, city_key)
  where deleted_at is null and surname_key <> '' and firstname_key <> '';
-- The mail address and external id of a merged contact still find the person.
create index contacts_merged on contacts (group_id, merged_into) where merged_into is not null;
create index contacts_merged_by_mail on contacts (group_id, mail_key) where merged_into is not null and mail <> '';
create index contacts_merged_by_external_id on contacts (group_id, external_id) where merged_into is not null and external_id <> '';
-- Deleted contacts that can be restored, and contacts whose tags do not count.
create index contacts_hidden on contacts (group_id, deleted_at, id) where (deleted_at is not null or restricted_at is not null) and erased_at is null;
select enable_space_rls('contacts');
-- The application marks contacts as deleted.
revoke delete on contacts from muster_app;

-- Updates the statistics of the planner during an import of many contacts, which autovacuum does too late. Only the owner of a table may analyze it.
create function analyze_contacts() returns void language plpgsql security definer set search_path = public as $$
begin
  -- Autovacuum analyzes the shards of distributed tables, whose function this is; see server/db/citus/functions.ts.
  if to_regproc('is_distributed') is null then
    analyze (skip_locked) contacts;
  end if;
end
$$;
revoke execute on function analyze_contacts() from public;
grant execute on function analyze_contacts() to muster_app;

-- Taken while a contact is looked up and perhaps created, so that two requests for the same person create one contact. The mail address and the name
-- of a person each map to one of at most a thousand rows per space.
create table contact_locks (
  group_id bigint not null,
  slot     integer not null,
  primary key (group_id, slot),
  constraint contact_locks_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('contact_locks');

create table tags (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  name       text not null check (name ~ '\S' and length(name) <= 200),
  name_key   text generated always as (lower(name)) stored,
  -- Tags are found by how they begin, without case and accents.
  find_key   text collate "C" generated always as (normalize_text(name)) stored,
  primary key (group_id, id)
);
create unique index tags_by_name on tags (group_id, name_key);
create index tags_in_order on tags (group_id, find_key, id);
select enable_space_rls('tags');

create table contact_tags (
  group_id   bigint not null,
  contact_id bigint not null,
  tag_id     bigint not null,
  primary key (group_id, contact_id, tag_id),
  constraint contact_tags_contact foreign key (group_id, contact_id) references contacts (group_id, id),
  constraint contact_tags_tag foreign key (group_id, tag_id) references tags (group_id, id)
);
create index contact_tags_of_tag on contact_tags (group_id, tag_id, contact_id);
select enable_space_rls('contact_tags');

-- Tags added to or removed from many contacts, at once or by a job.
create table tag_changes (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  user_id    bigint not null,
  added      text[] not null,
  removed    text[] not null,
  -- Which contacts, while the job needs it.
  query      json,
  job_id     bigint,
  matched    bigint not null default 0,
  changed    bigint not null default 0,
  primary key (group_id, id),
  constraint tag_changes_space foreign key (group_id) references spaces (id)
);
select enable_space_rls('tag_changes');
revoke delete on tag_changes from muster_app;

-- Questions that are asked of contacts. `type` is how they are answered, `kind` what they are about.
create table forms (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  label       text not null check (label ~ '\S'),
  type        text not null check (type in ('text', 'numeric', 'date', 'radio', 'select', 'checkbox')),
  kind        text not null check (kind in ('consent', 'survey', 'level_of_support', 'custom_fields', 'presence_status', 'tasks')),
  custom      boolean generated always as (kind = 'custom_fields') stored,
  primary key (group_id, id),
  constraint forms_custom unique (group_id, id, custom),
  constraint forms_space foreign key (group_id) references spaces (id)
);
create index forms_by_kind on forms (group_id, kind, id);
select enable_space_rls('forms');
revoke delete on forms from muster_app;

-- The answers to choose from. A form with free input has exactly one, which its answers refer to.
create table form_refvalues (
  group_id    bigint not null,
  id          bigserial,
  form_id     bigint not null,
  position    integer not null,
  label       text not null,
  value       text not null,
  archived_at timestamptz(3),
  primary key (group_id, id),
  constraint form_refvalues_in_form unique (group_id, form_id, id),
  constraint form_refvalues_form foreign key (group_id, form_id) references forms (group_id, id)
);
create index form_refvalues_of_form on form_refvalues (group_id, form_id, position);
select enable_space_rls('form_refvalues');

-- Answers to forms: consents, surveys, level of support, custom fields. The refvalue belongs to the form, and `custom` is that of the form.
create table contact_answers (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  contact_id  bigint not null,
  custom      boolean not null,
  form_id     bigint not null,
  form_ref_id bigint not null,
  data        text not null,
  -- The answer as it is compared. Longer answers are compared whole, from the row.
  data_key    text generated always as (left(normalize_text(data), 500)) stored,
  date        timestamptz(3),
  survey_id   bigint,
  -- Where the answer comes from and who recorded it, as evidence of a consent.
  source      text not null default '',
  user_id     bigint,
  primary key (group_id, id),
  constraint contact_answers_contact foreign key (group_id, contact_id) references contacts (group_id, id),
  constraint contact_answers_form foreign key (group_id, form_id, custom) references forms (group_id, id, custom),
  constraint contact_answers_refvalue foreign key (group_id, form_id, form_ref_id) references form_refvalues (group_id, form_id, id)
);
create index contact_answers_of_contact on contact_answers (group_id, contact_id);
create index contact_answers_by_data on contact_answers (group_id, form_id, data_key, contact_id);
select enable_space_rls('contact_answers');

-- What became of each upsert.
create table upsert_receipts (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  receipt    text not null,
  state      text not null check (state in ('pending', 'created', 'updated', 'refused')),
  contact_id bigint,
  reasons    text[] not null,
  user_id    bigint not null,
  primary key (group_id, id),
  constraint upsert_receipts_space foreign key (group_id) references spaces (id),
  constraint upsert_receipts_contact foreign key (group_id, contact_id) references contacts (group_id, id)
);
create unique index upsert_receipts_by_receipt on upsert_receipts (group_id, receipt);
create index upsert_receipts_by_age on upsert_receipts (created_at);
create index upsert_receipts_of_contact on upsert_receipts (group_id, contact_id);
select enable_space_rls('upsert_receipts');
revoke update, delete on upsert_receipts from muster_app;
create policy cleanup on upsert_receipts to muster_worker using (true);
grant select (group_id, created_at), delete on upsert_receipts to muster_worker;
grant select, update (reasons) on upsert_receipts to muster_eraser;
create policy erasure on upsert_receipts to muster_eraser
  using (group_id = nullif(current_setting('app.group_id', true), '')::bigint)
  with check (group_id = nullif(current_setting('app.group_id', true), '')::bigint);

grant usage on all sequences in schema public to muster_app, muster_worker;
