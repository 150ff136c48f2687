import { Alert, Checkbox, Group, NativeSelect, Radio, SimpleGrid, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BankAccount, type BankCsvMapping, muster, refreshAfter } from '../../../api.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { any_field } from '../../../components/field_errors.ts'
import { SaveForm } from '../../../components/SaveForm.tsx'
import { useSave } from '../../../components/use_save.ts'
import { language } from '../../../translations/index.ts'
import type { FilePreview } from '../files.ts'
import { FirstRow } from './FirstRow.tsx'
import { asRead, type ColumnName, cellsOf, missingColumns, optional_columns, startMapping } from './mapping.ts'

interface Props {
  account: BankAccount
  file: File
  preview: FilePreview
  onCancel: () => void
  onMapped: () => void
}

const formats = ['DD/MM/YYYY', 'DD/MM/YY', 'DD.MM.YYYY', 'YYYY-MM-DD', 'YYYYMMDD', 'MM/DD/YYYY', 'DD MMM YYYY'] as const

/** Says what the columns of a CSV file are. Kept with the account, so that its next files are read without asking. */
export function ColumnMapping({ account, file, preview, onCancel, onMapped }: Props) {
  const { t } = useTranslation('bank')
  const [heading, setHeading] = useState(preview.has_headings)
  const { columns, rows } = asRead(preview, heading)
  const [mapping, setMapping] = useState(() => startMapping(preview))
  const [signed, setSigned] = useState(mapping.debit === undefined && mapping.credit === undefined)
  const set = (change: Partial<BankCsvMapping>) => setMapping(before => ({ ...before, ...change }))
  const saving = useSave({
    fields: [any_field],
    save: () =>
      refreshAfter(
        ['bank'],
        muster.bank_accounts.update({ id: account.id, data: { csv_mapping: sent(mapping, signed) } }),
      ),
    onSaved: onMapped,
  })
  const choices = columns.map((name, index) => ({
    value: String(index),
    label: name || numbered(t('columns_of.number', { number: index + 1 }), rows[0]?.[index]),
  }))
  const select = (name: ColumnName, required = false) => (
    <NativeSelect
      key={name}
      label={t(`columns_of.${name}`)}
      required={required}
      value={String(mapping[name] ?? '')}
      onChange={({ currentTarget: { value } }) => set({ [name]: value === '' ? undefined : Number(value) })}
      data={[{ value: '', label: t('columns_of.none') }, ...choices]}
    />
  )
  const missing = missingColumns(mapping, signed)
  return (
    <SaveForm saving={saving} gap="sm" onSubmit={() => void saving.save()}>
      <Text size="sm" className="breaking">
        {t('columns_of.how', { name: file.name, account: account.name })}
      </Text>
      {preview.layout && (
        <Text size="sm" fw={600}>
          {t('columns_of.layout', { name: preview.layout })}
        </Text>
      )}
      {(preview.headings_doubtful || mapping.has_headings) && (
        <FirstRow
          row={heading ? columns : (rows[0] ?? [])}
          heading={heading}
          onChange={is_heading => {
            setHeading(is_heading)
            // Without an answer, a row with a day or an amount is a line.
            set({ has_headings: is_heading || undefined })
          }}
        />
      )}
      {saving.errors[any_field] && (
        <Alert color="red" role="alert">
          {saving.errors[any_field]}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
        {select('date', true)}
        <NativeSelect
          label={t('columns_of.date_format')}
          value={mapping.date_format}
          onChange={event => set({ date_format: event.currentTarget.value as BankCsvMapping['date_format'] })}
          data={formats.map(value => ({ value, label: t(`columns_of.formats.${value}`) }))}
        />
        <Radio.Group
          label={t('columns_of.amounts')}
          value={signed ? 'one' : 'two'}
          onChange={value => setSigned(value === 'one')}
        >
          <Group gap="md" mt={4}>
            <Radio value="one" label={t('columns_of.one')} />
            <Radio value="two" label={t('columns_of.two')} />
          </Group>
        </Radio.Group>
        <NativeSelect
          label={t('columns_of.decimal')}
          value={mapping.decimal}
          onChange={event => set({ decimal: event.currentTarget.value as BankCsvMapping['decimal'] })}
          data={([',', '.'] as const).map(value => ({
            value,
            label: t(value === ',' ? 'columns_of.comma' : 'columns_of.point'),
          }))}
        />
        {signed ? select('amount', true) : [select('debit', true), select('credit', true)]}
        {optional_columns.map(name => select(name))}
      </SimpleGrid>
      <Checkbox.Group
        label={t('columns_of.text')}
        required
        value={mapping.text.map(String)}
        onChange={values => set({ text: values.map(Number).sort((one, other) => one - other) })}
      >
        <Group gap="md" mt={4}>
          {choices.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
      <Sample mapping={mapping} signed={signed} rows={rows} />
      <FormActions
        onCancel={onCancel}
        busy={saving.busy}
        sticky
        missing={
          missing.length > 0
            ? t('columns_of.missing', { columns: nameList(missing.map(name => t(`columns_of.${name}`))) })
            : undefined
        }
        label={t('columns_of.submit')}
      />
    </SaveForm>
  )
}

/** The number of a column without a name, with an example of what is in it. */
const numbered = (number: string, example = '') => (example ? `${number}: ${example.slice(0, 30)}` : number)

const nameList = (names: string[]) => new Intl.ListFormat(language()).format(names)

/** The columns of the other way of writing amounts are left out. */
const sent = (mapping: BankCsvMapping, signed: boolean): BankCsvMapping => {
  const { amount, debit, credit, ...others } = mapping
  return signed ? { ...others, amount } : { ...others, debit, credit }
}

const sample_rows = 4

interface SampleProps {
  mapping: BankCsvMapping
  signed: boolean
  rows: string[][]
}

/** The first rows as they will be read. */
function Sample({ mapping, signed, rows }: SampleProps) {
  const { t } = useTranslation('bank')
  const names = signed ? (['date', 'text', 'amount'] as const) : (['date', 'text', 'debit', 'credit'] as const)
  return (
    <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table verticalSpacing={4} fz="sm" aria-label={t('columns_of.sample')}>
        <Table.Thead>
          <Table.Tr>
            {names.map(name => (
              <Table.Th key={name} scope="col">
                {t(`columns_of.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, sample_rows).map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no id and a fixed order.
            <Table.Tr key={place}>
              {names.map(name => (
                <Table.Td key={name} className={name === 'date' || name === 'text' ? 'breaking' : 'figures'}>
                  {cellsOf(row, mapping[name])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
