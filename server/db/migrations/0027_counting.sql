-- Bundles that were deleted, few beside the others: a count over their transactions takes them off again.
create index transaction_bundles_deleted on transaction_bundles (group_id, id) where deleted_at is not null;
