import { NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsForm } from './SettingsForm.tsx'
import { useTransactionSettings } from './use_transaction_settings.ts'

const prefixes = ['membership_prefix', 'batch_prefix'] as const
const serials = ['membership_serial', 'batch_serial'] as const

const fields = [...prefixes, ...serials, 'max_batch_size', 'currency'] as const

/** The numbering of memberships and batches, and the currency. */
export function Numbering() {
  const { t } = useTranslation('finance')
  const { settings, saving, save } = useTransactionSettings(fields)
  const { errors } = saving
  const { membership_prefix, batch_prefix, membership_serial, batch_serial, max_batch_size, currency } = settings
  const [values, setValues] = useState({
    membership_prefix,
    batch_prefix,
    membership_serial,
    batch_serial,
    max_batch_size,
    currency,
  })
  const whole = (name: (typeof serials)[number] | 'max_batch_size', description?: string) => (
    <NumberInput
      key={name}
      id={name}
      label={t(name)}
      description={description}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={values[name]}
      error={errors[name]}
      onChange={value => setValues({ ...values, [name]: Number(value) })}
    />
  )
  return (
    <SettingsForm saving={saving} onSave={() => save(values)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {prefixes.map(name => (
          <TextInput
            key={name}
            id={name}
            label={t(name)}
            value={values[name]}
            error={errors[name]}
            onChange={event => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        {serials.map(name => whole(name, t('serial_how')))}
        {whole('max_batch_size')}
        <TextInput
          id="currency"
          label={t('currency')}
          value={values.currency}
          error={errors['currency']}
          onChange={event => setValues({ ...values, currency: event.currentTarget.value.toUpperCase() })}
        />
      </SimpleGrid>
    </SettingsForm>
  )
}
