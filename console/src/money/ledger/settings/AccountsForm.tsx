import { Alert, type InputWrapperProps, NativeSelect, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDayOfYear } from '../../../components/formats.ts'
import { notify } from '../../../components/notifications.tsx'
import { useSave } from '../../../components/use_save.ts'
import { donationPricesQuery, membershipPricesQuery, settingsQuery } from '../../transaction_bundles/data.ts'
import { useMethodName } from '../../transaction_bundles/use_method_name.ts'
import { SettingsForm } from '../../transaction_settings/SettingsForm.tsx'
import { month_ends } from '../accounting_years.ts'
import { changeLedgerSettings, ledgerSettingsQuery, type SettingsChange } from '../data.ts'
import {
  type AccountMap,
  type AccountValues,
  accountFault,
  accountsIn,
  changeOf,
  kinds,
  maps,
  wrongFields,
} from './account_values.ts'

const presets = ['fr_association', 'fr_party', 'generic'] as const

/** The chart of accounts, and what payments are booked to. */
export function AccountsForm() {
  const { t } = useTranslation('ledger')
  const { settings, etag } = useSuspenseQuery(ledgerSettingsQuery).data
  const { validated_until, posted: _, ...stored } = settings
  const [values, setValues] = useState<AccountValues>(stored)
  const [tried, setTried] = useState(false)
  const rows = useRows(values)
  // With a new preset, the accounts are not sent.
  const wrong = wrongFields(values).filter(path => path === 'siren' || values.preset === settings.preset)
  const saving = useSave({
    fields: ['preset', 'siren', 'year_end', 'labels', ...kinds.map(kind => `accounts.${kind}`), ...pathsOf(rows)],
    save: (change: SettingsChange, overwrite) => changeLedgerSettings(change, overwrite ? undefined : etag),
    onSaved: () => notify(t('settings.saved')),
  })
  const set = (change: Partial<AccountValues>) => setValues({ ...values, ...change })
  const save = () => {
    setTried(true)
    if (wrong.length === 0) void saving.save(changeOf(values, settings), saving.conflict)
  }
  const errorOf = (path: string, message: string) => (tried && wrong.includes(path) ? message : saving.errors[path])
  const account = (path: string, label: string, value: string, onChange: (text: string) => void, placeholder = '') => (
    <TextInput
      key={path}
      label={label}
      description={values.labels[value || placeholder]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={placeholder}
      value={value}
      error={errorOf(
        path,
        value ? t(`settings.${accountFault(values, value) ?? 'account_wrong'}`) : t('settings.account_missing'),
      )}
      onChange={event => onChange(event.currentTarget.value.trim())}
    />
  )
  const ends = month_ends.includes(values.year_end) ? month_ends : [values.year_end, ...month_ends]
  return (
    <SettingsForm how={t('settings.about')} saving={saving} onSave={save}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('settings.preset')}
          description={t('settings.preset_how')}
          inputWrapperOrder={below}
          value={values.preset}
          error={saving.errors['preset']}
          onChange={event => set({ preset: event.currentTarget.value as AccountValues['preset'] })}
          data={presets.map(value => ({ value, label: t(`settings.presets.${value}`) }))}
        />
        <NativeSelect
          label={t('settings.year_end')}
          description={validated_until !== null && t('settings.year_end_fixed')}
          inputWrapperOrder={below}
          disabled={validated_until !== null}
          value={values.year_end}
          error={saving.errors['year_end']}
          onChange={event => set({ year_end: event.currentTarget.value })}
          data={ends.map(value => ({ value, label: formatDayOfYear(value) }))}
        />
        <TextInput
          id="siren"
          label={t('settings.siren')}
          description={t('settings.siren_how')}
          inputWrapperOrder={below}
          inputMode="numeric"
          value={values.siren}
          error={errorOf('siren', t('settings.siren_wrong'))}
          onChange={event => set({ siren: event.currentTarget.value.replace(/\s/g, '') })}
        />
      </SimpleGrid>
      {values.preset === settings.preset ? (
        <>
          <Section title={t('settings.accounts')}>
            {kinds.map(kind =>
              account(`accounts.${kind}`, t(`settings.kinds.${kind}`), values.accounts[kind], text =>
                set({ accounts: { ...values.accounts, [kind]: text } }),
              ),
            )}
          </Section>
          {maps.map(
            map =>
              rows[map].length > 0 && (
                <Section
                  key={map}
                  title={t(`settings.${map}`)}
                  how={t(map === 'methods' ? 'settings.methods_how' : 'settings.prices_how')}
                >
                  {rows[map].map(({ name, label }) =>
                    account(
                      `${map}.${name}`,
                      label,
                      values[map][name] ?? '',
                      text => set({ [map]: { ...values[map], [name]: text } }),
                      values.accounts[default_kinds[map]],
                    ),
                  )}
                </Section>
              ),
          )}
          <Section title={t('settings.names')}>
            {accountsIn(values).map(name => (
              <TextInput
                key={name}
                label={t('settings.name_of', { account: name })}
                value={values.labels[name] ?? ''}
                onChange={event => set({ labels: { ...values.labels, [name]: event.currentTarget.value } })}
              />
            ))}
          </Section>
        </>
      ) : (
        <Alert color="orange" role="status">
          {t('settings.preset_replaces')}
        </Alert>
      )}
    </SettingsForm>
  )
}

/** The fields of a row stay on one line, with and without a description. */
const below: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

const default_kinds = { methods: 'money', membership_prices: 'memberships', donation_prices: 'donations' } as const

function Section({ title, how, children }: { title: string; how?: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="section" aria-label={title} mt="xs">
      <Title order={2} size="h5">
        {title}
      </Title>
      {how && (
        <Text size="sm" c="dimmed">
          {how}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
        {children}
      </SimpleGrid>
    </Stack>
  )
}

type Rows = Record<AccountMap, { name: string; label: string }[]>

const pathsOf = (rows: Rows) => maps.flatMap(map => rows[map].map(({ name }) => `${map}.${name}`))

/** The payment methods and prices of the space. Methods that it no longer offers stay while they have an account. */
function useRows({ methods }: AccountValues): Rows {
  const methodName = useMethodName()
  const [{ data: settings }, { data: membershipPrices }, { data: donationPrices }] = useSuspenseQueries({
    queries: [settingsQuery, membershipPricesQuery, donationPricesQuery],
  })
  const offered = settings.payment_method_kinds.map(kind => kind.toLowerCase())
  const price = ({ id, name }: { id: number; name: string }) => ({ name: String(id), label: name })
  return {
    methods: [...new Set([...offered, ...Object.keys(methods)])].map(name => ({ name, label: methodName(name) })),
    membership_prices: membershipPrices.map(price),
    donation_prices: donationPrices.map(price),
  }
}
