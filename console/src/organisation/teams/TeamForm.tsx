import { Button, Checkbox, Group, MultiSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queries, Refusal } from '../../api.ts'
import { ConflictAlert } from '../../components/ConflictAlert.tsx'
import { fieldErrors } from '../../components/field_errors.ts'
import { fullName } from '../../components/formats.ts'
import { notify, notifyError, notifyWithUndo } from '../../components/notifications.tsx'
import { useMe } from '../../use_me.ts'
import { usersQuery } from '../data.ts'
import { removeTeam, saveTeam, type TeamInput, teamQuery } from './data.ts'
import type { TeamRow } from './search_params.ts'

const address_fields = ['housenumber', 'street', 'postalcode', 'city'] as const

interface Props {
  team?: TeamRow
  etag?: string | undefined
  onDone: () => void
}

/** A team is replaced as a whole, so whoever saves over somebody else's change is told, and decides. */
export function TeamForm({ team, etag, onDone }: Props) {
  const { t } = useTranslation('teams')
  const { user, may } = useMe()
  const { data: people } = useSuspenseQuery(usersQuery)
  const [conflict, setConflict] = useState(false)
  const [busy, setBusy] = useState(false)
  const editable = may('teams:manage') || !team || team.leaders.some(({ id }) => id === user.id) || may('teams:write')
  const form = useForm({ mode: 'uncontrolled', initialValues: valuesOf(team) })
  const choices = people.map(person => ({ value: String(person.id), label: fullName(person) }))

  const save = async (overwrite = false) => {
    setBusy(true)
    try {
      await saveTeam(team?.id, inputOf(form.getValues(), team), overwrite ? undefined : etag)
      notify(t('saved'))
      onDone()
    } catch (error) {
      const errors = fieldErrors(error)
      if (error instanceof Refusal && error.status === 412) setConflict(true)
      else if (errors) form.setErrors(errors)
      else notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  const seeTheirs = async () => {
    if (!team) return
    const theirs = await queries.fetchQuery({ ...teamQuery(team.id), staleTime: 0 })
    form.setValues(valuesOf(theirs.team))
    setConflict(false)
  }
  const remove = async () => {
    if (!team) return
    await removeTeam(team.id)
    onDone()
    notifyWithUndo(t('removed', { name: team.name }), () => saveTeam(undefined, inputOf(valuesOf(team), team)))
  }

  return (
    <form onSubmit={form.onSubmit(() => void save())}>
      <fieldset disabled={!editable || busy} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack>
          {conflict && <ConflictAlert onSee={seeTheirs} onKeep={() => save(true)} />}
          <TextInput
            label={t('name')}
            required
            maxLength={200}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
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
            key={form.key('leaders')}
            {...form.getInputProps('leaders')}
          />
          <MultiSelect
            label={t('members')}
            data={choices}
            searchable
            limit={50}
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
          <SimpleGrid cols={2}>
            {address_fields.map(field => (
              <TextInput
                key={form.key(`address.${field}`)}
                label={t(`address.${field}`)}
                {...form.getInputProps(`address.${field}`)}
              />
            ))}
          </SimpleGrid>
          {editable && (
            <Group justify="space-between">
              {team ? (
                <Button variant="subtle" color="red" onClick={() => void remove().catch(notifyError)}>
                  {t('remove')}
                </Button>
              ) : (
                <span />
              )}
              <Group>
                <Button variant="default" onClick={onDone}>
                  {t('do.cancel', { ns: 'shell' })}
                </Button>
                <Button type="submit" loading={busy}>
                  {t('do.save', { ns: 'shell' })}
                </Button>
              </Group>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  )
}

const valuesOf = (team: TeamRow | undefined) => ({
  name: team?.name ?? '',
  description: team?.description ?? '',
  private: team?.private ?? false,
  hide_users: team?.hide_users ?? false,
  leaders: (team?.leaders ?? []).map(({ id }) => String(id)),
  users: (team?.users ?? []).map(({ id }) => String(id)),
  address: Object.fromEntries(address_fields.map(field => [field, team?.address?.[field] ?? ''])),
})

/** What the form does not show goes back as it came: a replace would clear it. */
function inputOf(values: ReturnType<typeof valuesOf>, team: TeamRow | undefined): TeamInput {
  const people = (ids: string[]) => ids.map(id => ({ id: Number(id) }))
  const address = { ...team?.address, ...values.address }
  return {
    ...values,
    leaders: people(values.leaders),
    users: people(values.users),
    address: Object.values(address).some(Boolean) ? (address as NonNullable<TeamInput['address']>) : null,
  }
}
