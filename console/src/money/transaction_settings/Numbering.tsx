import { NumberInput, SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SettingsForm } from './SettingsForm.tsx'
import { useTransactionSettings } from './use_transaction_settings.ts'

const prefixes = ['membership_prefix', 'batch_prefix'] as const
const serials = ['membership_serial', 'batch_serial'] as const

/** How memberships and batches are numbered, and in which currency the books are kept. */
export function Numbering() {
  const { t } = useTranslation('finance')
  const { settings, save, errors, conflict, busy } = useTransactionSettings()
  const { membership_prefix, batch_prefix, membership_serial, batch_serial, max_batch_size, currency } = settings
  const [wish, setWish] = useState({
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
      label={t(name)}
      description={description}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={wish[name]}
      error={errors[name]}
      onChange={value => setWish({ ...wish, [name]: Number(value) })}
    />
  )
  return (
    <SettingsForm {...{ conflict, busy }} onSave={() => void save(wish)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {prefixes.map(name => (
          <TextInput
            key={name}
            label={t(name)}
            maxLength={50}
            value={wish[name]}
            error={errors[name]}
            onChange={event => setWish({ ...wish, [name]: event.currentTarget.value })}
          />
        ))}
        {serials.map(name => whole(name, t('serial_how')))}
        {whole('max_batch_size')}
        <TextInput
          label={t('currency')}
          maxLength={3}
          value={wish.currency}
          error={errors['currency']}
          onChange={event => setWish({ ...wish, currency: event.currentTarget.value.toUpperCase() })}
        />
      </SimpleGrid>
    </SettingsForm>
  )
}
