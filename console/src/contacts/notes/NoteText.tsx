import { Text } from '@mantine/core'

/** The text of a note: Markdown with bold, lists, links and mentions. */
export function NoteText({ text }: { text: string }) {
  return (
    <Text size="sm" className="breaking">
      {text}
    </Text>
  )
}
