import { Select, Text } from '@mantine/core'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { BulkForm } from './BulkForm.tsx'
import { BulkOutcome } from './BulkProgress.tsx'
import { addToAction } from './bulk.ts'

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
  return (
    <BulkForm
      total={ids.length}
      run={onProgress => addToAction(Number(action), ids, onProgress)}
      outcome={({ people, left_out }) => (
        <BulkOutcome rows={left_out.map(one => ({ ...one, reason: t(one.reason) }))} onClose={onClose}>
          <Text>{t('added_to_action', { count: people })}</Text>
        </BulkOutcome>
      )}
      onBusy={onBusy}
      onCancel={onClose}
      disabled={!action}
      label={t('button.add', { ns: 'shell' })}
    >
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
    </BulkForm>
  )
}
