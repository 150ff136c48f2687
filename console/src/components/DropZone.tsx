import { Button, FileButton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ImportIcon } from './icons.tsx'
import { useFileDrop } from './use_file_drop.ts'

interface Props {
  title: string
  /** Which files are accepted. */
  hint: string
  /** The button that opens the file chooser. */
  button: string
  /** Extensions and media types for the file chooser, separated by commas. */
  accept: string
  /** Shown in place of the invitation, while a file is sent. */
  onFile: (file: File) => void
  children?: ReactNode
}

/** Takes a file by drop or choice. */
export function DropZone({ title, hint, button, accept, onFile, children }: Props) {
  const dropping = useFileDrop(([first]) => first && onFile(first))
  return (
    <div className="drop-zone" {...dropping}>
      {children ?? (
        <Stack align="center" gap="sm">
          <ImportIcon size={32} />
          <Text fw={600} ta="center">
            {title}
          </Text>
          <Text size="sm" c="dimmed" maw={560} ta="center">
            {hint}
          </Text>
          <FileButton onChange={file => file && onFile(file)} accept={accept} inputProps={{ 'aria-label': button }}>
            {props => <Button {...props}>{button}</Button>}
          </FileButton>
        </Stack>
      )}
    </div>
  )
}
