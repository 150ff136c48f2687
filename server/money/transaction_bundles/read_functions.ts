import type { DatabaseFunction } from '../../db/functions.ts'
import { hidden_contacts, restriction_stamp } from '../core/restricted_names.ts'
import { bundle_total } from '../core/sums.ts'

/** The document of a bundle, null if there is none, and the contacts in it whose names the caller must not see. */
export const readBundle: DatabaseFunction = {
  name: 'read_bundle',
  parameters: 'bundle bigint, sees_restricted boolean, out document text, out hidden bigint[]',
  returns: 'record',
  body: `
  select b.document into document
  from transaction_bundles b
  where b.group_id = space and b.id = bundle and b.deleted_at is null;
  if not sees_restricted then
    hidden := ${hidden_contacts('document')};
  end if;`,
}

const page = (columns: string) => `
    select ${columns}
    from transaction_bundles b
    where b.group_id = space and b.deleted_at is null and b.id < before
    order by b.id desc
    limit size`

/**
 * A page of bundles, newest first. The first row has the total as id and the stamp of restrictions; each other row is a bundle. If the page
 * still has the stamp `known`, the first row says so and is the only one. After `bytes_max` bytes the page ends with a row without a document.
 */
export const listBundlePage: DatabaseFunction = {
  name: 'list_bundle_page',
  parameters: 'before bigint, size integer, bytes_max bigint, sees_restricted boolean, known text',
  returns: 'table (id bigint, stamp text, document text)',
  // The plan for the actual values is the same, and planning takes longer than reading the page.
  set: 'plan_cache_mode = force_generic_plan',
  declare: 'bytes bigint := 0;',
  body: `
  id := ${bundle_total};
  stamp := case when sees_restricted then '' else ${restriction_stamp} end;
  if known is not null then
    document := case when known = concat(id, ' ', stamp, (
      select string_agg(concat(p.id, ':', p.fingerprint), ',' order by p.id desc) from (${page('b.id, b.fingerprint')}) p)) then 'unchanged' end;
  end if;
  return next;
  if document is not null then
    return;
  end if;
  for id, stamp, document in ${page("b.id, concat(b.id, ':', b.fingerprint), b.document")} loop
    bytes := bytes + octet_length(document);
    if bytes > bytes_max then
      document := null;
      return next;
      return;
    end if;
    return next;
  end loop;`,
}
