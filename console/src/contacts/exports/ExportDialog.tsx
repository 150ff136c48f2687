import { Alert, Checkbox, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { formatNumber } from '../../components/formats.ts'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { language } from '../../translations/index.ts'
import { useMe } from '../../use_me.ts'
import { formsQuery } from '../contacts/data.ts'
import { default_columns, downloadContacts, type ExportColumn, exportColumns, membershipColumns } from './download.ts'

interface Props {
  opened: boolean
  onClose: () => void
  /** The number of contacts that match the filters. */
  total: number
  /** The total as text, such as 10,000+. */
  shown_total: string
  query: object
  /** The selected contacts; undefined for all that match. */
  ids: number[] | undefined
}

export function ExportDialog({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <Dialog opened={opened} onClose={onClose} size="lg" title={t('export.title')}>
      <ExportForm {...props} onClose={onClose} />
    </Dialog>
  )
}

const kinds = ['french', 'english', 'tab'] as const

function ExportForm({ total, shown_total, query, ids, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation('contacts')
  const { may } = useMe()
  const sensitive = may('contacts:sensitive')
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: sensitive && may('forms:read') })
  const form = useForm({
    initialValues: {
      reason: '',
      columns: default_columns as string[],
      forms: [] as string[],
      include_do_not_contact: false,
      kind: (language() === 'fr' ? 'french' : 'english') as (typeof kinds)[number],
    },
    validate: {
      reason: reason => (reason.trim().length < 3 ? t('export.reason_missing') : null),
      columns: columns => (columns.length === 0 ? t('export.columns_missing') : null),
    },
  })
  const saving = useSave({
    form,
    save: ({ reason, columns, forms, ...choice }: typeof form.values) =>
      downloadContacts({
        ...choice,
        reason: reason.trim(),
        columns: exportColumns.filter(column => columns.includes(column)),
        forms: forms.map(Number),
        query,
        ids,
      }),
    onSaved: left_out => {
      const more = left_out > 0 ? ` ${t('export.left_out', { count: left_out, shown: formatNumber(left_out) })}` : ''
      notify(`${t('export.done')}${more}`)
      onClose()
    },
  })
  const offered = exportColumns.filter(column =>
    column === 'tags' ? sensitive : may('finance:read') || !membershipColumns.includes(column),
  )
  return (
    <SaveForm saving={saving} onSubmit={form.onSubmit(values => void saving.save(values))}>
      <Text>
        {ids
          ? t('export.selected', { count: ids.length, shown: formatNumber(ids.length) })
          : t('export.everybody', { count: total, shown: shown_total })}
      </Text>
      <TextInput
        label={t('export.reason')}
        description={t('export.reason_why')}
        required
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <Checkbox.Group label={t('columns')} {...form.getInputProps('columns')}>
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} mt="xs" spacing="xs" verticalSpacing={6}>
          {offered.map(column => (
            <Checkbox key={column} value={column} label={t(`field.${column as ExportColumn}`)} size="sm" />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      {forms.length > 0 && (
        <Checkbox.Group label={t('export.answers')} {...form.getInputProps('forms')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs" verticalSpacing={6}>
            {forms.slice(0, 60).map(({ id, label }) => (
              <Checkbox
                key={id}
                value={String(id)}
                label={label}
                size="sm"
                disabled={form.values.forms.length >= 20 && !form.values.forms.includes(String(id))}
              />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      <Select
        label={t('export.kind')}
        data={kinds.map(value => ({ value, label: t(`export.kinds.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      <Checkbox
        label={t('export.include_do_not_contact')}
        description={t('export.include_do_not_contact_why')}
        {...form.getInputProps('include_do_not_contact', { type: 'checkbox' })}
      />
      <Alert color="yellow" variant="light">
        {t('export.logged')}
      </Alert>
      <FormActions onCancel={onClose} busy={saving.busy} label={t('button.export', { ns: 'shell' })} />
    </SaveForm>
  )
}
