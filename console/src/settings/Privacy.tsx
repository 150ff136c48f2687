import { Anchor, Badge, Button, Group, Paper, Table, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster, type PrivacyRequest } from '../api.ts'
import { Dialog } from '../parts/Dialog.tsx'
import { Empty } from '../parts/Empty.tsx'
import { day } from '../parts/formats.ts'
import { PageHead } from '../parts/PageHead.tsx'
import { tell, tellRefusal } from '../parts/tell.tsx'
import { change, privacyQuery } from './data.ts'

/** What people have asked about their own data, and by when they must be answered. */
export function Privacy() {
  const { t } = useTranslation('settings')
  const { data: requests } = useSuspenseQuery(privacyQuery)
  return (
    <>
      <PageHead title={t('section.privacy')} />
      {requests.length === 0 ? (
        <Empty title={t('no_request')} why={t('no_request_why')} />
      ) : (
        <Paper withBorder>
          <Table.ScrollContainer minWidth={640}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('received')}</Table.Th>
                  <Table.Th>{t('contact')}</Table.Th>
                  <Table.Th>{t('what')}</Table.Th>
                  <Table.Th>{t('due')}</Table.Th>
                  <Table.Th>{t('state')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {requests.map(request => (
                  <Row key={request.id} request={request} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
    </>
  )
}

function Row({ request: { id, received_at, contact_id, kind, due_at, overdue, state } }: { request: PrivacyRequest }) {
  const { t } = useTranslation('settings')
  const [erasing, setErasing] = useState(false)
  const answer = (write: Promise<unknown>) =>
    void change(['privacy_requests', 'contacts'], write).then(() => tell(t('said.saved', { ns: 'shell' })), tellRefusal)
  const erase = () => {
    setErasing(false)
    answer(muster.privacy_requests.complete({ id, data: { confirm_contact_id: contact_id } }))
  }
  return (
    <Table.Tr>
      <Table.Td>{day(received_at)}</Table.Td>
      <Table.Td>
        <Anchor component={Link} to="/contacts" search={{ open: contact_id } as never} size="sm">
          {contact_id}
        </Anchor>
      </Table.Td>
      <Table.Td>{t(`asked.${kind}`)}</Table.Td>
      <Table.Td>{overdue ? <Badge color="red">{day(due_at)}</Badge> : day(due_at)}</Table.Td>
      <Table.Td>
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
      </Table.Td>
    </Table.Tr>
  )
}
