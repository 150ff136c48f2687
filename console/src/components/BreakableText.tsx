import { Fragment } from 'react'

/** A text in a narrow place: a mail address breaks after its @, or between the parts of its name, not within a word. */
export function BreakableText({ text }: { text: string }) {
  if (!text.includes('@')) return text
  const parts = text.split(/(?<=@|[._-](?=.*@))/)
  return parts.map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name.
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
