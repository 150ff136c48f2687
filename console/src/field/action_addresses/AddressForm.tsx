import { Autocomplete, type AutocompleteProps, Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMemo } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { matchesWords } from '../../components/text_match.ts'
import { useSave } from '../../components/use_save.ts'
import { addAddresses } from '../actions/data.ts'
import { fullWords, knownStreets, type Street, withKnownStreet } from './known_streets.ts'

const fields = ['house_number', 'street', 'postal_code', 'city', 'building', 'floor_name'] as const
const blank = Object.fromEntries(fields.map(field => [field, ''])) as Record<(typeof fields)[number], string>

interface Props {
  id: number
  /** The doors that the list already has. */
  doors: readonly (Street & { id: number })[]
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
  const streets = useMemo(() => knownStreets(doors), [doors])
  const names = useMemo(() => [...new Set([...streets.values()].map(({ street }) => street))], [streets])
  const saving = useSave({
    form,
    save: () => addAddresses(id, [withKnownStreet(form.getValues(), streets)]),
    onSaved: ([added]) => {
      const known = doors.some(door => door.id === added?.id)
      if (!known) notify(t('address_added'))
      // Rendered at once: a field that is emptied is replaced, and would lose the focus.
      flushSync(() => {
        const { street, city } = withKnownStreet(form.getValues(), streets)
        form.setValues({ street, city })
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
          {fields.map(field => {
            const props = {
              label: t(`address.${field}`),
              maxLength: 200,
              required: field === 'street' || field === 'city',
              ...form.getInputProps(field),
            }
            return field === 'street' ? (
              <StreetField key={form.key(field)} {...props} names={names} />
            ) : (
              <TextInput key={form.key(field)} {...props} />
            )
          })}
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

/** A street, with suggestions that are found by their abbreviations too. */
const StreetField = ({ names, ...props }: AutocompleteProps & { names: string[] }) => (
  <Autocomplete
    {...props}
    data={names}
    limit={20}
    filter={({ options, search }) =>
      options.filter(
        option =>
          'value' in option &&
          (matchesWords(search.trim(), option.value) || matchesWords(fullWords(search), fullWords(option.value))),
      )
    }
  />
)
