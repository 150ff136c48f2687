import { Button, FileButton, Stack, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportIcon } from '../../../components/icons.tsx'

const accepted = '.xml,.zip,.sta,.mt940,.940,.txt,.ofx,.qfx,.csv,.tsv'

/** Takes a file by drop or choice. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const { t } = useTranslation('bank')
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a mouse; the button does the same by keyboard.
    <div
      className="drop-zone"
      data-over={over}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="sm">
        <ImportIcon size={32} />
        <Text fw={600} ta="center">
          {t('import.drop')}
        </Text>
        <Text size="sm" c="dimmed" maw={480} ta="center">
          {t('import.formats')}
        </Text>
        <FileButton
          onChange={file => file && onFile(file)}
          accept={accepted}
          inputProps={{ 'aria-label': t('import.choose') }}
        >
          {props => <Button {...props}>{t('import.choose')}</Button>}
        </FileButton>
      </Stack>
    </div>
  )
}
