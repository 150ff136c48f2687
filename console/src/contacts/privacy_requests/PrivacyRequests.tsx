import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type PrivacyRequest, refreshAfter } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { formatDay } from '../../components/formats.ts'
import { ListPage } from '../../components/ListPage.tsx'
import { notify, notifyError } from '../../components/notifications.tsx'
import { SmallTable } from '../../components/SmallTable.tsx'
import { privacyRequestsQuery } from './data.ts'

/** The privacy requests of the space, with their due dates. */
export function PrivacyRequests() {
  const { t } = useTranslation('settings')
  const { data: requests } = useSuspenseQuery(privacyRequestsQuery)
  return (
    <ListPage
      title={t('section.privacy')}
      framed={false}
      count={requests.length}
      empty={<EmptyState title={t('no_request')} why={t('no_request_why')} />}
    >
      <SmallTable
        label={t('section.privacy')}
        rows={requests}
        minWidth={640}
        columns={[
          { label: t('received'), cell: ({ received_at }) => formatDay(received_at) },
          { label: t('contact'), cell: ({ contact_id }) => <ContactLink contact_id={contact_id} /> },
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

const ContactLink = ({ contact_id }: { contact_id: number }) => (
  <Anchor component={Link} to="/contacts" search={{ open: contact_id } as never} size="sm">
    {contact_id}
  </Anchor>
)

/** The state of a request, and the button to complete it. */
function State({ request: { id, contact_id, kind, state } }: { request: PrivacyRequest }) {
  const { t } = useTranslation('settings')
  const [erasing, setErasing] = useState(false)
  const answer = (write: Promise<unknown>) =>
    void refreshAfter(['privacy_requests', 'contacts'], write).then(
      () => notify(t('message.saved', { ns: 'shell' })),
      notifyError,
    )
  const erase = () => {
    setErasing(false)
    answer(muster.privacy_requests.complete({ id, data: { confirm_contact_id: contact_id } }))
  }
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
        <Button size="compact-xs" color="red" onClick={() => setErasing(true)}>
          {t('erase')}
        </Button>
      )}
      <Dialog opened={erasing} onClose={() => setErasing(false)} title={t('erase_sure')}>
        <Text mb="md">{t('erase_how')}</Text>
        <Button color="red" onClick={erase}>
          {t('erase')}
        </Button>
      </Dialog>
    </Group>
  )
}
