import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import { formatNumber } from './formats.ts'
import { FilterIcon } from './icons.tsx'
import { type AppliedFilter, PrintedFilters, useFilterSentence } from './PrintedFilters.tsx'
import { useNarrow } from './use_narrow.ts'

interface Props {
  /** The filter that is used most. It stays in sight on a phone. */
  first: ReactNode
  /** What it is set to in words, for the printed list. */
  first_applied?: AppliedFilter
  /** What the others are set to in words. */
  applied: AppliedFilter[]
  /** Removes the filters that are counted: all but the first. */
  onClear: () => void
  children: ReactNode
}

/** The filters of a list in one bar. On a phone all but the first are in a dialog behind one button, so that the rows begin high up. */
export function ListFilters({ first, first_applied, applied, onClear, children }: Props) {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const [opened, setOpened] = useState(false)
  const sentence = useFilterSentence()
  const count = applied.filter(({ value }) => value).length
  const close = () => setOpened(false)
  return (
    <>
      <Group p="sm" gap="xs" wrap={narrow ? 'nowrap' : 'wrap'} className="no-print">
        {narrow ? (
          <>
            <Box flex={1} miw={0}>
              {first}
            </Box>
            <Button
              variant="default"
              px="sm"
              flex="none"
              leftSection={<FilterIcon size={16} />}
              onClick={() => setOpened(true)}
            >
              {count === 0 ? t('list.filters') : t('list.filters_set', { shown: formatNumber(count) })}
            </Button>
          </>
        ) : (
          <>
            {first}
            {children}
          </>
        )}
      </Group>
      <Dialog opened={narrow && opened} onClose={close} title={t('list.filters')}>
        <Stack>
          {children}
          <Group justify="flex-end">
            {count > 0 && (
              <Button variant="default" onClick={onClear}>
                {t('button.clear')}
              </Button>
            )}
            <Button onClick={close}>{t('list.show')}</Button>
          </Group>
        </Stack>
      </Dialog>
      <PrintedFilters sentence={sentence([...(first_applied ? [first_applied] : []), ...applied])} />
    </>
  )
}

interface DaysProps {
  from: string | undefined
  to: string | undefined
  onChange: (change: { from?: string | undefined; to?: string | undefined }) => void
}

/** The first and the last day to filter by. */
export function DayFilters({ from, to, onChange }: DaysProps) {
  const { t } = useTranslation()
  return (
    <>
      <DayFilter label={t('list.from')} value={from} onChange={from => onChange({ from })} />
      <DayFilter label={t('list.to')} value={to} onChange={to => onChange({ to })} />
    </>
  )
}

interface DayProps {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day to filter by. Its name stands in the field, where a date has no room for a placeholder. */
function DayFilter({ label, value, onChange }: DayProps) {
  const narrow = useNarrow()
  const { field } = useFilterFields()
  return (
    <TextInput
      type="date"
      {...field(label, 180)}
      {...(!narrow && {
        leftSectionWidth: 52,
        leftSectionProps: { 'aria-hidden': true },
        leftSection: (
          <Text size="xs" c="dimmed">
            {label}
          </Text>
        ),
      })}
      value={value ?? ''}
      onChange={event => onChange(event.currentTarget.value || undefined)}
    />
  )
}

/** What the fields of filters have in common: as wide as their values, or in the dialog as wide as it is, with their names above. */
export function useFilterFields() {
  const { t } = useTranslation()
  const narrow = useNarrow()
  const field = (label: string, width: number) => ({
    ...(narrow ? { label } : { 'aria-label': label }),
    w: narrow ? '100%' : width,
  })
  const choice = (label: string, width: number) => ({
    ...field(label, width),
    placeholder: narrow ? t('list.any') : label,
    clearable: true,
    clearButtonProps: { 'aria-label': t('button.clear') },
  })
  return { field, choice }
}
