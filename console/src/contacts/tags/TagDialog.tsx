import { Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { notifyWithUndo } from '../../components/notifications.tsx'
import { BulkOutcome, BulkProgress } from '../contacts/BulkProgress.tsx'
import { type Failure, type Progress, tagAll } from '../contacts/bulk.ts'
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
  const [progress, setProgress] = useState<Progress>()
  const [failures, setFailures] = useState<Failure[]>()

  const run = async () => {
    onBusy(true)
    setProgress({ done: 0, total: ids.length })
    const wish = mode === 'tag' ? { add: names } : { remove: names }
    const { done, failures } = await tagAll(ids, wish, setProgress)
    onBusy(false)
    setProgress(undefined)
    const takeBack = mode === 'tag' ? { remove: names } : { add: names }
    // With several tags, undo could not tell which contact had which.
    if (done.length > 0 && names.length === 1)
      notifyWithUndo(t(mode === 'tag' ? 'tagged' : 'untagged', { count: done.length }), () =>
        tagAll(done, takeBack, () => {}),
      )
    if (failures.length > 0) setFailures(failures)
    else onClose()
  }
  if (failures) return <BulkOutcome rows={failures} onClose={onClose} />
  if (progress) return <BulkProgress {...progress} />
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void run()
      }}
    >
      <Stack>
        <TagInput
          label={t('attr.tags')}
          description={t('tags_how')}
          known={tags}
          value={names}
          onChange={setNames}
          data-autofocus
        />
        <FormActions onCancel={onClose} disabled={names.length === 0} label={t(mode)} />
      </Stack>
    </form>
  )
}
