import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { muster, type Note, queries } from '../../api.ts'
import { shownAs, writeOptimistically } from '../../components/optimistic.ts'

const page_size = 50

/** The notes about a contact that the user may read: pinned ones first, then the newest. */
export const notesQuery = (contact_id: number) =>
  infiniteQueryOptions({
    queryKey: ['contacts', contact_id, 'notes'],
    queryFn: ({ signal, pageParam }) =>
      muster.notes.list({ id: contact_id, limit: page_size, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: page => page.next_cursor ?? undefined,
    throwOnError: false,
  })

/** Reads the notes and the timeline of a contact again. */
export const refreshNotes = (contact_id: number) =>
  Promise.all(
    ['notes', 'timeline', 'summary'].map(part =>
      queries.invalidateQueries({ queryKey: ['contacts', contact_id, part] }),
    ),
  )

export async function createNote(contact_id: number, text: string) {
  const { data } = await muster.notes.create({ id: contact_id, data: { text } })
  await refreshNotes(contact_id)
  return data
}

export async function changeNote(
  note: { id: number; contact_id: number },
  change: { text?: string; pinned?: boolean },
) {
  const { data } = await muster.notes.update({ id: note.id, data: change })
  await refreshNotes(note.contact_id)
  return data
}

/** Pins a note or takes its pin away. The page shows it at once. */
export function pinNote(note: { id: number; contact_id: number }, pinned: boolean) {
  const pinnedIn = ({ pages, ...list }: InfiniteData<{ data: Note[] }>) => ({
    ...list,
    pages: pages.map(page => ({
      ...page,
      data: page.data.map(one => (one.id === note.id ? { ...one, pinned } : one)),
    })),
  })
  return writeOptimistically(shownAs(notesQuery(note.contact_id).queryKey, pinnedIn), () =>
    changeNote(note, { pinned }),
  )
}

export async function removeNote({ id, contact_id }: { id: number; contact_id: number }) {
  await muster.notes.remove({ id })
  await refreshNotes(contact_id)
}
