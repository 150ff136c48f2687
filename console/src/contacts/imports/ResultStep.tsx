import { Alert, Button, Group, List, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { notifyError } from '../../components/notifications.tsx'
import { rowClicks } from '../../components/row_clicks.ts'
import { refreshLists } from '../contacts/data.ts'
import { keptContactsQuery, startImportJob } from './data.ts'
import { LeftOutCells } from './LeftOutCells.tsx'
import { RefusedRows } from './RefusedRows.tsx'
import { UndoImportDialog } from './UndoImportDialog.tsx'
import { useImportMessages } from './use_import_messages.ts'

/** The contacts that the import just added or changed come first. */
const last_changed_first = { sort: '-updated_at' }

/** The outcome of an import, with undo. */
export function ResultStep({ about }: { about: Import }) {
  const { t } = useTranslation('contacts')
  const [asking, setAsking] = useState(false)
  const { run, undo, state } = about
  useEffect(() => void refreshLists(), [])
  const counted = ['created', 'updated'] as const
  const undoable = (state === 'done' || state === 'stopped') && !about.forgotten_at
  return (
    <Stack>
      <Title order={2} size="h4" className="breaking">
        {about.name}
      </Title>
      <Alert color={state === 'stopped' ? 'orange' : 'green'} role="status">
        {t(state === 'stopped' ? 'import.stopped' : state === 'undone' ? 'import.undone' : 'import.done')}
      </Alert>
      {state === 'undone' && undo ? (
        <>
          <Text>
            {t('import.undone_numbers', {
              deleted: formatNumber(undo.deleted),
              restored: formatNumber(undo.restored),
              kept: formatNumber(undo.kept),
            })}
          </Text>
          {undo.kept > 0 && <Kept id={about.id} />}
        </>
      ) : (
        run && (
          <>
            <List spacing={4}>
              {counted
                .filter(name => run[name] > 0)
                .map(name => (
                  <List.Item key={name}>
                    {t(`import.done_${name}`, { count: run[name], shown: formatNumber(run[name]) })}
                  </List.Item>
                ))}
            </List>
            <LeftOutCells about={about} />
            <RefusedRows about={about} outcome={run} title="done_refused" />
          </>
        )
      )}
      {about.forgotten_at && (
        <Text size="sm" c="dimmed">
          {t('import.forgotten')}
        </Text>
      )}
      <Group>
        {run && state !== 'undone' && run.created + run.updated > 0 && (
          <Button component={Link} to="/contacts" search={last_changed_first as never}>
            {t('import.to_contacts')}
          </Button>
        )}
        <Button component={Link} to="/contacts/import" variant="default">
          {t('import.another')}
        </Button>
        {state === 'stopped' && (
          <Button variant="default" onClick={() => void startImportJob(about.id, 'run').catch(notifyError)}>
            {t('import.again')}
          </Button>
        )}
        {undoable && (
          <Button variant="subtle" color="red" ml="auto" onClick={() => setAsking(true)}>
            {t('import.undo')}
          </Button>
        )}
      </Group>
      <UndoImportDialog about={about} opened={asking} onClose={() => setAsking(false)} />
    </Stack>
  )
}

/** The contacts that undo did not change, with the reason. */
function Kept({ id }: { id: number }) {
  const { t } = useTranslation('contacts')
  const { keptReason } = useImportMessages()
  const { data: kept = [] } = useQuery(keptContactsQuery(id))
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('import.kept')}</Table.Th>
          <Table.Th>{t('reason')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody {...rowClicks}>
        {kept.map(contact => (
          <Table.Tr key={contact.contact_id}>
            <Table.Td>
              <Link to="/contacts/$id" params={{ id: String(contact.contact_id) }} className="record-link">
                {t('number', { id: contact.contact_id })}
              </Link>
            </Table.Td>
            <Table.Td>{keptReason(contact)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
