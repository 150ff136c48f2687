import type { PersonName } from '../../api.ts'
import { noteElements } from './note_elements.ts'
import { useUserName } from './use_mentions.ts'
import './notes.css'

/** The text of a note: Markdown with bold, lists, links and mentions. */
export function NoteText({ text, mentions }: { text: string; mentions?: readonly PersonName[] }) {
  const nameOf = useUserName(mentions)
  return <div className="note-text breaking">{noteElements(text, nameOf)}</div>
}
