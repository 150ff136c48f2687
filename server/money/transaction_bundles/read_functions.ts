import type { DatabaseFunction } from '../../db/functions.ts'
import { has_restricted_contacts, hidden_contacts } from '../core/restricted_names.ts'
import { bundle_total } from '../core/sums.ts'

/** The document of a bundle, null if there is none, and the contacts in it whose names the caller must not see. */
export const readBundle: DatabaseFunction = {
  name: 'read_bundle',
  parameters: 'bundle bigint, sees_restricted boolean, out document text, out hidden bigint[]',
  returns: 'record',
  one_snapshot: true,
  body: `
  select b.document into document
  from transaction_bundles b
  where b.group_id = space and b.id = bundle and b.deleted_at is null;
  if not sees_restricted then
    hidden := ${hidden_contacts('document')};
  end if;`,
}

/**
 * A page of bundles, newest first: the documents joined with commas, and a stamp that changes whenever one of them does. No row if names must
 * be hidden from the caller. `documents` is null in an empty page, and if a document is longer than `document_bytes_max`.
 */
export const readBundlePage: DatabaseFunction = {
  name: 'read_bundle_page',
  parameters: 'before bigint, size integer, document_bytes_max integer, sees_restricted boolean',
  returns: 'table (total bigint, count bigint, last_id bigint, stamp text, documents text)',
  one_snapshot: true,
  // The plan for the actual values is the same, and planning takes longer than reading the page.
  set: 'plan_cache_mode = force_generic_plan',
  body: `
  if not sees_restricted and ${has_restricted_contacts} then
    return;
  end if;
  return query
  select ${bundle_total}, count(*), min(p.id), string_agg(p.fingerprint::text, ',' order by p.id desc),
    case when bool_and(octet_length(p.document) <= document_bytes_max) then string_agg(
      case when octet_length(p.document) <= document_bytes_max then p.document end, ',' order by p.id desc) end
  from (
    select b.id, b.fingerprint, b.document
    from transaction_bundles b
    where b.group_id = space and b.deleted_at is null and b.id < before
    order by b.id desc
    limit size
  ) p;`,
}
