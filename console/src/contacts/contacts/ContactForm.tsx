import { SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SamePersonDialog } from '../../components/SamePersonDialog.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSamePerson } from '../../components/use_same_person.ts'
import { useSave } from '../../components/use_save.ts'
import { createContact, nameOf } from './data.ts'

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
  const samePerson = useSamePerson()
  const saving = useSave({
    form,
    save: (values: Values) => {
      const address = filled(values, place)
      return createContact({ ...filled(values, own), ...(Object.keys(address).length > 0 && { address }) })
    },
    onSaved: ({ id }) => {
      notify(t('created'))
      onDone(id)
    },
  })
  const submit = async (values: Values) => {
    const answer = await samePerson.ask(filled(values, own))
    if (answer === 'back') return
    if (answer === 'create') return void saving.save(values)
    // The user has chosen not to keep it: leaving the form asks nothing more.
    saving.typed.clear()
    notify(t('same_person.used', { name: nameOf(answer) }))
    onDone(answer.id)
  }
  return (
    <>
      <SaveForm saving={saving} onSubmit={form.onSubmit(values => void submit(values))} noValidate>
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
        <FormActions onCancel={onCancel} busy={saving.busy} label={t('button.save', { ns: 'shell' })} />
      </SaveForm>
      <SamePersonDialog {...samePerson.dialog} />
    </>
  )
}

/** The fields that are not empty. */
const filled = (values: Values, names: readonly (typeof fields)[number][]) =>
  Object.fromEntries(names.filter(name => values[name].trim()).map(name => [name, values[name].trim()]))
