import { Chip, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, fullName } from '../../components/formats.ts'
import { usersQuery } from '../../organisation/data.ts'
import { useMe } from '../../use_me.ts'
import { addDays, nextMonday } from './due.ts'
import { useToday } from './use_today.ts'

export interface TaskValues {
  title: string
  due_date: string | null
  assignee_id: number | null
}

interface Props {
  value: TaskValues
  onChange: (value: TaskValues) => void
  errors: Record<string, ReactNode>
  /** Marks the field that N focuses on the page of a contact. */
  composer?: boolean
}

/** Title, due date and assignee of a task. */
export function TaskFields({ value, onChange, errors, composer }: Props) {
  const { t } = useTranslation('notes')
  const first = useRef<HTMLInputElement>(null)
  // A dialog that had to load the task has the focus on its close button.
  useEffect(() => {
    if (!composer) first.current?.focus()
  }, [composer])
  return (
    <Stack gap="sm">
      <TextInput
        ref={first}
        label={t('task.title')}
        placeholder={t('task.title_example')}
        value={value.title}
        error={errors.title}
        maxLength={200}
        autoComplete="off"
        data-composer={composer || undefined}
        data-autofocus={composer ? undefined : true}
        onChange={({ currentTarget }) => onChange({ ...value, title: currentTarget.value })}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <DueField
        value={value.due_date}
        error={errors.due_date}
        onChange={due_date => onChange({ ...value, due_date })}
      />
      <AssigneeField
        value={value.assignee_id}
        error={errors.assignee_id}
        onChange={assignee_id => onChange({ ...value, assignee_id })}
      />
    </Stack>
  )
}

interface DueProps {
  value: string | null
  error: ReactNode
  onChange: (day: string | null) => void
}

function DueField({ value, error, onChange }: DueProps) {
  const { t } = useTranslation('notes')
  const today = useToday()
  const days = { today, tomorrow: addDays(today, 1), next_week: nextMonday(today) }
  const known = (['today', 'tomorrow', 'next_week'] as const).find(name => days[name] === value)
  const [dated, setDated] = useState(value !== null && !known)
  const choose = (name: string) => {
    setDated(name === 'date')
    if (name === 'none') onChange(null)
    else if (name !== 'date') onChange(days[name as keyof typeof days])
  }
  return (
    <fieldset className="plain-fieldset">
      <Text component="legend" size="sm" fw={600} mb={4}>
        {t('task.due')}
      </Text>
      <Chip.Group value={dated ? 'date' : (known ?? 'none')} onChange={name => choose(name as string)}>
        <Group gap={6}>
          {(['none', 'today', 'tomorrow', 'next_week', 'date'] as const).map(name => (
            <Chip key={name} value={name} size="xs" title={name in days ? formatDay(days[name as 'today']) : undefined}>
              {t(`due.${name}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {(dated || error) && (
        <TextInput
          type="date"
          required
          withAsterisk={false}
          mt="xs"
          label={t('task.day')}
          value={value ?? ''}
          error={error}
          w={{ base: '100%', xs: 200 }}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      )}
    </fieldset>
  )
}

interface AssigneeProps {
  value: number | null
  error?: ReactNode
  onChange: (id: number | null) => void
}

function AssigneeField({ value, error, onChange }: AssigneeProps) {
  const { t } = useTranslation('notes')
  const { user } = useMe()
  const { data: users = [] } = useQuery({ ...usersQuery, staleTime: 60_000, throwOnError: false })
  const others = users.filter(({ id }) => id !== user.id)
  const options = [
    { value: String(user.id), label: t('task.me', { name: fullName(user) }) },
    ...others.map(other => ({ value: String(other.id), label: fullName(other) })),
  ]
  return (
    <Select
      label={t('task.assignee')}
      placeholder={t('task.nobody')}
      data={options}
      value={value === null ? null : String(value)}
      error={error}
      searchable
      clearable
      limit={50}
      nothingFoundMessage={t('task.no_user')}
      clearButtonProps={{ 'aria-label': t('task.unassign') }}
      onChange={id => onChange(id === null ? null : Number(id))}
    />
  )
}
