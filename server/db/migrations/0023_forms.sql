-- What the form builder adds to a form: its order, how it is explained, who sees it, when it is asked, and the text of a consent.
alter table forms
  add column position integer not null default 0,
  add column help text not null default '' check (length(help) <= 2000),
  add column required_at_door boolean not null default false,
  -- Null: every user who sees answers. Otherwise the roles and teams that see the form, of which both lists may be empty.
  add column visible_roles bigint[],
  add column visible_teams bigint[],
  -- The form is asked if the answer to this other form is one of these values; without values, if it has any answer.
  add column condition_form_id bigint,
  add column condition_ref_ids bigint[] not null default '{}',
  -- What people agree to. Empty: the label is the text.
  add column text text not null default '' check (length(text) <= 20000),
  add column version integer not null default 1 check (version > 0),
  add constraint forms_visible check ((visible_roles is null) = (visible_teams is null)),
  add constraint forms_condition_not_itself check (condition_form_id <> id),
  add constraint forms_condition_values check (condition_form_id is not null or cardinality(condition_ref_ids) = 0),
  add constraint forms_text_of_consent check (kind = 'consent' or (text = '' and version = 1)),
  add constraint forms_condition foreign key (group_id, condition_form_id) references forms (group_id, id);
create index forms_limited on forms (group_id, id) where visible_roles is not null;
create index forms_by_condition on forms (group_id, condition_form_id) where condition_form_id is not null;

-- Every text that a consent had. Rows are never changed: they say what people agreed to.
create table form_versions (
  group_id   bigint not null,
  id         bigserial,
  form_id    bigint not null,
  version    integer not null check (version > 0),
  created_at timestamptz(3) not null default now(),
  -- Null: before versions were recorded.
  user_id    bigint,
  label      text not null,
  text       text not null,
  primary key (group_id, id),
  constraint form_versions_once unique (group_id, form_id, version),
  constraint form_versions_form foreign key (group_id, form_id) references forms (group_id, id)
);
select enable_space_rls('form_versions');
revoke update, delete on form_versions from muster_app;
insert into form_versions (group_id, form_id, version, created_at, label, text)
select group_id, id, 1, updated_at, label, '' from forms where kind = 'consent';

-- The version of the form that was answered. Forms other than consents have one version.
alter table contact_answers add column form_version integer not null default 1;
alter table consent_history add column form_version integer not null default 1;

grant usage on all sequences in schema public to muster_app, muster_worker;
