import { Select, Stack, Text } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { BulkOutcome, BulkProgress } from './BulkProgress.tsx'
import { addToAction, type Progress } from './bulk.ts'

const actionsQuery = queryOptions({
  queryKey: ['actions', 'to_choose_from'],
  queryFn: async ({ signal }) => (await muster.actions.list({ limit: 200 }, { signal })).data.ActionsAggreg,
})

interface Props {
  ids: number[]
  opened: boolean
  onClose: () => void
}

/** Adds the doors of the selected contacts to an action. */
export function AddToActionDialog({ ids, opened, onClose }: Props) {
  const { t } = useTranslation('contacts')
  const [busy, setBusy] = useState(false)
  return (
    <Dialog opened={opened} onClose={onClose} title={t('add_to_action_title', { count: ids.length })} busy={busy}>
      <AddForm ids={ids} onBusy={setBusy} onClose={onClose} />
    </Dialog>
  )
}

function AddForm({ ids, onBusy, onClose }: { ids: number[]; onBusy: (busy: boolean) => void; onClose: () => void }) {
  const { t } = useTranslation('contacts')
  const { data: actions } = useSuspenseQuery(actionsQuery)
  const [action, setAction] = useState<string | null>(null)
  const [progress, setProgress] = useState<Progress>()
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof addToAction>>>()

  const run = async () => {
    onBusy(true)
    setProgress({ done: 0, total: ids.length })
    try {
      setOutcome(await addToAction(Number(action), ids, setProgress))
    } catch (error) {
      notifyError(error)
    } finally {
      onBusy(false)
      setProgress(undefined)
    }
  }
  if (outcome)
    return (
      <BulkOutcome rows={outcome.left_out.map(one => ({ ...one, reason: t(one.reason) }))} onClose={onClose}>
        <Text>{t('added_to_action', { count: outcome.people })}</Text>
      </BulkOutcome>
    )
  if (progress) return <BulkProgress {...progress} />
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void run()
      }}
    >
      <Stack>
        <Select
          label={t('action')}
          description={t('add_to_action_how')}
          data={actions.map(({ Action }) => ({ value: String(Action.id), label: Action.name }))}
          value={action}
          onChange={setAction}
          searchable
          nothingFoundMessage={t('no_action')}
          data-autofocus
        />
        <FormActions onCancel={onClose} disabled={!action} label={t('do.add', { ns: 'shell' })} />
      </Stack>
    </form>
  )
}
