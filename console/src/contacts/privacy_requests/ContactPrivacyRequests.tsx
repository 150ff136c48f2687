import { Badge, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type PrivacyRequest, refreshAfter } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { formatDay } from '../../components/formats.ts'
import { notify, notifyError } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { saveFile } from '../exports/download.ts'
import { contactPrivacyRequestsQuery } from './data.ts'
import { EraseDialog } from './EraseDialog.tsx'
import { PrivacyRequestForm } from './PrivacyRequestForm.tsx'

/** The privacy requests of a contact. */
export function ContactPrivacyRequests({ id }: { id: number }) {
  const { t } = useTranslation('contacts')
  const { data: requests } = useSuspenseQuery(contactPrivacyRequestsQuery(id))
  const [noting, setNoting] = useState(false)
  return (
    <Stack>
      <Group>
        <Button variant="default" onClick={() => setNoting(true)}>
          {t('privacy.note')}
        </Button>
      </Group>
      {requests.length === 0 && <EmptyState title={t('privacy.nothing')} why={t('privacy.why')} />}
      {requests.map(request => (
        <OneRequest key={request.id} request={request} />
      ))}
      <Dialog opened={noting} onClose={() => setNoting(false)} title={t('privacy.note')}>
        <PrivacyRequestForm contact_id={id} onDone={() => setNoting(false)} />
      </Dialog>
    </Stack>
  )
}

function OneRequest({ request }: { request: PrivacyRequest }) {
  const { t } = useTranslation('settings')
  const { t: here } = useTranslation('contacts')
  const { id, contact_id, kind, state, received_at, due_at, overdue, notes } = request
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'erase' | 'refuse'>()
  const answer = (write: Promise<unknown>) => {
    setAsking(undefined)
    refreshAfter(['privacy_requests', 'contacts'], write).then(
      () => notify(t('message.saved', { ns: 'shell' })),
      notifyError,
    )
  }
  const complete = () => answer(muster.privacy_requests.complete({ id, data: {} }))
  const download = async () => {
    const copy = await muster.privacy_requests.export({ id })
    saveFile(`contact-${contact_id}.json`, JSON.stringify(copy, null, 2), 'application/json')
  }
  const open = state === 'open'
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <Text fw={600}>{t(`asked.${kind}`)}</Text>
        <Badge color={open ? 'orange' : 'gray'}>{t(`request_state.${state}`)}</Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {here('privacy.received', { day: formatDay(received_at) })}
      </Text>
      {open && (
        <Text size="sm" {...(overdue && { c: 'var(--mantine-color-error)', fw: 600 })}>
          {here(overdue ? 'privacy.overdue' : 'privacy.due', { day: formatDay(due_at) })}
        </Text>
      )}
      {notes && (
        <Text size="sm" className="breaking">
          {notes}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        {open && kind === 'access' && (
          <Button size="xs" onClick={() => void download().catch(notifyError)}>
            {here('privacy.download')}
          </Button>
        )}
        {open && kind !== 'erasure' && (
          <Button size="xs" variant="default" onClick={complete}>
            {kind === 'restriction' ? here('privacy.restrict') : t('complete')}
          </Button>
        )}
        {open && kind === 'erasure' && (
          <Button size="xs" color="red" onClick={() => setAsking('erase')}>
            {t('erase')}
          </Button>
        )}
        {open && (
          <Button size="xs" variant="subtle" onClick={() => setAsking('refuse')}>
            {here('privacy.refuse')}
          </Button>
        )}
        {kind === 'restriction' && state === 'done' && (
          <Button size="xs" variant="default" onClick={() => answer(muster.privacy_requests.lift({ id }))}>
            {here('privacy.lift')}
          </Button>
        )}
      </Group>
      <EraseDialog
        request={request}
        opened={asking === 'erase'}
        onClose={() => setAsking(undefined)}
        onErased={() => navigate({ to: '/settings/privacy' })}
      />
      <Dialog opened={asking === 'refuse'} onClose={() => setAsking(undefined)} title={here('privacy.refuse')}>
        <RefusalForm id={id} onClose={() => setAsking(undefined)} />
      </Dialog>
    </Paper>
  )
}

function RefusalForm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('contacts')
  const form = useForm({ initialValues: { notes: '' } })
  const saving = useSave({
    form,
    save: (data: typeof form.values) =>
      refreshAfter(['privacy_requests', 'contacts'], muster.privacy_requests.refuse({ id, data })),
    onSaved: () => {
      notify(t('message.saved', { ns: 'shell' }))
      onClose()
    },
  })
  return (
    <SaveForm saving={saving} onSubmit={form.onSubmit(values => void saving.save(values))}>
      <Textarea
        label={t('privacy.reason')}
        required
        autosize
        minRows={2}
        maxLength={2000}
        data-autofocus
        {...form.getInputProps('notes')}
      />
      <FormActions onCancel={onClose} busy={saving.busy} label={t('privacy.refuse')} />
    </SaveForm>
  )
}
