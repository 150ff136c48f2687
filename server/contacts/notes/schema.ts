import { type Static, Type } from 'typebox'
import { Id, input, nullable, PersonName, Timestamp } from '../../fields.ts'

const text_length_max = 10_000
export const mentions_max = 20

const about_text =
  'Markdown with bold, lists and links. `@[user:12]` mentions user 12, who then may read the note and gets a mail.'

const SentText = Type.String({
  minLength: 1,
  maxLength: text_length_max,
  pattern: '\\S',
  description: about_text,
  expects: 'not be blank',
})
const Pinned = Type.Boolean({ description: 'Whether it is listed before other notes.' })

export const Note = Type.Object(
  {
    id: Id,
    created_at: Timestamp,
    updated_at: Timestamp,
    contact_id: Id,
    user: PersonName,
    text: Type.String({ description: `${about_text} Empty if it named a person who was erased.` }),
    mentions: Type.Array(PersonName, { description: 'The users whom the text mentions.' }),
    pinned: Pinned,
    edited: Type.Boolean({ description: 'Whether its author has changed the text.' }),
    edited_at: nullable(Timestamp),
    own: Type.Boolean({ description: 'Whether the caller wrote it.' }),
  },
  { title: 'Note' },
)

export const NewNote = { text: SentText, pinned: Type.Boolean({ ...Pinned, default: false }) }

/** An unchanged text that an erasure has emptied is accepted, so that the note can be pinned. */
export const NoteChange = {
  text: Type.Optional(Type.String({ maxLength: text_length_max, description: about_text })),
  pinned: Type.Optional(Pinned),
}

const NewShape = input(NewNote)
const ChangedShape = input(NoteChange)
export type Note = Static<typeof Note>
export type NewNote = Static<typeof NewShape>
export type NoteChange = Static<typeof ChangedShape>
