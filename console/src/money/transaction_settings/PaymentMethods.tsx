import { NativeSelect, Textarea } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { donationPricesQuery, membershipPricesQuery, statusesQuery } from '../transaction_bundles/data.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { useTransactionSettings } from './use_transaction_settings.ts'

const fields = [
  'payment_method_kinds',
  'default_status_id',
  'default_membership_price_id',
  'default_donation_price_id',
] as const

interface Choice {
  id: number
  name: string
}

/** The payment methods, and the defaults of a new payment. */
export function PaymentMethods() {
  const { t } = useTranslation('finance')
  const { settings, saving, save } = useTransactionSettings(fields)
  const { errors } = saving
  const [{ data: statuses }, { data: memberships }, { data: donations }] = useSuspenseQueries({
    queries: [statusesQuery, membershipPricesQuery, donationPricesQuery],
  })
  const [kinds, setKinds] = useState(settings.payment_method_kinds.join('\n'))
  const [defaults, setDefaults] = useState({
    default_status_id: settings.default_status_id,
    default_membership_price_id: settings.default_membership_price_id,
    default_donation_price_id: settings.default_donation_price_id,
  })
  const lines = () => [
    ...new Set(
      kinds
        .split('\n')
        .map(line => line.trim())
        .filter(Boolean),
    ),
  ]
  const choice = (name: keyof typeof defaults, label: string, list: Choice[]) => (
    <NativeSelect
      id={name}
      label={label}
      value={String(defaults[name] ?? '')}
      error={errors[name]}
      onChange={event => setDefaults({ ...defaults, [name]: Number(event.currentTarget.value) || null })}
      data={[{ value: '', label: t('nothing') }, ...list.map(({ id, name }) => ({ value: String(id), label: name }))]}
    />
  )
  return (
    <SettingsForm saving={saving} onSave={() => save({ payment_method_kinds: lines(), ...defaults })}>
      <Textarea
        label={t('tab.methods')}
        description={t('methods_how')}
        autosize
        minRows={4}
        value={kinds}
        error={errors['payment_method_kinds']}
        onChange={event => setKinds(event.currentTarget.value)}
      />
      {choice(
        'default_status_id',
        t('default_status'),
        statuses.filter(({ archived }) => !archived),
      )}
      {choice('default_membership_price_id', t('default_membership'), memberships)}
      {choice('default_donation_price_id', t('default_donation'), donations)}
    </SettingsForm>
  )
}
