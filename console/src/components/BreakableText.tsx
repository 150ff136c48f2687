/** A text in a narrow place: a mail address breaks after its @, not within a word. */
export function BreakableText({ text }: { text: string }) {
  const end = text.indexOf('@') + 1
  if (end === 0) return text
  return (
    <>
      {text.slice(0, end)}
      <wbr />
      {text.slice(end)}
    </>
  )
}
