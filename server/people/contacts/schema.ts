export { Contact, PatchedContact, SentContact } from '../contact_shape.ts'
