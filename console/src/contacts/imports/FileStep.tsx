import { Alert, Button, FileButton, Loader, Stack, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import } from '../../api.ts'
import { fieldErrors } from '../../components/field_errors.ts'
import { ImportIcon } from '../../components/icons.tsx'
import { uploadFile } from './data.ts'

const bytes_max = 100 * 1024 * 1024

/** A file is dropped or chosen, and goes to the server, which finds out what is in it. */
export function FileStep({ onUploaded }: { onUploaded: (uploaded: Import) => void }) {
  const { t } = useTranslation('contacts')
  const [over, setOver] = useState(false)
  const [uploading, setUploading] = useState<string>()
  const [wrong, setWrong] = useState<string>()

  const take = async (file: File | null | undefined) => {
    if (!file) return
    if (!/\.(csv|txt|tsv)$/i.test(file.name)) return setWrong(t('import.no_csv'))
    if (file.size > bytes_max) return setWrong(t('import.too_big'))
    setWrong(undefined)
    setUploading(file.name)
    try {
      onUploaded(await uploadFile(file))
    } catch (error) {
      const [message] = Object.values(fieldErrors(error) ?? {})
      setWrong(message ?? (error instanceof Error ? error.message : String(error)))
    } finally {
      setUploading(undefined)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }
  return (
    <Stack>
      {wrong && (
        <Alert color="red" role="alert">
          {wrong}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the button does the same by keyboard. */}
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
        {uploading ? (
          <Stack align="center" role="status">
            <Loader aria-hidden />
            <Text>{t('import.uploading', { name: uploading })}</Text>
          </Stack>
        ) : (
          <Stack align="center" gap="sm">
            <ImportIcon size={32} />
            <Text fw={600} ta="center">
              {t('import.drop')}
            </Text>
            <Text size="sm" c="dimmed" maw={560} ta="center">
              {t('import.drop_why')}
            </Text>
            <FileButton
              onChange={file => void take(file)}
              accept=".csv,.txt,.tsv,text/csv"
              inputProps={{ 'aria-label': t('import.choose') }}
            >
              {props => <Button {...props}>{t('import.choose')}</Button>}
            </FileButton>
          </Stack>
        )}
      </div>
    </Stack>
  )
}
