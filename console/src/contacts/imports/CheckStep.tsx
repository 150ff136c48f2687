import { Alert, Button, Group, List, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Import } from '../../api.ts'
import { formatDay, formatNumber } from '../../components/formats.ts'
import { WarningIcon } from '../../components/icons.tsx'
import { useSave } from '../../components/use_save.ts'
import { startImportJob } from './data.ts'
import { RefusedRows } from './RefusedRows.tsx'
import { useCorrections } from './use_corrections.ts'
import { useImportMessages } from './use_import_messages.ts'
import { WrongCells } from './WrongCells.tsx'

/** The outcome of the dry run. */
export function CheckStep({ about, onBack }: { about: Import; onBack: () => void }) {
  const { t } = useTranslation('contacts')
  const { warning } = useImportMessages()
  const corrections = useCorrections(about)
  /** Starts after the last correction is saved: the server refuses corrections of a running import. */
  const start = async (work: 'run' | 'check') => {
    await corrections.settled()
    await startImportJob(about.id, work)
  }
  const starting = useSave({ save: () => start('run') })
  const checking = useSave({ save: () => start('check') })
  const { check } = about
  if (!check) return null
  const counted = ['created', 'updated', 'unchanged', 'repeated', 'skipped'] as const
  const nothing = check.created === 0 && check.updated === 0
  const imported = check.rows - check.refused - check.skipped
  const rows = t('import.cells.run_rows', { count: imported, shown: formatNumber(imported) })
  const { left_out } = corrections
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
      <WrongCells corrections={corrections} />
      <RefusedRows about={about} outcome={check} title="refused" />
      {check.samples.length > 0 && <Samples samples={check.samples} />}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          {t('button.back', { ns: 'shell' })}
        </Button>
        <Group>
          {corrections.changed && (
            <Button variant="default" loading={checking.busy} onClick={() => void checking.save()}>
              {t('import.cells.check_again')}
            </Button>
          )}
          <Button loading={starting.busy} disabled={nothing} onClick={() => void starting.save()}>
            {left_out > 0
              ? t('import.cells.run', { count: left_out, shown: formatNumber(left_out), rows })
              : t('import.cells.run_all', { rows })}
          </Button>
        </Group>
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
                        ? shownAs(field, after)
                        : t('import.from_to', {
                            field: t(`field.${field as 'mail'}`, { defaultValue: field }),
                            before: shownAs(field, before) || '–',
                            after: shownAs(field, after) || '–',
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

const shownAs = (field: string, value: string | null) => (field === 'birthdate' && value ? formatDay(value) : value)
