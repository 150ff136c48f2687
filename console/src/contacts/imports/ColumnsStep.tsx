import { Alert, Button, Group, Select, SimpleGrid, Switch, Table, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import } from '../../api.ts'
import { formatNumber } from '../../components/formats.ts'
import { WarningIcon } from '../../components/icons.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { formsQuery } from '../contacts/data.ts'
import { changeImport, type ImportSettings, startImportJob } from './data.ts'
import { fields } from './fields.ts'
import { matches, missingFor, proposedMatch } from './propose_match.ts'
import { hasFixedValues, ValueMapping } from './ValueMapping.tsx'

type Column = Import['columns'][number]
const modes = ['create_and_update', 'create', 'update'] as const
const encodings = ['utf-8', 'windows-1252'] as const
const separators = [',', ';', 'tab'] as const
const left_out = 'none'

/** Maps the columns of the file. The server has made a guess. */
export function ColumnsStep({ about, onChecked }: { about: Import; onChecked: () => void }) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const sensitive = may('contacts:sensitive')
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: sensitive && may('forms:read') })
  const [columns, setColumns] = useState(about.columns)
  const [settings, setSettings] = useState<ImportSettings>({})
  const proposed = proposedMatch(columns)
  const chosen = settings.match ?? (about.match === proposedMatch(about.columns) ? undefined : about.match)
  const match = chosen && missingFor(chosen, columns).length === 0 ? chosen : proposed
  const now = { ...about, ...settings, match }
  const set = (change: ImportSettings) => setSettings(before => ({ ...before, ...change }))
  const setColumn = (index: number, change: Partial<Column>) =>
    setColumns(list => list.map(column => (column.index === index ? { ...column, ...change } : column)))

  /** With another separator or encoding the server reads the columns of the file again. */
  const reading = useSave({
    save: (change: ImportSettings) => changeImport(about.id, change),
    onSaved: read => setColumns(read.columns),
  })
  const checking = useSave({
    fields: [],
    save: async () => {
      const sent = columns.map(({ index, field, form_id, values }) => ({ index, field, form_id, values }))
      await changeImport(about.id, { ...settings, match, columns: sent })
      await startImportJob(about.id, 'check')
    },
    onSaved: onChecked,
  })
  const hasField = (field: Column['field']) => columns.some(column => column.field === field)
  const choices = [
    { value: left_out, label: t('import.not_imported') },
    ...fields
      .filter(field => sensitive || field !== 'tags')
      .map(field => ({ value: field, label: field === 'id' ? t('import.our_id') : t(`field.${field}`) })),
    ...forms.map(({ id, label }) => ({ value: `form_${id}`, label: t('import.a_form', { form: label }) })),
  ]
  const choose = (index: number, choice: string | null) => {
    const form_id = /^form_(\d+)$/.exec(choice ?? '')?.[1]
    setColumn(
      index,
      form_id
        ? { field: 'form', form_id: Number(form_id), values: {}, recognised_by: null }
        : {
            field: choice === left_out ? null : (choice as Column['field']),
            form_id: null,
            values: {},
            recognised_by: null,
          },
    )
  }
  return (
    <SaveForm saving={checking} onSubmit={() => void checking.save()}>
      <Group justify="space-between" align="flex-end">
        <Text fw={600} className="breaking">
          {about.name}
          <Text span c="dimmed" size="sm" ml="xs">
            {t('import.size', { count: Math.max(1, Math.round(about.bytes / 1000)) })}
          </Text>
        </Text>
        <Group gap="xs">
          <Select
            label={t('import.separator')}
            size="xs"
            data={separators.map(value => ({ value, label: t(`import.separators.${value}`) }))}
            value={about.separator}
            onChange={separator => separator && void reading.save({ separator: separator as ',' })}
            allowDeselect={false}
          />
          <Select
            label={t('import.encoding')}
            size="xs"
            data={[...encodings]}
            value={about.encoding}
            onChange={encoding => encoding && void reading.save({ encoding: encoding as 'utf-8' })}
            allowDeselect={false}
          />
        </Group>
      </Group>
      <Table.ScrollContainer minWidth={320}>
        <Table verticalSpacing="xs" layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('import.column')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('import.samples')}</Table.Th>
              <Table.Th w={{ base: '60%', sm: 260 }}>{t('import.becomes')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {columns.map(column => (
              <Table.Tr key={column.index}>
                <Table.Td className="breaking">
                  {column.header || formatNumber(column.index + 1)}
                  <Text size="xs" c="dimmed" lineClamp={2} hiddenFrom="sm">
                    {column.samples.slice(0, 2).join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td className="breaking" visibleFrom="sm">
                  <Text size="sm" c="dimmed" lineClamp={2}>
                    {column.samples.slice(0, 3).join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={`${column.header}: ${t('import.becomes')}`}
                    data={choices}
                    value={column.field === 'form' ? `form_${column.form_id}` : (column.field ?? left_out)}
                    onChange={choice => choose(column.index, choice)}
                    searchable
                    allowDeselect={false}
                    description={column.recognised_by === 'values' ? t('import.by_values') : undefined}
                    inputWrapperOrder={['input', 'description']}
                  />
                  {hasFixedValues(column, forms) && (
                    <ValueMapping
                      column={column}
                      forms={forms}
                      onChange={values => setColumn(column.index, { values })}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {now.mode !== 'update' && !hasField('firstname') && !hasField('surname') && (
        <Alert color="orange" icon={<WarningIcon />}>
          {t('import.no_names')}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t('import.match')}
          description={match === proposed ? t('import.match_proposed') : undefined}
          inputWrapperOrder={['label', 'input', 'description']}
          data={matches.map(value => ({
            value,
            label: matchLabel(value, columns, t),
            disabled: missingFor(value, columns).length > 0,
          }))}
          value={now.match}
          onChange={match => match && set({ match: match as 'mail' })}
          allowDeselect={false}
        />
        <Select
          label={t('import.mode')}
          data={modes.map(value => ({ value, label: t(`import.modes.${value}`) }))}
          value={now.mode}
          onChange={mode => mode && set({ mode: mode as 'create' })}
          allowDeselect={false}
        />
        <Select
          label={t('import.empty_cells')}
          data={(['leave', 'clear'] as const).map(value => ({ value, label: t(`import.empties.${value}`) }))}
          value={now.empty_cells}
          onChange={cells => cells && set({ empty_cells: cells as 'leave' })}
          allowDeselect={false}
        />
        <Select
          label={t('import.date_order')}
          data={(['day_first', 'month_first'] as const).map(value => ({
            value,
            label: t(`import.orders.${value}`),
          }))}
          value={now.date_order}
          onChange={order => order && set({ date_order: order as 'day_first' })}
          allowDeselect={false}
        />
        {hasField('street') && !hasField('house_number') && (
          <Switch
            label={t('import.split_street')}
            description={t('import.split_street_why')}
            checked={now.split_street}
            onChange={event => set({ split_street: event.currentTarget.checked })}
          />
        )}
        {sensitive && (
          <TagsInput
            label={t('import.tags')}
            value={now.tags}
            onChange={tags => set({ tags })}
            maxLength={100}
            acceptValueOnBlur
          />
        )}
      </SimpleGrid>
      <Group justify="flex-end">
        <Button type="submit" loading={checking.busy}>
          {t('import.to_check')}
        </Button>
      </Group>
    </SaveForm>
  )
}

function matchLabel(match: Import['match'], columns: Column[], t: ReturnType<typeof useTranslation<'contacts'>>['t']) {
  const missing = missingFor(match, columns).map(field =>
    field === 'id' ? t('import.our_id') : t(`field.${field as 'mail'}`),
  )
  const label = t(`import.matches.${match}`)
  return missing.length === 0 ? label : `${label} (${t('import.match_missing', { fields: missing.join(', ') })})`
}
