/**
 * Every column that refers to a contact, and what a merge does with it. A test compares this list with the database.
 *
 * - `handed over`: the payment is assigned to the survivor, with an entry in its history.
 * - `moved`: the row refers to the survivor. The table has an `id`, by which an undo finds the row.
 * - `moved once`: the same, except for a row that the survivor already has an equal one of. It stays, and is hidden until the merge is undone.
 * - `copied`: the survivor gets a copy of what they lack; the other contact keeps its rows for an undo.
 * - `stays`: the row is history of the merged contact, and is read together with the survivor's.
 */
export const contactReferences = {
  'items.contact_id': 'handed over',
  'contact_answers.contact_id': 'copied',
  'contact_tags.contact_id': 'copied',
  'action_contacts.contact_id': 'copied',
  'visits.contact_id': 'moved',
  'privacy_requests.contact_id': 'moved',
  'notes.contact_id': 'moved',
  'tasks.contact_id': 'moved',
  'files.contact_id': 'moved once',
  'relationships.contact_id': 'moved once',
  'relationships.other_id': 'moved once',
  'household_members.contact_id': 'moved once',
  'consent_history.contact_id': 'stays',
  'contact_changes.contact_id': 'stays',
  'upsert_receipts.contact_id': 'stays',
  'erasure_receipts.contact_id': 'stays',
  'merges.survivor_id': 'stays',
  'merges.gone_id': 'stays',
  'contacts.merged_into': 'stays',
  'not_duplicates.low_id': 'stays',
  'not_duplicates.high_id': 'stays',
} as const satisfies Record<string, 'handed over' | 'moved' | 'moved once' | 'copied' | 'stays'>

/** The tables whose rows move. */
export const movedTables = Object.entries(contactReferences).flatMap(([column, fate]) =>
  fate === 'moved' ? [column.replace(/\..*/, '')] : [],
)

/** Tables that link contacts to other records: the column of the other record, and the columns that are copied with it. */
export const linkTables: Record<string, [key: string, ...others: string[]]> = {
  contact_tags: ['tag_id'],
  action_contacts: ['action_id', 'address_id'],
}
