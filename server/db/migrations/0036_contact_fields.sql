-- Fields that other programs keep with a contact, and who changed it last.
alter table contacts
  add column birth_dept text not null default '',
  add column nationbuilderid bigint,
  add column building_type text not null default '',
  add column score double precision not null default 0,
  add column changed_by bigint;

-- A mail address is compared and sorted without case.
create or replace view searched_contacts as
select group_id, id, created_at, updated_at, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality,
       mail, mobile, mobile_invalid, phone, phone_invalid, black_list, external_id, membership_code, address_id, house_number, street,
       postal_code, city_code, city, county, state, country, addition, infos, building, floor, door, polling_station, latitude, longitude, firstname_key,
       surname_key, street_key, city_key, postal_code_key, names, details,
       coalesce(birthdate, 'infinity'::timestamptz) as born, coalesce(membership_number, 0) as member_number,
       restricted_at, mobile_key, phone_key, membership_number,
       ((surname <> '')::int << 0) | ((firstname <> '')::int << 1) | ((married_name <> '')::int << 2) | ((mail <> '')::int << 3)
       | ((street <> '')::int << 4) | ((city <> '')::int << 5) | ((postal_code <> '')::int << 6) | ((house_number <> '')::int << 7)
       | ((mobile <> '')::int << 8) | ((phone <> '')::int << 9) | ((external_id <> '')::int << 10) | ((membership_code <> '')::int << 11)
       | ((gender <> '')::int << 12) | ((birth_city <> '')::int << 13) | ((birth_country <> '')::int << 14) | ((nationality <> '')::int << 15)
       | ((city_code <> '')::int << 16) | ((county <> '')::int << 17) | ((state <> '')::int << 18) | ((country <> '')::int << 19)
       | ((addition <> '')::int << 20) | ((infos <> '')::int << 21) | ((building <> '')::int << 22) | ((floor <> '')::int << 23)
       | ((door <> '')::int << 24) | ((polling_station <> '')::int << 25) | ((latitude <> '')::int << 26) | ((longitude <> '')::int << 27) as known,
       mail_key
from contacts
where group_id = (select nullif(current_setting('app.group_id', true), '')::bigint) and deleted_at is null;

-- An answer to a question for a date is kept as the interface sends it: as a timestamp. The text was checked when it came.
alter table contact_answers no force row level security;
alter table forms no force row level security;
update contact_answers a
set data = case when length(a.data) = 10 then a.data || 'T00:00:00.000Z' else wire_time(date_trunc('milliseconds', a.data::timestamptz)) end
from forms f
where f.group_id = a.group_id and f.id = a.form_id and f.type = 'date'
  and a.data ~ '^\d{4}-\d\d-\d\d([Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d))?$' and a.data !~ 'T\d\d:\d\d:\d\d\.\d{3}Z$';
alter table contact_answers force row level security;
alter table forms force row level security;
