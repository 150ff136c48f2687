import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactFile } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { refreshFiles, removeFile, renameFile } from './data.ts'

interface Props {
  /** Undefined while the dialog is closed. */
  file: ContactFile | undefined
  onClose: () => void
}

/** Changes the name without its extension, which stays. */
export function RenameFileDialog({ file, onClose }: Props) {
  const { t } = useTranslation('files')
  return (
    <Dialog opened={file !== undefined} onClose={onClose} title={t('rename')}>
      {file && <RenameForm file={file} onClose={onClose} />}
    </Dialog>
  )
}

function RenameForm({ file, onClose }: { file: ContactFile; onClose: () => void }) {
  const { t } = useTranslation('files')
  const [, stem = file.name, extension = ''] = /^(.+)(\.\w+)$/.exec(file.name) ?? []
  const [name, setName] = useState(stem)
  const saving = useSave({
    fields: ['name'],
    save: () => renameFile({ id: file.id, name: `${name.trim()}${extension}` }),
    onSaved: async () => {
      await refreshFiles(file.contact_id)
      onClose()
    },
  })
  const blank = name.trim() === ''
  return (
    <SaveForm
      saving={saving}
      onSubmit={() => {
        if (!blank) void saving.save()
      }}
    >
      <TextInput
        label={t('name')}
        value={name}
        maxLength={190}
        onChange={event => setName(event.currentTarget.value)}
        rightSection={<Text size="sm">{extension}</Text>}
        rightSectionWidth={64}
        error={blank ? t('error.name') : saving.errors['name']}
        data-autofocus
      />
      <FormActions label={t('rename')} onCancel={onClose} busy={saving.busy} />
    </SaveForm>
  )
}

/** Asks first: a deleted file cannot be restored. */
export function DeleteFileDialog({ file, onClose, onDeleted }: Props & { onDeleted: () => void }) {
  const { t } = useTranslation('files')
  return (
    <Dialog opened={file !== undefined} onClose={onClose} title={t('delete_sure', { name: file?.name ?? '' })}>
      {file && (
        <DeleteConfirmation
          question={t('delete_why')}
          remove={() => removeFile(file.id)}
          onDone={async () => {
            await refreshFiles(file.contact_id)
            notify(t('deleted', { name: file.name }))
            onClose()
            onDeleted()
          }}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
