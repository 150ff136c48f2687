-- What contacts, forms, search, imports, duplicates and field work share.
create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- A text as it is compared: without accents, in lower case, without blanks around it.
create function plain(text text) returns text
  language sql immutable strict parallel safe
  as $$ select btrim(lower(public.unaccent('public.unaccent'::regdictionary, text))) $$;

-- Questions that are asked of contacts. `type` says how one answers, `kind` what it is about.
create table forms (
  group_id    bigint not null,
  id          bigserial,
  created_at  timestamptz(3) not null default now(),
  updated_at  timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  label       text not null check (label ~ '\S'),
  type        text not null check (type in ('text', 'numeric', 'date', 'radio', 'select', 'checkbox')),
  kind        text not null check (kind in ('consent', 'survey', 'level_of_support', 'custom_fields', 'presence_status', 'tasks')),
  primary key (group_id, id)
);

-- The answers one can choose from; a form with free input has exactly one, which its answers name.
create table form_refvalues (
  group_id    bigint not null,
  id          bigserial,
  form_id     bigint not null,
  position    integer not null,
  label       text not null,
  value       text not null,
  archived_at timestamptz(3),
  primary key (group_id, id)
);

alter table forms add constraint forms_space foreign key (group_id) references spaces (id);
alter table form_refvalues add constraint form_refvalues_form foreign key (group_id, form_id) references forms (group_id, id);
create index forms_by_kind on forms (group_id, kind, id);
create index form_refvalues_of_form on form_refvalues (group_id, form_id, position);

-- Where an answer came from, and who took it down: a consent is worth what can be shown of it.
alter table contact_answers add column source text not null default '';
alter table contact_answers add column user_id bigint;

-- Counted up by every change of a contact, so that whoever wants to undo something sees whether it is still as it was left.
alter table contacts add column version bigint not null default 1;
-- The numbers as the whole world writes them (+33612345678), or empty where that is unclear.
alter table contacts add column mobile_key text not null default '';
alter table contacts add column phone_key text not null default '';
-- The other contact into which this one was merged; it is deleted then.
alter table contacts add column merged_into bigint;
-- Asked that nothing but storing be done with their data (GDPR, article 18); was anonymised (article 17).
alter table contacts add column restricted_at timestamptz(3);
alter table contacts add column erased_at timestamptz(3);
alter table contacts add column firstname_key text generated always as (plain(firstname)) stored;
alter table contacts add column surname_key text generated always as (plain(surname)) stored;
alter table contacts add column street_key text generated always as (plain(street)) stored;
alter table contacts add column city_key text generated always as (plain(city)) stored;

create index contacts_by_name on contacts (group_id, surname_key, firstname_key, id) where deleted_at is null;
create index contacts_by_mobile on contacts (group_id, mobile_key) where deleted_at is null and mobile_key <> '';
create index contacts_by_phone on contacts (group_id, phone_key) where deleted_at is null and phone_key <> '';

-- Who looked at or did what that must be accounted for. Nothing in it is ever changed.
create table audit_log (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  user_id    bigint,
  token_id   bigint,
  request    text not null,
  kind       text not null,
  subject    text not null,
  subject_id bigint,
  details    json not null,
  primary key (group_id, id)
);
alter table audit_log add constraint audit_log_space foreign key (group_id) references spaces (id);
create index audit_log_by_subject on audit_log (group_id, subject, subject_id, id);

select belongs_to_space(name::regclass) from unnest(array['forms', 'form_refvalues', 'audit_log']) as name;
revoke update, delete on audit_log from muster_app;
revoke delete on forms from muster_app;
grant usage on all sequences in schema public to muster_app, muster_worker;
