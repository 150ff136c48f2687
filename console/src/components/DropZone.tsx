import { Button, FileButton, Stack, Text } from '@mantine/core'
import { type DragEvent, type ReactNode, useState } from 'react'
import { ImportIcon } from './icons.tsx'

interface Props {
  title: string
  /** Which files are accepted. */
  hint: string
  /** The button that opens the file chooser. */
  button: string
  /** Extensions and media types for the file chooser, separated by commas. */
  accept: string
  /** Less high, for a part of a page. */
  compact?: boolean
  /** Shown in place of the invitation, while a file is sent. */
  children?: ReactNode
}

type OneFile = Props & { onFile: (file: File) => void; onFiles?: never }
type SeveralFiles = Props & { onFiles: (files: File[]) => void; onFile?: never }

/** Takes files by drop or choice: one, or several with `onFiles`. */
export function DropZone({
  title,
  hint,
  button,
  accept,
  compact = false,
  children,
  ...taking
}: OneFile | SeveralFiles) {
  const [over, setOver] = useState(false)
  const take = (files: File[]) => {
    const [first] = files
    if (!first) return
    if (taking.onFiles) taking.onFiles(files)
    else taking.onFile(first)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  const chooser = { accept, inputProps: { 'aria-label': button } }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a mouse; the button does the same by keyboard.
    <div
      className="drop-zone"
      data-over={over}
      data-compact={compact}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children ?? (
        <Stack align="center" gap={compact ? 6 : 'sm'}>
          {!compact && <ImportIcon size={32} />}
          <Text fw={600} ta="center" {...(compact && { size: 'sm' })}>
            {title}
          </Text>
          <Text size={compact ? 'xs' : 'sm'} c="dimmed" maw={560} ta="center">
            {hint}
          </Text>
          {taking.onFiles ? (
            <FileButton multiple onChange={take} {...chooser}>
              {props => (
                <Button {...props} variant="default" size="compact-sm">
                  {button}
                </Button>
              )}
            </FileButton>
          ) : (
            <FileButton onChange={file => file && take([file])} {...chooser}>
              {props => <Button {...props}>{button}</Button>}
            </FileButton>
          )}
        </Stack>
      )}
    </div>
  )
}
