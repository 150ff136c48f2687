import { Alert, Anchor, Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { formatDay } from '../../components/formats.ts'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { useMe } from '../../use_me.ts'
import { settingsQuery } from '../transaction_bundles/data.ts'
import { firstDayOf, lastDayOf } from './accounting_years.ts'
import { downloadEntries, downloadFec, type FecParams, firstProvisionalQuery, ledgerSettingsQuery } from './data.ts'
import { useYears } from './LedgerFilters.tsx'
import type { EntryFilters } from './search_params.ts'
import { useCalendar } from './use_calendar.ts'
import { useSiren } from './use_siren.ts'
import { useYearName } from './use_year_name.ts'

interface Props {
  opened: boolean
  /** The filters of the list, which the CSV file follows. */
  filters: EntryFilters
  /** Offers to validate until this day, which the tax file requires. */
  onValidate: (until: string) => void
  onClose: () => void
}

/** Downloads the French tax file, its notice, or the entries of the list. */
export function DownloadDialog({ opened, onClose, ...props }: Props) {
  const { t } = useTranslation('ledger')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('download.title')}>
      <DownloadForm {...props} onDone={onClose} />
    </Dialog>
  )
}

const files = ['fec', 'csv'] as const
const encodings = ['utf-8', 'iso-8859-15'] as const

function DownloadForm({ filters, onValidate, onDone }: Omit<Props, 'opened' | 'onClose'> & { onDone: () => void }) {
  const { t } = useTranslation('ledger')
  const calendar = useCalendar()
  const years = useYears(calendar)
  const yearName = useYearName(calendar.year_end)
  const { data: settings } = useSuspenseQuery(settingsQuery)
  const siren = useSiren()
  // The tax file is for organisations in France.
  const [file, setFile] = useState<(typeof files)[number]>(
    siren !== '' || settings.currency.toUpperCase() === 'EUR' ? 'fec' : 'csv',
  )
  // The last year that is over, if there is one.
  const [chosen, setYear] = useState<number>()
  const year = chosen ?? years.find(year => lastDayOf(calendar.year_end, year) < calendar.today) ?? years[0] ?? 0
  const [encoding, setEncoding] = useState<NonNullable<FecParams['encoding']>>('utf-8')
  const { refusal, waiting } = useRefusal(year, onValidate)
  const refused = file === 'fec' && (refusal !== undefined || waiting)
  const saving = useSave({
    save: () => (file === 'csv' ? downloadEntries(filters) : downloadFec('ledger.fec', { year, encoding })),
    onSaved: () => file === 'csv' && onDone(),
  })
  const notice = useSave({ save: () => downloadFec('ledger.fecNotice', { year, encoding }) })
  return (
    <SaveForm saving={saving} gap="sm" onSubmit={() => void saving.save()}>
      <Radio.Group label={t('download.what')} value={file} onChange={value => setFile(value === 'csv' ? 'csv' : 'fec')}>
        <Stack gap="xs" mt={4}>
          {files.map(name => (
            <Radio key={name} value={name} label={t(`download.${name}`)} description={t(`download.${name}_how`)} />
          ))}
        </Stack>
      </Radio.Group>
      {file === 'fec' && (
        <>
          <NativeSelect
            label={t('download.year')}
            value={String(year)}
            onChange={event => setYear(Number(event.currentTarget.value))}
            data={years.map(value => ({ value: String(value), label: yearName(value) }))}
          />
          <NativeSelect
            label={t('download.encoding')}
            value={encoding}
            onChange={event => setEncoding(event.currentTarget.value as typeof encoding)}
            data={encodings.map(value => ({ value, label: t(`download.encodings.${value}`) }))}
          />
          {refusal}
          {!refused && (
            <Group gap="xs" justify="space-between">
              <Text size="sm" c="dimmed" flex="1 1 240px">
                {t('download.notice_how')}
              </Text>
              <Button variant="default" size="xs" loading={notice.busy} onClick={() => void notice.save()}>
                {t('download.notice')}
              </Button>
            </Group>
          )}
        </>
      )}
      <FormActions onCancel={onDone} busy={saving.busy} disabled={refused} label={t('download.submit')} />
    </SaveForm>
  )
}

/** A link within a text is underlined. */
const link = { size: 'sm', underline: 'always' } as const

/** Why the tax file of a year cannot be made, and where to change that. Other reasons come from the server. */
function useRefusal(year: number, onValidate: (until: string) => void) {
  const { t } = useTranslation('ledger')
  const { may } = useMe()
  const { today, year_end } = useCalendar()
  const siren = useSiren()
  const { posted, validated_until } = useSuspenseQuery(ledgerSettingsQuery).data.settings
  const [from, to] = [firstDayOf(year_end, year), lastDayOf(year_end, year)]
  const { data: provisional } = useQuery(firstProvisionalQuery({ from, to }))
  const change = may('finance:settings')
  const last = formatDay(to)
  const reasons = [
    !posted && t('posting'),
    siren === '' && (
      <>
        {`${t('download.no_siren')} `}
        {change ? (
          <Anchor component={Link} to="/settings/finance" search={{ tab: 'ledger' } as never} {...link}>
            {t('download.enter_siren')}
          </Anchor>
        ) : (
          t('download.ask_siren')
        )}
      </>
    ),
    (validated_until ?? '') < to &&
      (to >= today ? (
        t('download.not_over', { last })
      ) : (
        <>
          {!provisional
            ? `${t('download.not_validated', { last })} `
            : `${t('download.provisional', { day: formatDay(provisional), last })} `}
          {change ? (
            <Anchor component="button" type="button" {...link} onClick={() => onValidate(to)}>
              {t('download.validate', { last })}
            </Anchor>
          ) : (
            t('download.ask_validate')
          )}
        </>
      )),
  ].filter(Boolean)
  const refusal = reasons.length > 0 && (
    <Alert color="orange" title={t('download.refused')} role="status">
      <Stack gap={4}>
        {reasons.map((reason, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the reasons have a fixed order and no state.
          <Text key={index} size="sm" component="div">
            {reason}
          </Text>
        ))}
      </Stack>
    </Alert>
  )
  return { refusal: refusal || undefined, waiting: provisional === undefined }
}
