/** The open tasks about a contact. */
export function ContactTasks(_: { contactId: number }) {
  return null
}
