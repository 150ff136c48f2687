-- Answers name a form and one of its values that belong together, under the list that the kind of the form asks for. Answers from before
-- there were forms may name none; they stay, and nothing new may follow them.
alter table forms add column custom boolean generated always as (kind = 'custom_fields') stored;
alter table forms add constraint forms_custom unique (group_id, id, custom);
alter table form_refvalues add constraint form_refvalues_in_form unique (group_id, form_id, id);
alter table contact_answers add constraint contact_answers_form foreign key (group_id, form_id, custom)
  references forms (group_id, id, custom) not valid;
alter table contact_answers add constraint contact_answers_refvalue foreign key (group_id, form_id, form_ref_id)
  references form_refvalues (group_id, form_id, id) not valid;
create index contact_answers_by_refvalue on contact_answers (group_id, form_id, form_ref_id);

-- Every consent that was ever given, changed or taken back. Nothing in it is changed: it is what can be shown of a consent.
create table consent_history (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  contact_id  bigint not null,
  form_id     bigint not null,
  form_ref_id bigint not null,
  -- The words somebody agreed to: forms may be reworded later.
  form_label  text not null,
  label       text not null,
  data        text not null,
  date        timestamptz(3),
  survey_id   bigint,
  -- Whether the answer was given, or is the one that was taken back.
  given       boolean not null,
  source      text not null,
  user_id     bigint,
  request     text not null,
  primary key (group_id, id)
);

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
  primary key (group_id, id)
);

-- Held while a person is looked for and perhaps made, so that two who look for the same person at once make one. A person's mail and name
-- each fall on one of these rows; there are never more than a thousand in a space.
create table contact_locks (
  group_id bigint not null,
  slot     integer not null,
  primary key (group_id, slot)
);

alter table consent_history add constraint consent_history_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table consent_history add constraint consent_history_refvalue foreign key (group_id, form_id, form_ref_id)
  references form_refvalues (group_id, form_id, id);
alter table upsert_receipts add constraint upsert_receipts_space foreign key (group_id) references spaces (id);
alter table upsert_receipts add constraint upsert_receipts_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table contact_locks add constraint contact_locks_space foreign key (group_id) references spaces (id);

create index consent_history_of_contact on consent_history (group_id, contact_id, id);
create index consent_history_by_refvalue on consent_history (group_id, form_id, form_ref_id);
create unique index upsert_receipts_by_receipt on upsert_receipts (group_id, receipt);
create index upsert_receipts_by_age on upsert_receipts (created_at);
create index upsert_receipts_of_contact on upsert_receipts (group_id, contact_id);
create index events_by_subject on events (group_id, subject_id, id);

select belongs_to_space(name::regclass) from unnest(array['consent_history', 'upsert_receipts', 'contact_locks']) as name;
revoke update, delete on consent_history from muster_app;
revoke update, delete on upsert_receipts from muster_app;
-- They are forgotten after a while, in all spaces.
create policy forgotten on upsert_receipts to muster_worker using (true);
grant select (group_id, created_at), delete on upsert_receipts to muster_worker;
grant usage on all sequences in schema public to muster_app, muster_worker;

-- Contacts are counted without counting from here on, those that are there already included.
insert into tallies (group_id, what, change)
select group_id, 'contacts', count(*) from contacts where deleted_at is null group by group_id;
