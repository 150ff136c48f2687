import type { DatabaseFunction } from '../../db/functions.ts'
import { sees_action } from '../../field/core/visibility.ts'
import { answer_columns, contact_columns } from './stored_contact.ts'

// Contacts are read with one statement for each table. Rows come as JSON arrays of texts, which PostgreSQL writes several times faster than
// objects; stored_contact.ts writes the contacts from them.

/** What the caller may see, as parameters of a function. `ContactSight` has the values. */
const sight = 'sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean'

const results = 'out contacts text, out answers text, out tags text, out actions text'

/** Reads the contacts of `ids` that the caller sees, and their answers, tags and actions. Null where there are none. */
const read = `select json_agg(array[${contact_columns}])::text into contacts
  from contacts c
  where c.group_id = space and c.id = any(ids) and (sees_deleted or c.deleted_at is null)
    and (sees_restricted or c.restricted_at is null);
  if sees_sensitive then
    select json_agg(array[${answer_columns}] order by a.id)::text into answers
    from contact_answers a
    where a.group_id = space and a.contact_id = any(ids);
    select json_agg(array[ct.contact_id::text, t.id::text, t.name] order by t.name, t.id)::text into tags
    from contact_tags ct
    join tags t on t.group_id = space and t.id = ct.tag_id
    where ct.group_id = space and ct.contact_id = any(ids);
  end if;
  select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
  from action_contacts ac
  where ac.group_id = space and ac.contact_id = any(ids)
    and (sees_all_actions or exists (
      select from actions a where a.group_id = space and a.id = ac.action_id and ${sees_action}));`

// One id and a thousand need the same plans, but PostgreSQL would plan again for one.
const set = 'plan_cache_mode = force_generic_plan'

export const readContactsFunction: DatabaseFunction = {
  name: 'read_contacts',
  parameters: `ids bigint[], ${sight}, sees_deleted boolean, ${results}`,
  returns: 'record',
  set,
  body: read,
}

/** One contact. If the caller sees sensitive data, the read is recorded in the audit log; the entry does not wait for the disk. */
export const readContactFunction: DatabaseFunction = {
  name: 'read_contact',
  parameters: `contact bigint, ${sight}, token bigint, request_id text, ${results}`,
  returns: 'record',
  set,
  declare: 'ids bigint[] := array[contact]; sees_deleted boolean := false;',
  body: `${read}
  if sees_sensitive and contacts is not null then
    perform set_config('synchronous_commit', 'off', true);
    insert into audit_log (group_id, user_id, token_id, request, kind, subject, subject_id, details)
    values (space, acting_user, token, request_id, 'contact.read', 'contact', contact, '{}');
  end if;`,
}
