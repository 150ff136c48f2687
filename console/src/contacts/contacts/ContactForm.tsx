import { SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { createContact } from './data.ts'

const own = ['firstname', 'surname', 'mail', 'mobile'] as const
const place = ['house_number', 'street', 'postal_code', 'city'] as const
const fields = [...own, ...place]
type Values = Record<(typeof fields)[number], string>

/** The first fields of a new contact; the others are edited afterwards. */
export function ContactForm({ onDone, onCancel }: { onDone: (id: number) => void; onCancel: () => void }) {
  const { t } = useTranslation('contacts')
  const form = useForm<Values>({
    initialValues: Object.fromEntries(fields.map(name => [name, ''])) as Values,
    validate: values =>
      values.firstname.trim() || values.surname.trim() || values.mail.trim() ? {} : { surname: t('name_missing') },
  })
  const saving = useSave({
    form,
    save: (values: Values) => {
      const filled = (names: readonly (typeof fields)[number][]) =>
        Object.fromEntries(names.filter(name => values[name].trim()).map(name => [name, values[name].trim()]))
      const address = filled(place)
      return createContact({ ...filled(own), ...(Object.keys(address).length > 0 && { address }) })
    },
    onSaved: ({ id }) => {
      notify(t('created'))
      onDone(id)
    },
  })
  return (
    <SaveForm saving={saving} onSubmit={form.onSubmit(values => void saving.save(values))} noValidate>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {fields.map(name => (
          <TextInput
            key={name}
            label={t(`field.${name}`)}
            type={name === 'mail' ? 'email' : name === 'mobile' ? 'tel' : 'text'}
            autoComplete="off"
            maxLength={200}
            data-autofocus={name === 'firstname' || undefined}
            {...form.getInputProps(name)}
          />
        ))}
      </SimpleGrid>
      <FormActions onCancel={onCancel} busy={saving.busy} label={t('do.save', { ns: 'shell' })} />
    </SaveForm>
  )
}
