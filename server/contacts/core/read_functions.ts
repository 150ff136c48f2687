import { auditOfRead } from '../../access/audit.ts'
import type { DatabaseFunction } from '../../db/functions.ts'
import { sees_action } from '../../field/core/visibility.ts'
import { form_sight_parameters, sees_form_of_answer } from './form_visibility.ts'
import { answer_columns, contact_columns } from './stored_contact.ts'

// Contacts are read with one statement for each table. Rows come as JSON arrays of texts, which PostgreSQL writes several times faster than
// objects; stored_contact.ts writes the contacts from them.

/** What the caller may see, as parameters of a function. `contactSight` has the values. */
export const sight_parameters = `sees_restricted boolean, sees_sensitive boolean, sees_all_actions boolean, sees_created_actions boolean,
  ${form_sight_parameters}`

export const contact_results = 'out contacts text, out answers text, out tags text, out actions text'

const readActions = (
  visible: string,
) => `select json_agg(array[ac.contact_id::text, ac.action_id::text] order by ac.action_id)::text into actions
    from action_contacts ac
    where ac.group_id = space and ac.contact_id = any(ids) and ${visible};`

/** Reads the contacts of `ids` that the caller sees, and their answers, tags and actions. Null where there are none. */
export const read_contacts = `select json_agg(array[${contact_columns}])::text into contacts
  from contacts c
  where c.group_id = space and c.id = any(ids) and (sees_deleted or c.deleted_at is null)
    and (sees_restricted or c.restricted_at is null);
  if sees_sensitive then
    select json_agg(array[${answer_columns}] order by a.id)::text into answers
    from contact_answers a
    where a.group_id = space and a.contact_id = any(ids) and ${sees_form_of_answer};
    select json_agg(array[ct.contact_id::text, t.id::text, t.name] order by t.name, t.id)::text into tags
    from contact_tags ct
    join tags t on t.group_id = space and t.id = ct.tag_id
    where ct.group_id = space and ct.contact_id = any(ids);
  end if;
  if sees_all_actions then
    ${readActions('true')}
  else
    ${readActions(`exists (
      select from actions a where a.group_id = space and a.id = ac.action_id and ${sees_action})`)}
  end if;`

// One id and a thousand need the same plans, but PostgreSQL would plan again for one.
export const contact_plans = 'plan_cache_mode = force_generic_plan'

export const readContactsFunction: DatabaseFunction = {
  name: 'read_contacts',
  parameters: `ids bigint[], ${sight_parameters}, sees_deleted boolean, ${contact_results}`,
  returns: 'record',
  one_snapshot: true,
  set: contact_plans,
  body: read_contacts,
}

/** One contact. If the caller sees sensitive data, the read is recorded in the audit log. */
export const readContactFunction: DatabaseFunction = {
  name: 'read_contact',
  parameters: `contact bigint, ${sight_parameters}, token bigint, request_id text, ${contact_results}`,
  returns: 'record',
  set: contact_plans,
  declare: 'ids bigint[] := array[contact]; sees_deleted boolean := false;',
  body: `${read_contacts}
  if sees_sensitive and contacts is not null then${auditOfRead({ kind: 'contact.read', subject: 'contact' }, { subject_id: 'contact' })}
  end if;`,
}
