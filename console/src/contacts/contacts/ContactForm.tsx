import { SimpleGrid, TextInput, type TextInputProps } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormActions } from '../../components/FormActions.tsx'
import { notify } from '../../components/notifications.tsx'
import { SamePersonDialog } from '../../components/SamePersonDialog.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useNarrow } from '../../components/use_narrow.ts'
import { useSamePerson } from '../../components/use_same_person.ts'
import { useSave } from '../../components/use_save.ts'
import { createContact, nameOf } from './data.ts'

const names = ['firstname', 'surname'] as const
const reach = ['mobile', 'mail'] as const
const own = [...names, ...reach]
const place = ['house_number', 'street', 'postal_code', 'city'] as const
const fields = [...own, ...place]
type Name = (typeof fields)[number]
type Values = Record<Name, string>

interface Props {
  /** What the contact is called, if that is known. */
  name: string | undefined
  onDone: (id: number) => void
  onCancel: () => void
}

const empty = Object.fromEntries(fields.map(name => [name, ''])) as Values

/** The first word is the first name. */
function namesOf(name = '') {
  const [firstname = '', ...rest] = name.trim().split(/\s+/)
  return { firstname, surname: rest.join(' ') }
}

/** What a phone needs to show the right keyboard. */
const keyboards: Record<Name, TextInputProps> = {
  firstname: { autoCapitalize: 'words' },
  surname: { autoCapitalize: 'words' },
  mobile: { type: 'tel', inputMode: 'tel' },
  mail: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  house_number: {},
  street: {},
  // Not a keyboard of digits: some countries have letters in it.
  postal_code: { autoCapitalize: 'characters' },
  city: { autoCapitalize: 'words' },
}

/** The first fields of a new contact; the others are edited afterwards. On a phone the address is folded, so that the buttons stay in sight. */
export function ContactForm({ name, onDone, onCancel }: Props) {
  const { t } = useTranslation('contacts')
  const form = useForm<Values>({
    initialValues: { ...empty, ...namesOf(name) },
    validate: values =>
      values.firstname.trim() || values.surname.trim() || values.mail.trim() ? {} : { surname: t('name_missing') },
  })
  const narrow = useNarrow()
  const [unfolded, setUnfolded] = useState(!narrow)
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
  // The number that the user was warned about: sent again, it is saved.
  const [doubtful, setDoubtful] = useState('')
  const warnOfMobile = (mobile: string) => {
    if (mobile === doubtful) return false
    setDoubtful(mobile)
    form.setFieldError('mobile', t('invalid_mobile'))
    return true
  }
  const submit = async (values: Values) => {
    const answer = await samePerson.ask(filled(values, own), () => warnOfMobile(values.mobile))
    if (answer === 'back') return
    if (answer === 'create') return void saving.save(values)
    // The user has chosen not to keep it: leaving the form asks nothing more.
    saving.typed.clear()
    notify(t('same_person.used', { name: nameOf(answer) }))
    onDone(answer.id)
  }
  const input = (name: Name) => (
    <TextInput
      key={name}
      label={t(`field.${name}`)}
      // The address of the user would be filled in for another person.
      autoComplete="off"
      maxLength={200}
      data-autofocus={name === 'firstname' || undefined}
      {...keyboards[name]}
      {...form.getInputProps(name)}
    />
  )
  return (
    <>
      <SaveForm saving={saving} onSubmit={form.onSubmit(values => void submit(values))} noValidate>
        <SimpleGrid cols={2}>{names.map(input)}</SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>{reach.map(input)}</SimpleGrid>
        {/* Unfolded for an error, it stays so while that is corrected. */}
        <details
          className="contact-place"
          open={unfolded || place.some(name => form.errors[name])}
          onToggle={event => setUnfolded(event.currentTarget.open)}
        >
          <summary>{t('field.address')}</summary>
          <SimpleGrid cols={2} pt="sm">
            {place.map(input)}
          </SimpleGrid>
        </details>
        <FormActions
          sticky
          onCancel={onCancel}
          busy={saving.busy}
          label={form.errors.mobile ? t('save_anyway') : t('button.save', { ns: 'shell' })}
        />
      </SaveForm>
      <SamePersonDialog {...samePerson.dialog} />
    </>
  )
}

/** The fields that are not empty. */
const filled = (values: Values, names: readonly (typeof fields)[number][]) =>
  Object.fromEntries(names.filter(name => values[name].trim()).map(name => [name, values[name].trim()]))
