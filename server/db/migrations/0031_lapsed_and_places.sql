-- Who has not given for a year, and whose membership ends next month: found by the day, without putting all that was ever paid together first.
create index donations_by_date on donations (group_id, date, contact_id);
create index memberships_by_end on memberships (group_id, end_date, contact_id);
-- What somebody gave in all is added up from the index alone.
drop index donations_by_contact;
create index donations_by_contact on donations (group_id, contact_id, transaction_bundle_id) include (amount, currency, date);

-- Whoever votes at a place, or lives at a number or at a position: too short, or not there at all, to be found by trigrams.
create index contacts_by_polling_station on contacts (group_id, plain(polling_station)) where deleted_at is null and polling_station <> '';
create index contacts_by_house_number on contacts (group_id, plain(house_number)) where deleted_at is null and house_number <> '';
create index contacts_by_latitude on contacts (group_id, plain(latitude) text_pattern_ops) where deleted_at is null and latitude <> '';
create index contacts_by_longitude on contacts (group_id, plain(longitude) text_pattern_ops) where deleted_at is null and longitude <> '';
