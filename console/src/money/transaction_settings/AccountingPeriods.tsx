import { ActionIcon, Button, Group, Paper, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CloseIcon, PlusIcon } from '../../components/icons.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useTransactionSettings } from './use_transaction_settings.ts'

interface Period {
  key: number
  name: string
  start: string
  end: string
  open: boolean
}

/** The years of the books: in a closed one nothing is written any more. */
export function AccountingPeriods() {
  const { t } = useTranslation('finance')
  const { settings, save, errors, conflict, busy } = useTransactionSettings()
  const [periods, setPeriods] = useState<Period[]>(() =>
    Object.entries(settings.open_periods).map(([name, { start, end, open }], key) => ({
      key,
      name,
      start: start.slice(0, 10),
      end: end.slice(0, 10),
      open,
    })),
  )
  const change = (key: number, part: Partial<Period>) =>
    setPeriods(periods.map(period => (period.key === key ? { ...period, ...part } : period)))
  const add = () => {
    const year = new Date().getFullYear()
    const key = Math.max(0, ...periods.map(({ key }) => key)) + 1
    setPeriods([...periods, { key, name: String(year), start: `${year}-01-01`, end: `${year}-12-31`, open: true }])
  }
  // They are kept by name, so that two of one name would be one.
  const isTaken = (name: string) => periods.filter(period => period.name.trim() === name.trim()).length > 1
  // The last day counts until its end.
  const open_periods = () =>
    Object.fromEntries(
      periods.map(({ name, start, end, open }) => [
        name.trim(),
        { start: `${start}T00:00:00.000Z`, end: `${end}T23:59:59.999Z`, open },
      ]),
    )
  return (
    <SettingsForm
      how={t('periods_how')}
      {...{ conflict, busy }}
      onSave={() => {
        if (!periods.some(({ name }) => isTaken(name))) void save({ open_periods: open_periods() })
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
                error={errors['start']}
                onChange={event => change(key, { start: event.currentTarget.value })}
              />
              <TextInput
                type="date"
                label={t('end')}
                required
                value={end}
                error={errors['end'] ?? errors[name]}
                onChange={event => change(key, { end: event.currentTarget.value })}
              />
            </SimpleGrid>
            <Group justify="space-between" mt="xs">
              <Switch
                label={t(open ? 'open' : 'closed')}
                checked={open}
                onChange={event => change(key, { open: event.currentTarget.checked })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('take_away', { name })}
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
    </SettingsForm>
  )
}
