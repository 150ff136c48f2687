-- The audit log without reads, searches, exports and sign-ins, which are most of it.
create index audit_log_changes on audit_log (group_id, created_at, id)
  where kind !~ '(read|listed|searched|exported|downloaded|signed_in|sign_in_failed)$';
