import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { fieldErrors } from '../../components/field_errors.ts'
import { notify, notifyError } from '../../components/notifications.tsx'
import { addAddresses } from '../actions/data.ts'

const fields = ['house_number', 'street', 'postal_code', 'city', 'building', 'floor_name'] as const
const blank = Object.fromEntries(fields.map(field => [field, ''])) as Record<(typeof fields)[number], string>

/** One door by hand. The form stays open, with the street and the city, for the next one. */
export function AddressForm({ id, opened, onClose }: { id: number; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('actions')
  const [busy, setBusy] = useState(false)
  const form = useForm({ mode: 'uncontrolled', initialValues: blank })
  const save = async () => {
    setBusy(true)
    try {
      await addAddresses(id, [form.getValues()])
      notify(t('address_added'))
      form.setFieldValue('house_number', '')
      form.setFieldValue('building', '')
      form.setFieldValue('floor_name', '')
      form.getInputNode('house_number')?.focus()
    } catch (error) {
      const errors = fieldErrors(error)
      if (errors) form.setErrors({ street: Object.values(errors)[0], ...errors })
      else notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog opened={opened} onClose={onClose} title={t('add_address')}>
      <form onSubmit={form.onSubmit(() => void save())}>
        <Stack>
          <SimpleGrid cols={2}>
            {fields.map(field => (
              <TextInput
                key={form.key(field)}
                label={t(`address.${field}`)}
                maxLength={200}
                required={field === 'street' || field === 'city'}
                {...form.getInputProps(field)}
              />
            ))}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('do.close', { ns: 'shell' })}
            </Button>
            <Button type="submit" loading={busy}>
              {t('add_next')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
