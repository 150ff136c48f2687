import { Alert, Loader, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import } from '../../api.ts'
import { DropZone } from '../../components/DropZone.tsx'
import { any_field } from '../../components/field_errors.ts'
import { useSave } from '../../components/use_save.ts'
import { uploadFile } from './data.ts'

const bytes_max = 100 * 1024 * 1024

/** Uploads a file by drop or choice. */
export function FileStep({ onUploaded }: { onUploaded: (uploaded: Import) => void }) {
  const { t } = useTranslation('contacts')
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string>()

  const upload = useSave({ fields: [any_field], save: uploadFile, onSaved: onUploaded })
  const take = (file: File) => {
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
  return (
    <Stack>
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <DropZone
        title={t('import.drop')}
        hint={t('import.drop_why')}
        button={t('import.choose')}
        accept=".csv,.txt,.tsv,text/csv"
        onFile={take}
      >
        {upload.busy ? (
          <Stack align="center" role="status">
            <Loader aria-hidden />
            <Text>{t('import.uploading', { name })}</Text>
          </Stack>
        ) : undefined}
      </DropZone>
    </Stack>
  )
}
