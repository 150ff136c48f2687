/**
 * Every column that refers to a contact, and what becomes of it when two contacts become one. A test compares this with the database, so
 * that nothing new is forgotten.
 *
 * - `handed over`: changes hands inside the books, with an entry in their history.
 * - `moved`: the row refers to the survivor from then on. The table has an `id`, by which it is found again.
 * - `copied`: the survivor gets a copy of what they do not have yet; the other keeps their own for the day they are two again.
 * - `stays`: tells what happened to the one that goes, and is read together with the survivor's.
 */
export const references = {
  'transactions.contact_id': 'handed over',
  'memberships.contact_id': 'handed over',
  'donations.contact_id': 'handed over',
  'contact_answers.contact_id': 'copied',
  'contact_tags.contact_id': 'copied',
  'action_contacts.contact_id': 'copied',
  'visits.contact_id': 'moved',
  'privacy_requests.contact_id': 'moved',
  'consent_history.contact_id': 'stays',
  'upsert_receipts.contact_id': 'stays',
  'erasure_receipts.contact_id': 'stays',
  'merges.survivor_id': 'stays',
  'merges.gone_id': 'stays',
  'contacts.merged_into': 'stays',
  'not_duplicates.low_id': 'stays',
  'not_duplicates.high_id': 'stays',
} as const satisfies Record<string, 'handed over' | 'moved' | 'copied' | 'stays'>

/** The tables whose rows move. */
export const movedTables = Object.entries(references).flatMap(([column, fate]) =>
  fate === 'moved' ? [column.replace(/\..*/, '')] : [],
)

/** Tables that tie a contact to something: the column of that something, and what else is copied with it. */
export const linkTables: Record<string, [key: string, ...others: string[]]> = {
  contact_tags: ['tag_id'],
  action_contacts: ['action_id', 'address_id'],
}
