-- What changed lately lists the consents that were withdrawn since a moment.
create index consent_history_withdrawn on consent_history (group_id, created_at) where not given;
