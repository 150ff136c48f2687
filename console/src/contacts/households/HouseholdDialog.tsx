import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, Household, PersonName } from '../../api.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { Loading } from '../../components/Loading.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { contactQuery } from '../contacts/data.ts'
import { ContactPicker } from '../relationships/ContactPicker.tsx'
import { PersonRow } from '../relationships/PersonRow.tsx'
import { changeHousehold, createHousehold } from './data.ts'

interface Props {
  contactId: number
  /** The household to change; without one, a household is created. */
  household: Household | undefined
  opened: boolean
  onClose: () => void
}

/** Creates the household of a contact, or changes its name, address and members. */
export function HouseholdDialog({ contactId, household, opened, onClose }: Props) {
  const { t } = useTranslation('notes')
  return (
    <Dialog title={t(household ? 'household.edit' : 'household.create')} opened={opened} onClose={onClose}>
      <LoadedForm contactId={contactId} household={household} onClose={onClose} />
    </Dialog>
  )
}

type FormProps = Omit<Props, 'opened'>

function LoadedForm(props: FormProps) {
  const { data } = useQuery({ ...contactQuery(props.contactId), throwOnError: false })
  return data ? <HouseholdForm {...props} contact={data.contact} /> : <Loading />
}

const addressFields = ['house_number', 'street', 'addition', 'postal_code', 'city'] as const

function HouseholdForm({ contactId, household, contact, onClose }: FormProps & { contact: Contact }) {
  const { t } = useTranslation('notes')
  const [name, setName] = useState(household?.name ?? t('household.default_name', { name: contact.surname }).trim())
  const [address, setAddress] = useState(() =>
    Object.fromEntries(addressFields.map(field => [field, (household ?? contact.address)?.[field] ?? ''])),
  )
  const [members, setMembers] = useState<PersonName[]>(household?.members ?? [contact])
  // A new key empties the search field after a contact was added.
  const [added, setAdded] = useState(0)
  const [checked, setChecked] = useState(false)
  const sent = { name: name.trim(), ...address, contact_ids: members.map(({ id }) => id) }
  const saving = useSave({
    save: () => (household ? changeHousehold(household, sent) : createHousehold(sent)),
    onSaved: onClose,
    fields: ['name', 'contact_ids', ...addressFields],
  })
  const submit = () => {
    setChecked(true)
    if (name.trim()) void saving.save()
  }
  const add = (id: number | undefined, label: string) => {
    if (id === undefined) return
    setMembers([...members, { id, firstname: label, surname: '' }])
    setAdded(added + 1)
    saving.clear()
  }
  const input = (field: (typeof addressFields)[number], flex?: number) => (
    <TextInput
      label={t(`household.${field}`)}
      value={address[field] ?? ''}
      error={saving.errors[field]}
      maxLength={200}
      flex={flex ?? 1}
      miw={90}
      onChange={({ currentTarget: { value } }) => setAddress({ ...address, [field]: value })}
    />
  )
  return (
    <SaveForm saving={saving} onSubmit={submit} noValidate gap="sm">
      <TextInput
        label={t('household.name')}
        data-autofocus
        maxLength={200}
        value={name}
        error={saving.errors.name ?? (checked && !name.trim() ? t('household.name_missing') : undefined)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group grow={false} align="flex-start">
        {input('house_number')}
        {input('street', 3)}
      </Group>
      {input('addition')}
      <Group align="flex-start">
        {input('postal_code')}
        {input('city', 3)}
      </Group>
      <Stack gap={4}>
        <Text size="sm" fw={600}>
          {t('household.members')}
        </Text>
        <ul className="person-list">
          {members.map(member => (
            <PersonRow
              key={member.id}
              person={member}
              plain
              onRemove={
                member.id === contactId && !household
                  ? undefined
                  : () => setMembers(members.filter(({ id }) => id !== member.id))
              }
              removeLabel={t('household.remove', { name: `${member.firstname} ${member.surname}`.trim() })}
            />
          ))}
        </ul>
        <ContactPicker
          key={added}
          label={t('household.add_member')}
          value={undefined}
          onChange={add}
          without={members.map(({ id }) => id)}
          error={saving.errors.contact_ids && t('household.taken')}
        />
      </Stack>
      <FormActions label={t(household ? 'task.save' : 'household.save')} onCancel={onClose} busy={saving.busy} />
    </SaveForm>
  )
}
