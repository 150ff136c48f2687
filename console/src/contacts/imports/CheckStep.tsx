import { Alert, Button, Group, List, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Import } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { WarningIcon } from '../../components/icons.tsx'
import { useSave } from '../../components/use_save.ts'
import { startImportJob } from './data.ts'
import { RefusedRows } from './RefusedRows.tsx'
import { useImportMessages } from './use_import_messages.ts'

/** The outcome of the dry run. */
export function CheckStep({ about, onBack }: { about: Import; onBack: () => void }) {
  const { t } = useTranslation('contacts')
  const { warning } = useImportMessages()
  const starting = useSave({ save: () => startImportJob(about.id, 'run') })
  const { check } = about
  if (!check) return null
  const counted = ['created', 'updated', 'unchanged', 'repeated', 'skipped'] as const
  const nothing = check.created === 0 && check.updated === 0
  return (
    <Stack>
      <Title order={2} size="h4" className="breaking">
        {about.name}
      </Title>
      <List spacing={4}>
        {counted
          .filter(name => check[name] > 0)
          .map(name => (
            <List.Item key={name}>
              {t(`import.${name}`, { count: check[name], shown: formatNumber(check[name]) })}
            </List.Item>
          ))}
      </List>
      {nothing && <Text>{t('import.nothing_to_do')}</Text>}
      {check.warnings.map(one => (
        <Alert key={one.message} color="orange" icon={<WarningIcon />} role="alert">
          {warning(one)}
        </Alert>
      ))}
      <RefusedRows about={about} outcome={check} title="refused" />
      {check.samples.length > 0 && <Samples samples={check.samples} />}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          {t('button.back', { ns: 'shell' })}
        </Button>
        <Button loading={starting.busy} disabled={nothing} onClick={() => void starting.save()}>
          {t('import.run')}
        </Button>
      </Group>
    </Stack>
  )
}

function Samples({ samples }: { samples: NonNullable<Import['check']>['samples'] }) {
  const { t } = useTranslation('contacts')
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('import.examples')}
      </Title>
      <Table.ScrollContainer minWidth={360} maxHeight={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80} className="figures">
                {t('import.row')}
              </Table.Th>
              <Table.Th>{t('import.change')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {samples.map(({ row, contact_id, changes }) => (
              <Table.Tr key={row}>
                <Table.Td className="figures">{formatNumber(row)}</Table.Td>
                <Table.Td className="breaking">
                  {contact_id === null && `${t('import.new_contact')} · `}
                  {changes
                    .map(({ field, before, after }) =>
                      contact_id === null
                        ? after
                        : t('import.from_to', {
                            field: t(`field.${field as 'mail'}`, { defaultValue: field }),
                            before: before || '–',
                            after: after || '–',
                          }),
                    )
                    .join(' · ')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}
