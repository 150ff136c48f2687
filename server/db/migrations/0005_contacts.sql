-- The people an organisation reaches out to. They do not sign in; users do.
create table contacts (
  group_id          bigint not null,
  id                bigserial,
  created_at        timestamptz(3) not null default now(),
  updated_at        timestamptz(3) not null default now(),
  deleted_at        timestamptz(3),
  firstname         text not null,
  surname           text not null,
  married_name      text not null,
  gender            text not null check (gender in ('', 'M', 'F', 'O')),
  birthdate         timestamptz(3),
  age_category      integer not null check (age_category >= 0),
  birth_city        text not null,
  birth_country     text not null,
  nationality       text not null,
  mail              text not null,
  mail_key          text generated always as (lower(mail)) stored,
  mobile            text not null,
  mobile_invalid    boolean not null,
  phone             text not null,
  phone_invalid     boolean not null,
  black_list        boolean not null,
  external_id       text not null,
  -- Given with the first membership, one after the other, without a gap.
  membership_number bigint check (membership_number > 0),
  membership_code   text not null default '',
  -- Null together with every part of the address when there is none.
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
  floor             text not null default '',
  door              text not null default '',
  polling_station   text not null default '',
  latitude          text not null default '',
  longitude         text not null default '',
  primary key (group_id, id)
);
create sequence contact_addresses_id_seq;

-- Answers to forms: consents, surveys, level of support, custom fields.
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
  date        timestamptz(3),
  survey_id   bigint,
  primary key (group_id, id)
);

create table tags (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  name       text not null check (name ~ '\S' and length(name) <= 200),
  name_key   text generated always as (lower(name)) stored,
  primary key (group_id, id)
);

create table contact_tags (
  group_id   bigint not null,
  contact_id bigint not null,
  tag_id     bigint not null,
  primary key (group_id, contact_id, tag_id)
);

alter table contacts add constraint contacts_space foreign key (group_id) references spaces (id);
alter table contact_answers add constraint contact_answers_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table contact_tags add constraint contact_tags_contact foreign key (group_id, contact_id) references contacts (group_id, id);
alter table contact_tags add constraint contact_tags_tag foreign key (group_id, tag_id) references tags (group_id, id);

create unique index contacts_by_membership_number on contacts (group_id, membership_number) where membership_number is not null;
create index contacts_by_mail on contacts (group_id, mail_key) where deleted_at is null and mail <> '';
create index contacts_by_external_id on contacts (group_id, external_id) where deleted_at is null and external_id <> '';
create index contact_answers_of_contact on contact_answers (group_id, contact_id);
create unique index tags_by_name on tags (group_id, name_key);
create index contact_tags_by_tag on contact_tags (group_id, tag_id);

select belongs_to_space('contacts');
select belongs_to_space('contact_answers');
select belongs_to_space('tags');
select belongs_to_space('contact_tags');
grant usage on sequence contacts_id_seq, contact_addresses_id_seq, contact_answers_id_seq, tags_id_seq to muster_app;
