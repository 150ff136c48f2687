/** The files of a contact. */
export function ContactFiles(_: { contactId: number }) {
  return null
}
