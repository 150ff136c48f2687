/** Writes a note or a task about a contact. */
export function NoteComposer(_: { contactId: number }) {
  return null
}
