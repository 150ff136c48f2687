import { changeContacts } from '../core/bulk.ts'
import { type ContactColumns, columnNames, patchedColumns, sameColumns } from '../core/columns.ts'
import type { PatchedContact } from '../core/shape.ts'
import { type KindOfChange, splitKept } from './kind.ts'
import { reserveIds } from './step_queries.ts'

/** The values of the columns that changed. */
interface FieldUndo {
  before: Partial<ContactColumns>
  after: Partial<ContactColumns>
}

const no_answers = { added: [], changed: [], removed: [] }

export const fieldChange: KindOfChange<FieldUndo> = {
  apply: async ({ sql, writer, change: { fields = {} } }, contacts) => {
    const creates_address = hasAddressPart(fields)
    const homeless = creates_address ? contacts.filter(({ address_id }) => address_id === null).length : 0
    const { now, addresses, locale } = await reserveIds(sql, writer.caller.group_id, homeless)
    const planned = contacts.map(before => {
      const patch = before.address_id === null && !creates_address ? withoutAddress(fields) : fields
      const fresh = before.address_id === null && patch.address ? (addresses.shift() ?? null) : null
      return { before, after: patchedColumns(columnsOf(before), patch, fresh, locale), plan: no_answers, tags: [] }
    })
    const changed = planned.filter(({ before, after }) => !sameColumns(before, after))
    await changeContacts(sql, writer, changed, new Map(), now)
    return {
      changed: changed.map(({ before, after }) => ({ contact_id: before.id, undo: difference(before, after) })),
      refused: [],
    }
  },

  undo: async ({ sql, writer }, changes) => {
    const { now } = await reserveIds(sql, writer.caller.group_id, 0)
    const { undoable, kept } = splitKept(changes, ({ contact, undo }) =>
      (Object.keys(undo.after) as (keyof ContactColumns)[]).every(name => contact[name] === undo.after[name]),
    )
    const plans = undoable.map(({ contact, undo }) => ({
      before: contact,
      after: { ...columnsOf(contact), ...undo.before },
      plan: no_answers,
      tags: [],
    }))
    await changeContacts(sql, writer, plans, new Map(), now)
    return kept
  },
}

/** Whether the patch gives an address to a contact without one. */
const hasAddressPart = ({ address }: PatchedContact) =>
  address !== undefined && address !== null && Object.values(address).some(part => part !== null && part !== '')

const withoutAddress = ({ address: _, ...others }: PatchedContact): PatchedContact => others

const columnsOf = (contact: ContactColumns) =>
  Object.fromEntries(columnNames.map(name => [name, contact[name]])) as unknown as ContactColumns

function difference(before: ContactColumns, after: ContactColumns): FieldUndo {
  const names = columnNames.filter(name => before[name] !== after[name])
  const some = (of: ContactColumns) => Object.fromEntries(names.map(name => [name, of[name]]))
  return { before: some(before), after: some(after) }
}
