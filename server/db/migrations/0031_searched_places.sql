-- Whoever votes at a place, or lives at a number or at a position: too short, or not there at all, to be found by trigrams.
create index contacts_by_polling_station on contacts (group_id, plain(one_line(polling_station))) where deleted_at is null and polling_station <> '';
create index contacts_by_house_number on contacts (group_id, plain(one_line(house_number))) where deleted_at is null and house_number <> '';
create index contacts_by_latitude on contacts (group_id, plain(one_line(latitude)) text_pattern_ops) where deleted_at is null and latitude <> '';
create index contacts_by_longitude on contacts (group_id, plain(one_line(longitude)) text_pattern_ops) where deleted_at is null and longitude <> '';

-- Compared as in the line of the contact, which has no separators within: otherwise a page and its total could tell two different things.
drop index contacts_by_plain_mail;
drop index contacts_by_plain_external_id;
create index contacts_by_plain_mail on contacts (group_id, plain(one_line(mail))) where deleted_at is null and mail <> '';
create index contacts_by_plain_external_id on contacts (group_id, plain(one_line(external_id))) where deleted_at is null and external_id <> '';
