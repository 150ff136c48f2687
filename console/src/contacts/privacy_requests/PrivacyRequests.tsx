import { Anchor, Badge, Button, Group } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type PrivacyRequest, refreshAfter } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDay } from '../../components/formats.ts'
import { PlusIcon } from '../../components/icons.tsx'
import { ListPage } from '../../components/ListPage.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { SmallTable } from '../../components/SmallTable.tsx'
import { privacyRequestsQuery } from './data.ts'
import { EraseDialog } from './EraseDialog.tsx'
import { PrivacyRequestForm } from './PrivacyRequestForm.tsx'

/** The privacy requests of the space, with their due dates. */
export function PrivacyRequests() {
  const { t } = useTranslation('settings')
  const { t: ofContacts } = useTranslation('contacts')
  const { data: requests } = useSuspenseQuery(privacyRequestsQuery)
  const [recording, setRecording] = useState(false)
  const close = () => setRecording(false)
  const record = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setRecording(true)}>
      {ofContacts('privacy.note')}
    </Button>
  )
  const guide = (
    <Anchor href="/docs/guides/privacy" target="_blank" size="sm">
      {ofContacts('privacy.guide')}
    </Anchor>
  )
  return (
    <ListPage
      title={t('section.privacy')}
      framed={false}
      actions={
        requests.length > 0 && (
          <>
            {guide}
            {record}
          </>
        )
      }
      count={requests.length}
      empty={
        <EmptyState title={t('no_request')} why={t('no_request_why')}>
          {record}
          {guide}
        </EmptyState>
      }
      after={
        <Dialog opened={recording} onClose={close} title={ofContacts('privacy.note')}>
          <PrivacyRequestForm onDone={close} />
        </Dialog>
      }
    >
      <SmallTable
        label={t('section.privacy')}
        rows={requests}
        minWidth={320}
        stacked
        columns={[
          { label: t('received'), cell: ({ received_at }) => formatDay(received_at) },
          { label: t('contact'), cell: request => <ContactLink request={request} /> },
          { label: t('what'), cell: ({ kind }) => t(`asked.${kind}`) },
          {
            label: t('due'),
            cell: ({ overdue, due_at }) =>
              overdue ? <Badge color="red">{formatDay(due_at)}</Badge> : formatDay(due_at),
          },
          { label: t('state'), cell: request => <State request={request} /> },
        ]}
      />
    </ListPage>
  )
}

function ContactLink({ request: { contact_id, contact_name, kind, state } }: { request: PrivacyRequest }) {
  const { t } = useTranslation('contacts')
  // An erased person has no page.
  if (kind === 'erasure' && state === 'done') return t('number', { id: contact_id })
  return (
    <Anchor
      component={Link}
      to={`/contacts/${contact_id}`}
      search={{ tab: 'privacy' } as never}
      size="sm"
      className="breaking"
    >
      {contact_name || t('number', { id: contact_id })}
    </Anchor>
  )
}

/** The state of a request, and the button to complete it. */
function State({ request }: { request: PrivacyRequest }) {
  const { id, kind, state } = request
  const { t } = useTranslation('settings')
  const [erasing, setErasing] = useState(false)
  const answer = (write: Promise<unknown>) =>
    void refreshAfter(['privacy_requests', 'contacts'], write).then(
      () => notify(t('message.saved', { ns: 'shell' })),
      notifyError,
    )
  return (
    <Group gap="xs" wrap="nowrap">
      <Badge color={state === 'open' ? 'orange' : 'gray'}>{t(`request_state.${state}`)}</Badge>
      {state === 'open' && kind !== 'erasure' && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => answer(muster.privacy_requests.complete({ id, data: {} }))}
        >
          {t('complete')}
        </Button>
      )}
      {state === 'open' && kind === 'erasure' && (
        <Button size="compact-sm" color="red" onClick={() => setErasing(true)}>
          {t('erase')}
        </Button>
      )}
      <EraseDialog request={request} opened={erasing} onClose={() => setErasing(false)} />
    </Group>
  )
}
