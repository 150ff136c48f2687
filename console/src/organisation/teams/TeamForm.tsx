import { Button, Checkbox, Fieldset, MultiSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries } from '../../api.ts'
import { DeleteConfirmation } from '../../components/DeleteConfirmation.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { FormActions } from '../../components/FormActions.tsx'
import { fullName } from '../../components/formats.ts'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { usersQuery } from '../data.ts'
import { removeTeam, saveTeam, type TeamInput, teamQuery } from './data.ts'
import type { TeamRow } from './search_params.ts'
import { TeamMail } from './TeamMail.tsx'

const address_fields = ['housenumber', 'street', 'postalcode', 'city'] as const

interface Props {
  team?: TeamRow
  etag?: string | undefined
  onDone: () => void
}

/** The whole team is replaced, so a change that another user saved meanwhile is shown first. */
export function TeamForm({ team, etag, onDone }: Props) {
  const { t } = useTranslation('teams')
  const { data: people } = useSuspenseQuery(usersQuery)
  const form = useForm({ mode: 'uncontrolled', initialValues: valuesOf(team) })
  // The members of a team may be people whom the user sees nowhere else.
  const known = [...people, ...(team ? [...team.leaders, ...team.users] : [])]
  const names = new Map(known.map(person => [String(person.id), fullName(person)]))
  const choices = [...names].map(([value, label]) => ({ value, label }))

  const saving = useSave({
    form,
    save: (values: Values, overwrite) => saveTeam(team?.id, inputOf(values, team), overwrite ? undefined : etag),
    onSaved: () => {
      notify(t('saved'))
      onDone()
    },
  })
  const seeTheirs = async () => {
    if (!team) return
    const theirs = await queries.fetchQuery({ ...teamQuery(team.id), staleTime: 0 })
    form.setValues(valuesOf(theirs.team))
    saving.clear()
  }

  return (
    <SaveForm
      saving={saving}
      onSubmit={form.onSubmit(values => void saving.save(values))}
      onSeeTheirs={seeTheirs}
      readOnly={false}
    >
      {team && <TeamMail team={team} />}
      <TextInput label={t('name')} required maxLength={200} key={form.key('name')} {...form.getInputProps('name')} />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        key={form.key('description')}
        {...form.getInputProps('description')}
      />
      <MultiSelect
        label={t('leaders')}
        data={choices}
        searchable
        limit={50}
        nothingFoundMessage={t('list.nobody_matches', { ns: 'shell' })}
        key={form.key('leaders')}
        {...form.getInputProps('leaders')}
      />
      <MultiSelect
        label={t('members')}
        data={choices}
        searchable
        limit={50}
        nothingFoundMessage={t('list.nobody_matches', { ns: 'shell' })}
        key={form.key('users')}
        {...form.getInputProps('users')}
      />
      <Checkbox
        label={t('is_private')}
        key={form.key('private')}
        {...form.getInputProps('private', { type: 'checkbox' })}
      />
      <Checkbox
        label={t('hide_users')}
        key={form.key('hide_users')}
        {...form.getInputProps('hide_users', { type: 'checkbox' })}
      />
      <Fieldset legend={t('meets_at')}>
        <SimpleGrid cols={2}>
          {address_fields.map(field => (
            <TextInput
              key={form.key(`address.${field}`)}
              label={t(`address.${field}`)}
              {...form.getInputProps(`address.${field}`)}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
      <FormActions
        onCancel={onDone}
        busy={saving.busy}
        remove={team && <DeleteButton team={team} onDone={onDone} />}
        label={t('button.save', { ns: 'shell' })}
      />
    </SaveForm>
  )
}

function DeleteButton({ team, onDone }: { team: TeamRow; onDone: () => void }) {
  const { t } = useTranslation('teams')
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsked(true)}>
        {t('remove')}
      </Button>
      <Dialog title={t('remove')} opened={asked} onClose={() => setAsked(false)}>
        <DeleteConfirmation
          question={t('remove_question', { name: team.name })}
          labels={{ cancel: t('button.cancel', { ns: 'shell' }), remove: t('remove') }}
          remove={() => removeTeam(team.id)}
          onDone={() => {
            notify(t('removed', { name: team.name }))
            onDone()
          }}
          onCancel={() => setAsked(false)}
        />
      </Dialog>
    </>
  )
}

type Values = ReturnType<typeof valuesOf>

const valuesOf = (team: TeamRow | undefined) => ({
  name: team?.name ?? '',
  description: team?.description ?? '',
  private: team?.private ?? false,
  hide_users: team?.hide_users ?? false,
  leaders: (team?.leaders ?? []).map(({ id }) => String(id)),
  users: (team?.users ?? []).map(({ id }) => String(id)),
  address: Object.fromEntries(address_fields.map(field => [field, team?.address?.[field] ?? ''])),
})

/** Values without a field are sent back unchanged: the whole team is replaced. */
function inputOf(values: Values, team: TeamRow | undefined): TeamInput {
  const people = (ids: string[]) => ids.map(id => ({ id: Number(id) }))
  const address = { ...team?.address, ...values.address }
  return {
    ...values,
    leaders: people(values.leaders),
    users: people(values.users),
    address: Object.values(address).some(Boolean) ? (address as NonNullable<TeamInput['address']>) : null,
  }
}
