import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { BulkChange } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { formatDateTime, formatDay, fullName } from '../../components/formats.ts'
import { JobProgress } from '../../components/JobProgress.tsx'
import { notifyError } from '../../components/notifications.tsx'
import { rowClicks } from '../../components/row_clicks.ts'
import {
  bulkChangeQuery,
  cancelBulkChange,
  contactsOfQuery,
  isInProgress,
  type ListedOutcome,
  state_colors,
  undoBulkChange,
} from './data.ts'
import { useChangeText } from './use_change_text.ts'

interface Props {
  id: number | undefined
  onClose: () => void
}

export function ChangeDetails({ id, onClose }: Props) {
  const { t } = useTranslation('bulk_changes')
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title={t('details')} size="lg">
      {id !== undefined && <Details id={id} />}
    </Dialog>
  )
}

function Details({ id }: { id: number }) {
  const { t } = useTranslation('bulk_changes')
  const { data: change } = useSuspenseQuery(bulkChangeQuery(id))
  const { what, outcome } = useChangeText(change)
  const { state, user, created_at, undo, done, total, error } = change
  const running = isInProgress(change)
  return (
    <Stack>
      <div>
        <Text fw={600} className="breaking">
          {what}
        </Text>
        <Text size="sm" c="dimmed">
          {fullName(user)} · {formatDateTime(created_at)}
        </Text>
      </div>
      <Group gap="xs" role="status">
        <Badge color={state_colors[state]}>{t(`state.${state}`)}</Badge>
        <Text size="sm">{outcome}</Text>
      </Group>
      {error && <Text size="sm">{error}</Text>}
      {running && <JobProgress {...(state === 'undoing' && undo ? undo : { done, total })} />}
      <Buttons change={change} running={running} />
      {change.refused > 0 && <LeftOut id={id} outcome="refused" />}
      {undo && undo.kept > 0 && <LeftOut id={id} outcome="kept" />}
    </Stack>
  )
}

function Buttons({ change: { id, undo_until }, running }: { change: BulkChange; running: boolean }) {
  const { t } = useTranslation('bulk_changes')
  if (!running && !undo_until) return null
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {undo_until && t('undo_until', { date: formatDay(undo_until) })}
      </Text>
      {running ? (
        <Button variant="default" onClick={() => void cancelBulkChange(id).catch(notifyError)}>
          {t('button.stop')}
        </Button>
      ) : (
        <Button variant="default" onClick={() => void undoBulkChange(id).catch(notifyError)}>
          {t('button.undo')}
        </Button>
      )}
    </Group>
  )
}

/** The first contacts that were left as they are, each with the reason. */
function LeftOut({ id, outcome }: { id: number; outcome: ListedOutcome }) {
  const { t } = useTranslation('bulk_changes')
  const { data: contacts } = useSuspenseQuery(contactsOfQuery(id, outcome))
  return (
    <section>
      <Title order={3} size="h5">
        {t(`left.${outcome}`)}
      </Title>
      <Table.ScrollContainer minWidth={280} maxHeight={300} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={t(`left.${outcome}`)}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('contact')}</Table.Th>
              <Table.Th scope="col">{t('reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody {...rowClicks}>
            {contacts.map(({ contact_id, name, code }) => (
              <Table.Tr key={contact_id}>
                <Table.Td className="breaking">
                  <Link to="/contacts/$id" params={{ id: String(contact_id) }} className="record-link">
                    {name || `#${contact_id}`}
                  </Link>
                </Table.Td>
                <Table.Td>{code && t(`${outcome}.${code as 'restricted'}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}
