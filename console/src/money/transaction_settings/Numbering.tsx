import { NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsForm } from './SettingsForm.tsx'
import { useTransactionSettings } from './use_transaction_settings.ts'

/** The prefix and the last number of what is numbered. */
const numbered = [
  ['membership_prefix', 'membership_serial'],
  ['batch_prefix', 'batch_serial'],
] as const

const fields = [...numbered.flat(), 'max_batch_size', 'currency'] as const

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
  const whole = (name: (typeof numbered)[number][1] | 'max_batch_size', description?: string) => (
    <NumberInput
      id={name}
      label={t(name)}
      description={description}
      // The fields of a row stay on one line.
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={values[name]}
      error={errors[name]}
      onChange={value => setValues({ ...values, [name]: Number(value) })}
    />
  )
  return (
    <SettingsForm saving={saving} onSave={() => void save(values)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {numbered.map(([prefix, serial]) => (
          <Fragment key={prefix}>
            <TextInput
              id={prefix}
              label={t(prefix)}
              value={values[prefix]}
              error={errors[prefix]}
              onChange={event => setValues({ ...values, [prefix]: event.currentTarget.value })}
            />
            {whole(serial, t('serial_how'))}
          </Fragment>
        ))}
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
