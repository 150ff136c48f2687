-- Whoever is looked for by their number of membership is found by its index, which knows it as it is kept.
create or replace view searched_contacts as
select group_id, id, created_at, updated_at, firstname, surname, married_name, gender, age_category, birth_city, birth_country, nationality,
       mail, mobile, mobile_invalid, phone, phone_invalid, black_list, external_id, membership_code, address_id, house_number, street,
       postal_code, city_code, city, county, state, country, addition, infos, building, floor, door, polling_station, latitude, longitude, firstname_key,
       surname_key, street_key, city_key, postal_code_key, names, details,
       coalesce(birthdate, 'infinity'::timestamptz) as born, coalesce(membership_number, 0) as member_number,
       restricted_at, mobile_key, phone_key, membership_number
from contacts
where group_id = (select nullif(current_setting('app.group_id', true), '')::bigint) and deleted_at is null;
