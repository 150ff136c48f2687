import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { BulkForm } from '../contacts/BulkForm.tsx'
import { BulkOutcome } from '../contacts/BulkProgress.tsx'
import { type Progress, tagAll } from '../contacts/bulk.ts'
import { TagInput } from './TagInput.tsx'

interface Props {
  ids: number[]
  mode: 'tag' | 'untag'
  /** Tags of the rows shown, offered first. */
  tags: string[]
  opened: boolean
  onClose: () => void
}

export function TagDialog({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation('contacts')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(props.mode === 'tag' ? 'tag_title' : 'untag_title', { count: props.ids.length })}
      busy={busy}
    >
      <TagForm {...props} onBusy={setBusy} onClose={onClose} />
    </Dialog>
  )
}

type FormProps = Omit<Props, 'opened'> & { onBusy: (busy: boolean) => void }

function TagForm({ ids, mode, tags, onBusy, onClose }: FormProps) {
  const { t } = useTranslation('contacts')
  const [names, setNames] = useState<string[]>([])

  const run = async (onProgress: (progress: Progress) => void) => {
    const change = mode === 'tag' ? { add: names } : { remove: names }
    const { done, failures } = await tagAll(ids, change, onProgress)
    const inverse = mode === 'tag' ? { remove: names } : { add: names }
    // With several tags, undo could not tell which contact had which.
    if (done.length > 0 && names.length === 1)
      notifyWithUndo(t(mode === 'tag' ? 'tagged' : 'untagged', { count: done.length }), () =>
        tagAll(done, inverse, () => {}),
      )
    if (failures.length > 0) return failures
    onClose()
    return undefined
  }
  return (
    <BulkForm
      total={ids.length}
      run={run}
      outcome={failures => <BulkOutcome rows={failures} onClose={onClose} />}
      onBusy={onBusy}
      onCancel={onClose}
      disabled={names.length === 0}
      label={t(mode)}
    >
      <TagInput
        label={t('attr.tags')}
        description={t('tags_how')}
        known={tags}
        value={names}
        onChange={setNames}
        data-autofocus
      />
    </BulkForm>
  )
}
