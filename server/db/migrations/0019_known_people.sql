-- What a contact was known by before it was merged still leads to the person.
create index contacts_merged_by_mail on contacts (group_id, mail_key) where merged_into is not null and mail <> '';
create index contacts_merged_by_external_id on contacts (group_id, external_id) where merged_into is not null and external_id <> '';

-- Contacts that were deleted and can be brought back, the latest first.
create index contacts_deleted on contacts (group_id, deleted_at, id) where deleted_at is not null and merged_into is null and erased_at is null;

-- Whoever asked that their data be kept and not used is told by the row itself, and counted by an index that holds nobody else.
drop index contacts_restricted;
create index contacts_restricted on contacts (group_id, id) where restricted_at is not null and deleted_at is null;

-- Searches leave restricted contacts out, and compare telephone numbers as the numbers that they are.
create or replace view searched_contacts as
select group_id, id, created_at, updated_at, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality,
       mail, mobile, mobile_invalid, phone, phone_invalid, black_list, external_id, membership_code, address_id, house_number, street,
       postal_code, city_code, city, county, state, country, addition, infos, building, floor, door, polling_station, latitude, longitude, firstname_key,
       surname_key, street_key, city_key, postal_code_key, names, details,
       coalesce(birthdate, 'infinity'::timestamptz) as born, coalesce(membership_number, 0) as member_number,
       restricted_at, mobile_key, phone_key
from contacts
where group_id = (select nullif(current_setting('app.group_id', true), '')::bigint) and deleted_at is null;
