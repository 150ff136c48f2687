import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Contact, isConflict, queries } from '../../api.ts'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { isSameQuery } from '../search/query.ts'
import { type ContactChange, changeContact, contactQuery } from './data.ts'

export interface ContactConflict {
  mine: ContactChange
  theirs: Contact
}

/** Changes one contact in place, with undo. On a conflict the user chooses between both versions. */
export function useContactChange(contact: Contact, etag: string | undefined) {
  const { t } = useTranslation('contacts')
  const [conflict, setConflict] = useState<ContactConflict>()
  const { id } = contact

  const write = async (change: ContactChange, if_match: string | undefined, before: Contact) => {
    await changeContact(id, change, if_match)
    const now = queries.getQueryData(contactQuery(id).queryKey)?.etag
    notifyWithUndo(t('saved'), () => changeContact(id, asBefore(change, before), now))
  }
  const change = async (wanted: ContactChange) => {
    try {
      await write(wanted, etag, contact)
    } catch (error) {
      if (!isConflict(error)) throw error
      const { contact: theirs, etag: now } = await queries.fetchQuery({ ...contactQuery(id), staleTime: 0 })
      // The other change touched other fields: both are kept.
      if (isSameQuery(asBefore(wanted, contact), asBefore(wanted, theirs))) await write(wanted, now, theirs)
      else setConflict({ mine: wanted, theirs })
    }
  }
  const keepMine = async () => {
    if (!conflict) return
    await write(conflict.mine, undefined, conflict.theirs)
    setConflict(undefined)
  }
  return { change, conflict, keepMine, takeTheirs: () => setConflict(undefined) }
}

/** The change that restores the replaced values. */
function asBefore(change: ContactChange, contact: Contact): ContactChange {
  const { address, ...fields } = change
  const names = Object.keys(fields) as (keyof typeof fields)[]
  return {
    ...Object.fromEntries(names.map(name => [name, valueIn(contact, name)])),
    ...(address !== undefined && { address: addressBefore(address, contact.address) }),
  }
}

const valueIn = (contact: Contact, name: string) =>
  name === 'tags' ? contact.tags.map(tag => ({ name: tag.name })) : contact[name as keyof Contact]

function addressBefore(change: ContactChange['address'], before: Contact['address']) {
  if (!before) return null
  const parts = Object.keys(change ?? before) as (keyof NonNullable<Contact['address']>)[]
  return Object.fromEntries(parts.filter(part => part !== 'id').map(part => [part, before[part]]))
}
