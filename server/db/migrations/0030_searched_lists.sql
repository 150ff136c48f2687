-- Whoever looks for five hundred people by a list of mail addresses or numbers of another program: trigrams would be looked up for each of them.
create index contacts_by_plain_mail on contacts (group_id, plain(mail)) where deleted_at is null and mail <> '';
create index contacts_by_plain_external_id on contacts (group_id, plain(external_id)) where deleted_at is null and external_id <> '';
