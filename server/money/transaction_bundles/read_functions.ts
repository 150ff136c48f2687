import type { DatabaseFunction } from '../../db/functions.ts'
import { hidden_contacts } from '../core/restricted_names.ts'

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
