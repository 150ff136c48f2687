import { ActionIcon, Alert, Button, Group, Paper, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn, formatDay } from '../../components/formats.ts'
import { CloseIcon, PlusIcon } from '../../components/icons.tsx'
import { useMe } from '../../use_me.ts'
import { ledgerSettingsQuery } from '../ledger/data.ts'
import { nextPeriod } from './next_period.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { settingsWithEtag, useTransactionSettings } from './use_transaction_settings.ts'
import { ValidationQuestion } from './ValidationQuestion.tsx'
import { type Period, validatedDays } from './validated_days.ts'

/** Accounting periods: payments can only be recorded or changed in an open one. */
export function AccountingPeriods() {
  const { t } = useTranslation('finance')
  const { data } = useSuspenseQuery(settingsWithEtag)
  const { space, may } = useMe()
  const { time_zone } = space
  const { data: ledger } = useQuery({ ...ledgerSettingsQuery, enabled: may('finance:read') })
  const stored = useMemo(
    () =>
      Object.entries(data.settings.open_periods).map(([name, { start, end, open }], key) => ({
        key,
        name,
        start: dayIn(time_zone, start),
        end: dayIn(time_zone, end),
        open,
      })),
    [data, time_zone],
  )
  const [periods, setPeriods] = useState(stored)
  const [asking, setAsking] = useState(false)
  const { saving, save } = useTransactionSettings(
    periods.flatMap(({ name }) => [`${name}.start`, `${name}.end`, `open_periods.${name}`]),
  )
  const { errors } = saving
  const change = (key: number, part: Partial<Period>) =>
    setPeriods(periods.map(period => (period.key === key ? { ...period, ...part } : period)))
  const today = dayIn(time_zone, new Date().toISOString())
  const add = () => {
    const key = Math.max(0, ...periods.map(({ key }) => key)) + 1
    setPeriods([
      ...periods,
      {
        key,
        ...nextPeriod(
          periods.map(({ end }) => end),
          today,
        ),
        open: true,
      },
    ])
  }
  // The server keeps periods by name, so names must differ.
  const isTaken = (name: string) => periods.filter(period => period.name.trim() === name.trim()).length > 1
  const validated_until = ledger?.settings.validated_until ?? ''
  const validates = validatedDays(periods, { stored, today, validated_until })
  // The server takes dates for days in the time zone of the space, and includes the last one.
  const open_periods = () =>
    Object.fromEntries(periods.map(({ name, start, end, open }) => [name.trim(), { start, end, open }]))
  const saveNow = () => save({ open_periods: open_periods() })
  return (
    <SettingsForm
      how={t('periods_how')}
      saving={saving}
      onSave={() => {
        if (periods.some(({ name }) => isTaken(name))) return
        if (validates.size > 0) setAsking(true)
        else void saveNow()
      }}
    >
      <Stack>
        {periods.map(({ key, name, start, end, open }) => (
          <Paper key={key} withBorder p="sm">
            <SimpleGrid cols={{ base: 1, xs: 3 }}>
              <TextInput
                label={t('period_name')}
                required
                value={name}
                error={isTaken(name) && t('name_taken')}
                onChange={event => change(key, { name: event.currentTarget.value })}
              />
              <TextInput
                type="date"
                label={t('start')}
                required
                value={start}
                error={errors[`${name}.start`]}
                onChange={event => change(key, { start: event.currentTarget.value })}
              />
              <TextInput
                type="date"
                label={t('end')}
                required
                value={end}
                error={errors[`${name}.end`] ?? errors[`open_periods.${name}`]}
                onChange={event => change(key, { end: event.currentTarget.value })}
              />
            </SimpleGrid>
            {validates.has(key) && (
              <Alert color="orange" mt="xs" role="status">
                {t('closing', { day: formatDay(validates.get(key)) })}
              </Alert>
            )}
            <Group justify="space-between" mt="xs">
              <Switch
                label={t(open ? 'open' : 'closed')}
                checked={open}
                onChange={event => change(key, { open: event.currentTarget.checked })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('remove_period', { name })}
                onClick={() => setPeriods(periods.filter(period => period.key !== key))}
              >
                <CloseIcon size={16} />
              </ActionIcon>
            </Group>
          </Paper>
        ))}
        <Group>
          <Button variant="default" size="xs" leftSection={<PlusIcon size={14} />} onClick={add}>
            {t('add.period')}
          </Button>
        </Group>
      </Stack>
      <ValidationQuestion
        until={asking ? [...validates.values()].sort().at(-1) : undefined}
        save={saveNow}
        onClose={() => setAsking(false)}
      />
    </SettingsForm>
  )
}
