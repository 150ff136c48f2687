import { auditOfRead } from '../../access/audit.ts'
import { counter_total } from '../../db/counters.ts'
import type { DatabaseFunction } from '../../db/functions.ts'
import { contact_plans, contact_results, read_contacts, sight_parameters } from '../core/read_functions.ts'

const page = (position: string, order: string) => `array(
      select c.id from contacts c
      where c.group_id = space and c.deleted_at is null and (sees_restricted or c.restricted_at is null) and ${position}
      order by ${order}
      limit size offset skip)`

const name_order = 'c.surname_key, c.firstname_key, c.id'

/**
 * A page of contacts by name or newest first, after the contact with these keys and this id, and the total. If the caller sees sensitive data, the
 * read is recorded in the audit log.
 */
export const listContactsFunction: DatabaseFunction = {
  name: 'list_contacts',
  parameters: `by_name boolean, after_surname text, after_firstname text, after_id bigint, size integer, skip bigint, ${sight_parameters},
  token bigint, request_id text, out ids bigint[], out total bigint, out last_surname text, out last_firstname text, ${contact_results}`,
  returns: 'record',
  set: contact_plans,
  declare: 'sees_deleted constant boolean := false;',
  body: `
  if by_name then
    ids := ${page(`(${name_order}) > (after_surname, after_firstname, after_id)`, name_order)};
    select c.surname_key, c.firstname_key into last_surname, last_firstname
    from contacts c where c.group_id = space and c.id = ids[cardinality(ids)];
  else
    ids := ${page('c.id < after_id', 'c.id desc')};
  end if;
  total := ${counter_total('contacts')};
  if not sees_restricted then
    total := total - (
      select count(*) from contacts c
      where c.group_id = space and c.restricted_at is not null and c.deleted_at is null and c.erased_at is null);
  end if;
  ${read_contacts}
  if sees_sensitive then${auditOfRead(
    { kind: 'contacts.listed', subject: 'contacts' },
    { details: "json_build_object('count', cardinality(ids))" },
  )}
  end if;`,
}
