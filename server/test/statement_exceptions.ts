/** What breaks a rule and may: a piece of the statement, and why. Each piece must stand in the file that is named. */
export const exceptions: { file: string; text: string; written?: string; because: string }[] = [
  {
    file: 'server/contacts/find/queries.ts',
    text: 'with found as materialized (',
    because: 'So many of those whose names resemble, whichever; they are put in order afterwards.',
  },
  {
    file: 'server/contacts/find/queries.ts',
    text: '(select c.id from contacts c',
    because: 'More with one number than the box shows are not told apart; those that are shown are in order.',
  },
  {
    file: 'server/contacts/search/engine/find.ts',
    text: 'with matches as materialized (',
    because: 'Where more than so many match, they are only counted; otherwise they are put in order afterwards.',
  },
  {
    file: 'server/contacts/search/engine/find.ts',
    text: 'c where coalesce(',
    because: 'The rows come in the order of the index that is read; an order here would make PostgreSQL read them all.',
  },
  {
    file: 'server/jobs/queue.ts',
    text: 'select from jobs r where r.group_id = j.group_id',
    because: 'Over all spaces: which of them have a job to do. On Citus it asks every machine.',
  },
  {
    file: 'server/file_storage/removal_queries.ts',
    text: 'select r.group_id, r.storage_key from file_removals r',
    because: 'Over all spaces: which contents are to be deleted. On Citus it asks every machine.',
  },
  {
    file: 'server/db/batch_delete.ts',
    text: 'select o.group_id, max(o.moment) as until from (',
    because: 'Now and then, over all spaces: what is old is forgotten. On Citus it asks every machine.',
  },
  {
    file: 'server/system/queries.ts',
    text: 'where group_id > 0 and ',
    because: 'Over all spaces: how many jobs wait and run. On Citus it asks every machine.',
  },
  {
    file: 'server/contacts/core/bulk_change_retention.ts',
    text: 'select b.group_id, b.id from bulk_changes b',
    because: 'Now and then, over all spaces: what is old is forgotten. On Citus it asks every machine.',
  },
  {
    file: 'server/contacts/core/import_retention.ts',
    text: 'select i.group_id, i.id from imports i',
    because: 'Now and then, over all spaces: what is old is forgotten. On Citus it asks every machine.',
  },
  {
    file: 'server/events/order.ts',
    text: 'from (select distinct group_id from events where position is null and ',
    because: 'Over all spaces: which of them have something to put in order. On Citus it asks every machine.',
  },
  {
    file: 'server/events/retention.ts',
    text: 'select max(o.position) as position from (',
    because: 'Now and then, over all spaces: what is old is forgotten. On Citus it asks every machine.',
  },
  {
    file: 'server/events/retention.ts',
    text: 'select group_id, id from webhook_deliveries',
    because: 'Now and then, over all spaces: what is old is forgotten. On Citus it asks every machine.',
  },
  {
    file: 'server/events/retention.ts',
    text: 'select w.group_id, w.id as webhook_id, d.id as until',
    because: 'Now and then, over all spaces: what is old is forgotten. On Citus it asks every machine.',
  },
  {
    file: 'server/events/deliveries.ts',
    text: 'w.enabled and w.backoff_until <= now()::timestamptz(3) and exists (',
    because: 'Over all spaces: which receivers have something due. On Citus it asks every machine.',
  },
  {
    file: 'server/money/core/seals.test.ts',
    text: ' from bundle_changes limit 1',
    because: 'The test asks for what this role may not see.',
  },
  {
    file: 'server/money/core/seals.test.ts',
    text: " set hash = ''",
    because: 'The test tries a change that is forbidden to all.',
  },
  {
    file: 'server/db/isolation.test.ts',
    text: 'select group_id from "',
    written: 'select group_id from ${',
    because: 'The test asks for everything, and row level security shows one space.',
  },
  {
    file: 'server/db/isolation.test.ts',
    text: 'select * from "',
    written: 'select * from ${',
    because: 'The test asks for everything, and row level security shows nothing to those who have no space.',
  },
]
