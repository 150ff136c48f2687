import { ActionIcon, Alert, Anchor, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatMoney } from '../../../components/formats.ts'
import { CloseIcon, PlusIcon } from '../../../components/icons.tsx'
import { Loading } from '../../../components/Loading.tsx'
import { MoneyInput } from '../../../components/MoneyInput.tsx'
import { notify } from '../../../components/notifications.tsx'
import { useSave } from '../../../components/use_save.ts'
import { useMe } from '../../../use_me.ts'
import { settingsQuery } from '../../transaction_bundles/data.ts'
import { SettingsForm } from '../../transaction_settings/SettingsForm.tsx'
import { accountingYear, firstDayOf } from '../accounting_years.ts'
import { ledgerSettingsQuery, openingQuery, replaceOpeningBalances } from '../data.ts'
import { useYears } from '../LedgerFilters.tsx'
import { useCalendar } from '../use_calendar.ts'
import { useYearName } from '../use_year_name.ts'
import { type AccountValues, accountFault } from './account_values.ts'
import { balancesOf, type OpeningRow, rowsOf, totalsOf } from './opening_rows.ts'

/** The opening balances of the accounting year with which the books begin. */
export function OpeningBalances() {
  const { t } = useTranslation('ledger')
  const calendar = useCalendar()
  const yearName = useYearName(calendar.year_end)
  const years = useYears(calendar)
  const { opening_year } = useSuspenseQuery(ledgerSettingsQuery).data.settings
  const [year, setYear] = useState(() => opening_year ?? accountingYear(calendar.year_end, calendar.today))
  const first_day = firstDayOf(calendar.year_end, year)
  return (
    <Stack gap="sm" component="section" aria-label={t('opening.title')} maw={640}>
      <Title order={2} size="h4">
        {t('opening.title')}
      </Title>
      <NativeSelect
        label={t('opening.year')}
        description={t('opening.on', { day: formatDay(first_day) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        w={220}
        value={String(year)}
        onChange={event => setYear(Number(event.currentTarget.value))}
        data={years.map(value => ({ value: String(value), label: yearName(value) }))}
      />
      <Suspense fallback={<Loading />}>
        <OpeningForm key={first_day} year={year} first_day={first_day} />
      </Suspense>
    </Stack>
  )
}

function OpeningForm({ year, first_day }: { year: number; first_day: string }) {
  const { t } = useTranslation('ledger')
  const { may } = useMe()
  const settings = useSuspenseQuery(ledgerSettingsQuery).data.settings
  const { accounts, validated_until, opening_year } = settings
  const { currency } = useSuspenseQuery(settingsQuery).data
  const { data: entries } = useSuspenseQuery(openingQuery(first_day))
  const carried = entries.filter(({ kind }) => kind !== 'opening')
  const [rows, setRows] = useState<OpeningRow[]>(() => rowsOf(entries, accounts.opening))
  const [tried, setTried] = useState(false)
  const isCarried = carried.some(({ state }) => state === 'validated') || (opening_year !== null && opening_year < year)
  const fixed = validated_until !== null && first_day <= validated_until
  const errors = rows.map(row => errorOf(row, rows, settings))
  const totals = totalsOf(rows)
  const saving = useSave({
    fields: rows.flatMap((_, index) => [`balances.${index}.account`, `balances.${index}`]),
    save: () => replaceOpeningBalances({ year, balances: balancesOf(rows) }),
    onSaved: () => notify(t('opening.saved', { year })),
  })
  const change = (key: number, part: Partial<OpeningRow>) =>
    setRows(rows.map(row => (row.key === key ? { ...row, ...part } : row)))
  const add = () =>
    setRows([
      ...rows,
      { key: Math.max(0, ...rows.map(({ key }) => key)) + 1, account: '', debit: undefined, credit: undefined },
    ])
  const money = (amount: bigint) => formatMoney(amount, currency)
  if (isCarried && rows.length === 0)
    return (
      <Stack gap="xs">
        <Alert>{t('opening.carried')}</Alert>
        <Anchor component={Link} to="/payments/ledger" search={{ year, journal: 'opening' } as never} size="sm">
          {t('opening.show')}
        </Anchor>
      </Stack>
    )
  if (fixed || !may('finance:settings'))
    return (
      <Stack gap="xs">
        {fixed && <Alert>{t('opening.fixed')}</Alert>}
        {rows.length === 0 && <Text size="sm">{t('opening.none')}</Text>}
        {rows.map(({ key, account, debit, credit }) => (
          <Group key={key} justify="space-between" maw={400}>
            <Text size="sm">{account}</Text>
            <Text size="sm" className="figures">
              {t(debit ? 'debit_of' : 'credit_of', { amount: formatMoney(debit || credit || 0, currency) })}
            </Text>
          </Group>
        ))}
      </Stack>
    )
  return (
    <SettingsForm
      how={t('opening.about')}
      saving={saving}
      label={t('opening.save')}
      onSave={() => {
        setTried(true)
        if (errors.every(error => error === undefined) && totals.difference === 0n) void saving.save()
      }}
    >
      {carried.length > 0 && <Text size="sm">{t('opening.instead')}</Text>}
      {rows.map(({ key, account, debit, credit }, index) => (
        <div key={key} className="opening-row">
          <TextInput
            aria-label={t('opening.account')}
            placeholder={t('opening.account')}
            value={account}
            error={
              (tried && errors[index] && t(errors[index])) ||
              (saving.errors[`balances.${index}.account`] ?? saving.errors[`balances.${index}`])
            }
            onChange={event => change(key, { account: event.currentTarget.value.trim() })}
          />
          <MoneyInput
            aria-label={t('opening.debit')}
            placeholder={t('opening.debit')}
            currency={currency}
            value={debit}
            onChange={amount => change(key, { debit: amount })}
          />
          <MoneyInput
            aria-label={t('opening.credit')}
            placeholder={t('opening.credit')}
            currency={currency}
            value={credit}
            onChange={amount => change(key, { credit: amount })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={t('opening.remove', { account })}
            onClick={() => setRows(rows.filter(row => row.key !== key))}
          >
            <CloseIcon size={16} />
          </ActionIcon>
        </div>
      ))}
      <Group justify="space-between">
        <Button variant="default" size="xs" leftSection={<PlusIcon size={14} />} onClick={add}>
          {t('opening.add')}
        </Button>
        {rows.length > 0 && (
          <Text size="sm" aria-live="polite">
            {totals.difference === 0n
              ? t('opening.equal', { amount: money(totals.debit) })
              : t('opening.differ', {
                  debit: money(totals.debit),
                  credit: money(totals.credit),
                  difference: money(totals.difference < 0n ? -totals.difference : totals.difference),
                })}
          </Text>
        )}
      </Group>
      {tried && totals.difference !== 0n && (
        <Text size="sm" c="red" role="alert">
          {t('opening.need_equal')}
        </Text>
      )}
    </SettingsForm>
  )
}

function errorOf({ account, debit, credit }: OpeningRow, rows: OpeningRow[], settings: AccountValues) {
  const fault = accountFault(settings, account)
  if (fault) return `settings.${fault}` as const
  if (account === settings.accounts.opening) return 'opening.counterpart'
  if (rows.filter(row => row.account === account).length > 1) return 'opening.taken'
  if (!debit === !credit) return 'opening.one_side'
  return undefined
}
