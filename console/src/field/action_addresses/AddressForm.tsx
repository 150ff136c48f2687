import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { addAddresses } from '../actions/data.ts'

const fields = ['house_number', 'street', 'postal_code', 'city', 'building', 'floor_name'] as const
const blank = Object.fromEntries(fields.map(field => [field, ''])) as Record<(typeof fields)[number], string>

interface Props {
  id: number
  /** The doors that the list already has. */
  doors: readonly { id: number }[]
  opened: boolean
  onClose: () => void
}

/** Adds one door. The form stays open with street and city for the next one. */
export function AddressForm({ id, doors, opened, onClose }: Props) {
  const { t } = useTranslation('actions')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: blank,
    validate: {
      street: street => (street.trim() ? null : t('wrong.street')),
      city: city => (city.trim() ? null : t('wrong.city')),
    },
  })
  const saving = useSave({
    form,
    save: () => addAddresses(id, [form.getValues()]),
    onSaved: ([added]) => {
      const known = doors.some(door => door.id === added?.id)
      if (!known) notify(t('address_added'))
      // Rendered at once: a field that is emptied is replaced, and would lose the focus.
      flushSync(() => {
        if (known) return form.setFieldError('house_number', t('address_known'))
        for (const field of ['house_number', 'building', 'floor_name'] as const) form.setFieldValue(field, '')
      })
      form.getInputNode('house_number')?.focus()
    },
  })
  return (
    <Dialog opened={opened} onClose={onClose} title={t('add_address')}>
      <SaveForm saving={saving} onSubmit={form.onSubmit(() => void saving.save())} noValidate>
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
            {t('button.close', { ns: 'shell' })}
          </Button>
          <Button type="submit" loading={saving.busy}>
            {t('add_next')}
          </Button>
        </Group>
      </SaveForm>
    </Dialog>
  )
}
