import { Checkbox, MultiSelect, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Action, queries } from '../../api.ts'
import { FormActions } from '../../components/FormActions.tsx'
import { formatNumber, fullName } from '../../components/formats.ts'
import { halfDates } from '../../components/half_dates.ts'
import { notify } from '../../components/notifications.tsx'
import { SaveForm } from '../../components/SaveForm.tsx'
import { useSave } from '../../components/use_save.ts'
import { usersQuery } from '../../organisation/data.ts'
import { teamsQuery } from '../../organisation/teams/data.ts'
import { type ActionInput, actionQuery, changeAction, createAction, formsQuery } from './data.ts'
import { dayField, endOf, startOf } from './dates.ts'

interface Props {
  action?: Action
  etag?: string | undefined
  onCancel: () => void
  onDone: (action: Action) => void
}

/** The fields of an action except its addresses, which are chosen on its page. */
export function ActionForm({ action, etag, onCancel, onDone }: Props) {
  const { t } = useTranslation('actions')
  const { data: people } = useSuspenseQuery(usersQuery)
  const { data: teams } = useSuspenseQuery(teamsQuery)
  const { data: forms } = useSuspenseQuery(formsQuery)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: valuesOf(action),
    validate: {
      name: name => (name.trim() ? null : t('wrong.name')),
      end: (end, { start }) => (start && end && end < start ? t('wrong.end') : null),
      goal: goal => (isCount(goal) ? null : t('wrong.goal', { most: formatNumber(goal_max) })),
    },
  })
  const options = (rows: { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }))
  // Teams of the action that the user cannot see stay in the list, under the name that the action gives them.
  const withChosen = (rows: { id: number; name: string }[], chosen: { id: number; name: string }[]) =>
    options([...rows, ...chosen.filter(({ id }) => !rows.some(row => row.id === id))])

  const saving = useSave({
    form,
    save: (values: Values, overwrite) => {
      const input = inputOf(values, action)
      return action ? changeAction(action.id, input, overwrite ? undefined : etag) : createAction(input)
    },
    onSaved: saved => {
      notify(t('saved'))
      onDone(saved)
    },
  })
  const seeTheirs = async () => {
    if (!action) return
    const theirs = await queries.fetchQuery({ ...actionQuery(action.id), staleTime: 0 })
    form.setValues(valuesOf(theirs.action))
    saving.clear()
  }
  const field = (name: string) => ({ key: form.key(name), ...form.getInputProps(name) })

  return (
    <SaveForm
      saving={saving}
      onSubmit={event => {
        const half = halfDates(event.currentTarget)
        if (half.length > 0) form.setErrors(Object.fromEntries(half.map(name => [name, t('wrong.date')])))
        else form.onSubmit(values => void saving.save(values))(event)
      }}
      noValidate
      onSeeTheirs={seeTheirs}
      readOnly={false}
    >
      <TextInput label={t('name')} required maxLength={200} {...field('name')} />
      <Textarea label={t('pitch')} description={t('pitch_hint')} autosize minRows={2} {...field('pitch')} />
      <SimpleGrid cols={2}>
        <TextInput type="date" name="start" label={t('start')} {...field('start')} />
        <TextInput type="date" name="end" label={t('end')} {...field('end')} />
      </SimpleGrid>
      <NumberInput
        label={t('goal')}
        description={t('goal_hint')}
        min={0}
        max={goal_max}
        clampBehavior="none"
        allowDecimal={false}
        {...field('goal')}
      />
      <MultiSelect
        label={t('teams')}
        data={withChosen(teams, action?.Teams ?? [])}
        searchable
        limit={50}
        {...field('teams')}
      />
      <MultiSelect
        label={t('people')}
        data={withChosen(people.map(named), (action?.Users ?? []).map(named))}
        searchable
        limit={50}
        nothingFoundMessage={t('list.nobody_matches', { ns: 'shell' })}
        {...field('users')}
      />
      <MultiSelect
        label={t('forms')}
        description={t('forms_hint')}
        data={options(forms.map(({ id, label }) => ({ id, name: label })))}
        searchable
        limit={50}
        {...field('forms')}
      />
      <Checkbox
        label={t('is_public')}
        key={form.key('public')}
        {...form.getInputProps('public', { type: 'checkbox' })}
      />
      <FormActions onCancel={onCancel} busy={saving.busy} label={t('button.save', { ns: 'shell' })} />
    </SaveForm>
  )
}

const named = (person: { id: number; firstname: string; surname: string; mail?: string }) => ({
  id: person.id,
  name: fullName(person),
})

const goal_max = 1_000_000

const isCount = (goal: number | string) => goal === '' || (Number(goal) >= 0 && Number(goal) <= goal_max)

type Values = ReturnType<typeof valuesOf>

const valuesOf = (action: Action | undefined) => ({
  name: action?.name ?? '',
  pitch: action?.pitch ?? '',
  start: dayField(action?.start),
  end: dayField(action?.end),
  goal: action?.goal ?? (0 as number | string),
  public: action?.public ?? false,
  teams: (action?.Teams ?? []).map(({ id }) => String(id)),
  users: (action?.Users ?? []).map(({ id }) => String(id)),
  forms: (action?.Forms ?? []).map(({ id }) => String(id)),
})

/** An unchanged list is not sent: it may contain teams that the user cannot see. */
function inputOf(
  { teams, users, forms, goal, start, end, ...others }: Values,
  action: Action | undefined,
): ActionInput {
  const before = valuesOf(action)
  const list = (name: string, key: 'teams' | 'users' | 'forms', ids: string[]) =>
    action && String(before[key]) === String(ids) ? {} : { [name]: ids.map(id => ({ id: Number(id) })) }
  return {
    ...others,
    goal: Number(goal) || 0,
    start: startOf(start),
    end: endOf(end),
    ...list('Teams', 'teams', teams),
    ...list('Users', 'users', users),
    ...list('Forms', 'forms', forms),
  }
}
