import type { Contact, TimelineEntry } from '../../api.ts'
import type { contacts } from '../../translations/en/contacts.ts'
import type { ContactChange } from './data.ts'

export type ValueChange = TimelineEntry['changes'][number]
export type ContactField = keyof (typeof contacts)['field']

const address = 'address.'

/** Parts of an address whose names in the interface are other than in the translations. */
const other_names: Record<string, string> = { citycode: 'city_code', pollingstation: 'polling_station' }

/** The name of a changed field in the translations. */
export function fieldOfChange(field: string) {
  const name = field.startsWith(address) ? field.slice(address.length) : field
  return other_names[name] ?? name
}

/**
 * The change that writes the old value back; undefined if the value changed again. Answers are left out: a consent comes from the person. That a number
 * is invalid follows from the number.
 */
export function restoringChange(
  contact: Contact,
  { field, old, new: current }: ValueChange,
): ContactChange | undefined {
  if (field === 'answers' || field.endsWith('_invalid')) return undefined
  if (field === 'tags') return restoringTags(contact, old as string | null, current as string | null)
  const part = field.startsWith(address) ? field.slice(address.length) : undefined
  const values = (part === undefined ? contact : (contact.address ?? {})) as Record<string, unknown>
  if ((values[part ?? field] ?? '') !== (current ?? '')) return undefined
  return part === undefined ? { [field]: old } : { address: { [part]: old } }
}

function restoringTags({ tags }: Contact, old: string | null, current: string | null): ContactChange | undefined {
  const has = (name: string) => tags.some(tag => tag.name === name)
  const names = tags.map(({ name }) => ({ name }))
  if (current !== null) return has(current) ? { tags: names.filter(({ name }) => name !== current) } : undefined
  return old !== null && !has(old) ? { tags: [...names, { name: old }] } : undefined
}
