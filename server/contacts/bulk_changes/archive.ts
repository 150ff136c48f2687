import { recordAuditOfEach } from '../../access/audit.ts'
import { deleteContacts, restoreContacts } from '../core/bulk.ts'
import { type KindOfChange, splitKept } from './kind.ts'

/** The version of the contact after its deletion. */
interface ArchiveUndo {
  version: number
}

export const archiving: KindOfChange<ArchiveUndo> = {
  undoesDeletion: true,

  apply: async ({ sql, writer }, contacts) => {
    await deleteContacts(
      sql,
      writer,
      contacts.map(({ id }) => id),
    )
    return {
      changed: contacts.map(({ id, version }) => ({ contact_id: id, undo: { version: version + 1 } })),
      refused: [],
    }
  },

  undo: async ({ sql, writer }, changes) => {
    const { undoable, kept } = splitKept(
      changes,
      ({ contact, undo }) => contact.deleted && contact.version === undo.version,
    )
    const ids = undoable.map(({ contact }) => contact.id)
    await restoreContacts(sql, writer, ids)
    await recordAuditOfEach(sql, { ...writer, kind: 'contact.restored', subject: 'contact' }, ids)
    return kept
  },
}
