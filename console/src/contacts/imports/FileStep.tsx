import { Alert, Button, FileButton, Loader, Stack, Text } from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import } from '../../api.ts'
import { any_field } from '../../components/field_errors.ts'
import { ImportIcon } from '../../components/icons.tsx'
import { useSave } from '../../components/use_save.ts'
import { uploadFile } from './data.ts'

const bytes_max = 100 * 1024 * 1024

/** Uploads a file by drop or choice. */
export function FileStep({ onUploaded }: { onUploaded: (uploaded: Import) => void }) {
  const { t } = useTranslation('contacts')
  const [over, setOver] = useState(false)
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()

  const upload = useSave({ fields: [any_field], save: uploadFile, onSaved: onUploaded })
  const take = (file: File | null | undefined) => {
    if (!file) return
    setWrong(checkFile(file))
    upload.clear()
    if (checkFile(file)) return
    setName(file.name)
    void upload.save(file)
  }
  const checkFile = (file: File) => {
    if (!/\.(csv|txt|tsv)$/i.test(file.name)) return t('import.no_csv')
    return file.size > bytes_max ? t('import.too_big') : undefined
  }
  const error = wrong ?? upload.errors[any_field]
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <Stack>
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a mouse; the button does the same by keyboard. */}
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
        {upload.busy ? (
          <Stack align="center" role="status">
            <Loader aria-hidden />
            <Text>{t('import.uploading', { name })}</Text>
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
              onChange={take}
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
