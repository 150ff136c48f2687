import { Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkChange } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { formatNumber } from '../../components/formats.ts'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { AnswerFields } from './AnswerFields.tsx'
import { ActionField, FieldValue, TagFields } from './ChangeFields.tsx'
import { type Content, type Selection, startBulkChange } from './data.ts'
import { useWhat } from './use_change_text.ts'

export type BulkDialog = 'tag' | 'untag' | 'field' | 'answer' | 'archive' | 'action'

interface Props {
  dialog: BulkDialog | undefined
  contacts: Selection
  count: number
  /** Tags of the rows shown, offered first. */
  tags: string[]
  onClose: () => void
}

/** Asks what to change, and says how many contacts it concerns. */
export function BulkChangeDialog({ dialog, count, onClose, ...props }: Props) {
  const { t } = useTranslation('bulk_changes')
  // The dialog keeps its content while it fades out.
  const [shown, setShown] = useState<BulkDialog>('tag')
  if (dialog && dialog !== shown) setShown(dialog)
  return (
    <Dialog
      opened={dialog !== undefined}
      onClose={onClose}
      title={t(`title.${shown}`, { count, shown: formatNumber(count) })}
    >
      <ChangeForm key={shown} dialog={shown} count={count} onClose={onClose} {...props} />
    </Dialog>
  )
}

type FormProps = Omit<Props, 'dialog'> & { dialog: BulkDialog }

function ChangeForm({ dialog, contacts, count, tags, onClose }: FormProps) {
  const { t } = useTranslation('bulk_changes')
  const [change, setChange] = useState<Content | undefined>(dialog === 'archive' ? { archive: true } : undefined)
  const saving = useSave({ save: () => startBulkChange(contacts, change ?? {}), onSaved: onClose })
  const fields: Record<BulkDialog, () => ReactNode> = {
    tag: () => <TagFields known={tags} adds onChange={setChange} />,
    untag: () => <TagFields known={tags} adds={false} onChange={setChange} />,
    field: () => <FieldValue onChange={setChange} />,
    answer: () => <AnswerFields onChange={setChange} />,
    action: () => <ActionField onChange={setChange} />,
    archive: () => <Text>{t('archive_how')}</Text>,
  }
  return (
    <SaveForm saving={saving} onSubmit={() => void saving.save()}>
      <Stack>
        {fields[dialog]()}
        {change && <Preview dialog={dialog} change={change} count={count} />}
        <Text size="sm" c="dimmed">
          {t('runs_on')}
        </Text>
        <FormActions onCancel={onClose} busy={saving.busy} disabled={!change} label={t(`submit.${dialog}`)} />
      </Stack>
    </SaveForm>
  )
}

/** What the button will do, in one sentence. */
function Preview({ dialog, change, count }: { dialog: BulkDialog; change: Content; count: number }) {
  const { t } = useTranslation('bulk_changes')
  const what = useWhat(kinds[dialog], change as BulkChange['change'])
  return (
    <Text size="sm" fw={600} className="breaking" role="status">
      {t('preview', { count, shown: formatNumber(count), what })}
    </Text>
  )
}

const kinds: Record<BulkDialog, BulkChange['kind']> = {
  tag: 'tags',
  untag: 'tags',
  field: 'fields',
  answer: 'answer',
  archive: 'archive',
  action: 'action',
}
