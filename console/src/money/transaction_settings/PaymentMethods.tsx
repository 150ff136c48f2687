import { NativeSelect } from '@mantine/core'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { standard_methods } from '../../components/use_method_name.ts'
import { donationPricesQuery, membershipPricesQuery, statusesQuery } from '../transaction_bundles/data.ts'
import { MethodsInput } from './MethodsInput.tsx'
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
  const [kinds, setKinds] = useState(settings.payment_method_kinds)
  const [defaults, setDefaults] = useState({
    default_status_id: settings.default_status_id,
    default_membership_price_id: settings.default_membership_price_id,
    default_donation_price_id: settings.default_donation_price_id,
  })
  const choice = (name: keyof typeof defaults, label: string, description: string, list: Choice[]) => (
    <NativeSelect
      id={name}
      label={label}
      description={description}
      value={String(defaults[name] ?? '')}
      error={errors[name]}
      onChange={event => setDefaults({ ...defaults, [name]: Number(event.currentTarget.value) || null })}
      data={[{ value: '', label: t('nothing') }, ...list.map(({ id, name }) => ({ value: String(id), label: name }))]}
    />
  )
  return (
    <SettingsForm saving={saving} onSave={() => void save({ payment_method_kinds: kinds, ...defaults })}>
      <MethodsInput
        label={t('tab.methods')}
        description={t('methods_how')}
        value={kinds}
        offered={standard_methods}
        error={errors['payment_method_kinds']}
        typed={saving.typed}
        onChange={setKinds}
      />
      {choice(
        'default_status_id',
        t('default_status'),
        t('default_status_how'),
        statuses.filter(({ archived }) => !archived),
      )}
      {choice('default_membership_price_id', t('default_membership'), t('default_membership_how'), memberships)}
      {choice('default_donation_price_id', t('default_donation'), t('default_donation_how'), donations)}
    </SettingsForm>
  )
}
