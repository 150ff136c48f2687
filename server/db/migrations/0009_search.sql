-- Search compares texts with LIKE. Under row level security PostgreSQL gives such a comparison no index: it could tell about a row before the row
-- was found to be of the space. So search reads through a view that names the space itself, with the rights of a role that may read contacts and
-- nothing else. Nobody acts as that role: it only lends the view its eyes. See docs/decisions/0009-search-and-its-indexes.md.
do $$
begin
  if not exists (select from pg_roles where rolname = 'muster_search') then
    begin
      create role muster_search nologin noinherit;
    exception when duplicate_object or unique_violation then
      null; -- Another database of this server was migrated at the same moment.
    end;
  end if;
  if not pg_has_role(current_user, 'muster_search', case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) then
    grant muster_search to current_user;
  end if;
end
$$;
create extension if not exists btree_gin;

-- The same as before, in the language that PostgreSQL calls at half the cost: it runs several times for each contact that is written.
create or replace function plain(text text) returns text
  language plpgsql immutable strict parallel safe
  as $$ begin return btrim(lower(public.unaccent('public.unaccent'::regdictionary, text))); end $$;

-- The same text as a pattern for LIKE that fits just itself.
create function pattern_of(text text) returns text
  language plpgsql immutable strict parallel safe
  as $$ begin return regexp_replace(public.plain(text), '([\\%_])', '\\\1', 'g'); end $$;

-- The texts of a contact as they are compared, a line for each, between separators that no line can have. Two columns serve all attributes: their
-- trigrams lead to the few contacts that can fit, and the line itself decides. Names stand apart, since streets and cities are full of names.
create function one_line(text text) returns text language sql immutable strict parallel safe
  return btrim(translate(text, E'\x1f', ''));
alter table contacts
  add column names text generated always as (E'\x1f' || plain(
    one_line(surname) || E'\x1f' || one_line(firstname) || E'\x1f' || one_line(married_name) || E'\x1f' || one_line(mail)) || E'\x1f') stored,
  add column details text generated always as (E'\x1f' || plain(
    one_line(street) || E'\x1f' || one_line(city) || E'\x1f' || one_line(postal_code) || E'\x1f' || one_line(house_number) || E'\x1f' || one_line(mobile) || E'\x1f' ||
    one_line(phone) || E'\x1f' || one_line(external_id) || E'\x1f' || one_line(membership_code) || E'\x1f' || one_line(gender) || E'\x1f' ||
    one_line(birth_city) || E'\x1f' || one_line(birth_country) || E'\x1f' || one_line(nationality) || E'\x1f' || one_line(city_code) || E'\x1f' ||
    one_line(county) || E'\x1f' || one_line(state) || E'\x1f' || one_line(country) || E'\x1f' || one_line(addition) || E'\x1f' || one_line(infos) || E'\x1f' ||
    one_line(building) || E'\x1f' || one_line(floor) || E'\x1f' || one_line(door) || E'\x1f' || one_line(polling_station)) || E'\x1f') stored;

-- Postal codes are looked for by their first digits, which are too few for trigrams.
alter table contacts add column postal_code_key text collate "C" generated always as (plain(postal_code)) stored;

-- An answer as it is compared; the longest are compared whole, from the row.
alter table contact_answers add column data_key text generated always as (left(plain(data), 500)) stored;

-- What a person has searched for and wants to find again.
create table saved_filters (
  group_id   bigint not null,
  id         bigserial,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  user_id    bigint not null,
  name       text not null check (name ~ '\S' and length(name) <= 200),
  shared     boolean not null,
  query      json not null,
  sort_attr  text not null,
  sort_asc   boolean not null,
  primary key (group_id, id)
);
alter table saved_filters add constraint saved_filters_user foreign key (group_id, user_id) references users (group_id, id);
create index saved_filters_of_user on saved_filters (group_id, user_id);
create index saved_filters_shared on saved_filters (group_id) where shared;

create index contacts_by_names on contacts using gin (group_id, names gin_trgm_ops) where deleted_at is null;
create index contacts_by_details on contacts using gin (group_id, details gin_trgm_ops) where deleted_at is null;
create index contacts_by_id on contacts (group_id, id) where deleted_at is null;
create index contacts_by_firstname on contacts (group_id, firstname_key, id) where deleted_at is null;
create index contacts_by_city on contacts (group_id, city_key, id) where deleted_at is null;
create index contacts_by_postal_code on contacts (group_id, postal_code_key, id) where deleted_at is null;
create index contacts_by_birthdate on contacts (group_id, (coalesce(birthdate, 'infinity'::timestamptz)), id) where deleted_at is null;
create index contacts_by_creation on contacts (group_id, created_at, id) where deleted_at is null;
create index contacts_by_update on contacts (group_id, updated_at, id) where deleted_at is null;
create index contacts_by_age_category on contacts (group_id, age_category, id) where deleted_at is null and age_category > 0;
create index contacts_without_mail on contacts (group_id, id) where deleted_at is null and mail = '';
create index contacts_without_mobile on contacts (group_id, id) where deleted_at is null and mobile = '';
create index contacts_without_address on contacts (group_id, id) where deleted_at is null and address_id is null;
create index contacts_black_listed on contacts (group_id, id) where deleted_at is null and black_list;
create index contacts_with_invalid_mobile on contacts (group_id, id) where deleted_at is null and mobile_invalid;
create index contacts_with_invalid_phone on contacts (group_id, id) where deleted_at is null and phone_invalid;
create index contact_answers_by_choice on contact_answers (group_id, form_id, form_ref_id, contact_id);
create index contact_answers_by_data on contact_answers (group_id, form_id, data_key, contact_id);
create index contact_tags_of_tag on contact_tags (group_id, tag_id, contact_id);
drop index contact_tags_by_tag;
drop index contact_answers_by_refvalue;

create policy searched on contacts for select to muster_search using (true);
grant select on contacts to muster_search;
create view searched_contacts as
select group_id, id, created_at, updated_at, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality,
       mail, mobile, mobile_invalid, phone, phone_invalid, black_list, external_id, membership_code, address_id, house_number, street,
       postal_code, city_code, city, county, state, country, addition, infos, building, floor, door, polling_station, latitude, longitude, firstname_key,
       surname_key, street_key, city_key, postal_code_key, names, details,
       -- Without nulls, so that one can go on after any row in their order.
       coalesce(birthdate, 'infinity'::timestamptz) as born, coalesce(membership_number, 0) as member_number
from contacts
where group_id = (select nullif(current_setting('app.group_id', true), '')::bigint) and deleted_at is null;
grant select on searched_contacts to muster_app;

-- Whoever owns a view must be allowed to make one, for the moment in which it is handed over.
grant usage, create on schema public to muster_search;
alter view searched_contacts owner to muster_search;
revoke create on schema public from muster_search;

select belongs_to_space('saved_filters');
grant usage on sequence saved_filters_id_seq to muster_app;
