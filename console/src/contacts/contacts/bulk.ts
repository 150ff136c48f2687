import { type Contact, isConflict, muster, queries } from '../../api.ts'
import { contactQuery, nameOf, refreshLists, searchQuery } from './data.ts'

// Changes to many contacts. Each succeeds or fails on its own.

export const selection_max = 5000
const page_size = 1000
const ids_at_once = 500
const doors_at_once = 1000
const at_once = 4

export interface Failure {
  id: number
  name: string
  reason: string
}

export interface Progress {
  done: number
  total: number
}

/** The ids of all matching contacts, up to the maximum of a selection. */
export async function matchingIds(query: object, onProgress: (done: number) => void): Promise<Set<number>> {
  const ids = new Set<number>()
  let cursor: string | null = null
  do {
    const answer: Awaited<ReturnType<typeof muster.search.search>> = await muster.search.search({
      data: {
        advanced_search: {
          query: searchQuery(query),
          per_page: page_size,
          with_total: false,
          ...(cursor && { cursor }),
        },
      },
    })
    for (const { id } of answer.data.contacts) ids.add(id)
    onProgress(ids.size)
    cursor = answer.data.next_cursor
  } while (cursor && ids.size < selection_max)
  return new Set([...ids].slice(0, selection_max))
}

/** Runs work for each id, a few at a time, and collects the failures. */
async function forEach(
  ids: number[],
  work: (id: number) => Promise<unknown>,
  onProgress: (progress: Progress) => void,
) {
  const waiting = [...ids]
  const failures: Failure[] = []
  const done: number[] = []
  const worker = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        if ((await work(id)) !== false) done.push(id)
      } catch (error) {
        failures.push({ id, name: `#${id}`, reason: error instanceof Error ? error.message : String(error) })
      }
      onProgress({ done: ids.length - waiting.length, total: ids.length })
    }
  }
  await Promise.all(Array.from({ length: at_once }, worker))
  return { done, failures }
}

/**
 * Adds tags to contacts, or removes them. The tags of a contact are replaced as a whole, so each contact is read first, and again after a
 * conflict. Returns the changed contacts.
 */
export async function tagAll(
  ids: number[],
  { add = [], remove = [] }: { add?: string[]; remove?: string[] },
  onProgress: (progress: Progress) => void,
) {
  const gone = new Set(remove.map(plain))
  const names = new Map<number, string>()
  const once = async (id: number) => {
    const { body, etag } = await muster.request('contacts.read', { id })
    const { contact } = body.data
    names.set(id, nameOf(contact))
    const there = new Set(contact.tags.map(({ name }) => plain(name)))
    const kept = contact.tags.filter(({ name }) => !gone.has(plain(name)))
    const fresh = add.filter(name => !there.has(plain(name)))
    if (fresh.length === 0 && kept.length === contact.tags.length) return false
    const tags = [...kept.map(({ name }) => ({ name })), ...fresh.map(name => ({ name }))]
    await muster.contacts.replace({ id, data: { contact: { tags } } }, { merge: true, ...(etag && { if_match: etag }) })
    return true
  }
  const { done, failures } = await forEach(
    ids,
    id => once(id).catch(error => (isConflict(error) ? once(id) : Promise.reject(error))),
    onProgress,
  )
  for (const id of done) queries.removeQueries({ queryKey: contactQuery(id).queryKey, exact: true })
  await refreshLists()
  return { done, failures: failures.map(one => ({ ...one, name: names.get(one.id) ?? one.name })) }
}

const plain = (tag: string) => tag.trim().toLowerCase()

export type LeftOutReason = 'no_address' | 'do_not_contact' | 'restricted'

/** Adds the doors of these contacts to an action, except those who do not want to be contacted. */
export async function addToAction(action_id: number, ids: number[], onProgress: (progress: Progress) => void) {
  const left_out: { id: number; name: string; reason: LeftOutReason }[] = []
  let people = 0
  for (let start = 0; start < ids.length; start += ids_at_once) {
    const some = await contactsBy(ids.slice(start, start + ids_at_once))
    const doors: NonNullable<Contact['address']>[] = []
    for (const contact of some) {
      const reason = reasonAgainst(contact)
      if (reason) left_out.push({ id: contact.id, name: nameOf(contact), reason })
      else if (contact.address) doors.push(contact.address)
    }
    people += doors.length
    for (let from = 0; from < doors.length; from += doors_at_once)
      await muster.action_addresses.add({
        id: action_id,
        data: { addresses: doors.slice(from, from + doors_at_once).map(doorOf) },
      })
    onProgress({ done: Math.min(ids.length, start + ids_at_once), total: ids.length })
  }
  return { people, left_out }
}

async function contactsBy(ids: number[]) {
  const query = { $all: [{ $all: [{ $condition: { attr: 'id', ope: 'any_of', value: ids } }] }] }
  const advanced_search = { query, per_page: ids.length, with_total: false }
  return (await muster.search.search({ data: { advanced_search } })).data.contacts
}

function reasonAgainst({ black_list, restricted, address }: Contact): LeftOutReason | undefined {
  if (black_list) return 'do_not_contact'
  if (restricted) return 'restricted'
  return address?.street || address?.city ? undefined : 'no_address'
}

const doorOf = (address: NonNullable<Contact['address']>) => ({
  house_number: address.house_number,
  street: address.street,
  postal_code: address.postal_code,
  city_code: address.citycode,
  city: address.city,
  state: address.state,
  country: address.country,
  addition: address.addition,
  building: address.building,
  floor_name: address.floor,
  door: address.door,
  pollingstation: address.pollingstation,
  latitude: address.latitude,
  longitude: address.longitude,
})
