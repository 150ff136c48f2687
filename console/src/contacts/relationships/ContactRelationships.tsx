/** The household and the relationships of a contact. */
export function ContactRelationships(_: { contactId: number }) {
  return null
}
