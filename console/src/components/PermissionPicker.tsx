import { ActionIcon, Badge, Button, Checkbox, Code, Group, Input, Paper, Stack, Text } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../use_me.ts'
import { DownIcon, UpIcon } from './icons.tsx'
import {
  choiceOf,
  groupsWith,
  type Permission,
  type PermissionGroup,
  type Preset,
  presets,
  sensitive,
} from './permission_groups.ts'
import { usePermissionSummary } from './use_permission_summary.ts'
import './permissions.css'

interface Props {
  label: string
  value: Permission[]
  error?: ReactNode
  onChange: (value: Permission[]) => void
}

/** Chooses among the permissions of the signed-in user, who cannot give more than they have: by preset, by group or one by one. */
export function PermissionPicker({ label, value, error, onChange }: Props) {
  const { t } = useTranslation('permissions')
  const me = useMe()
  const allowed = me.permissions as Permission[]
  const summary = usePermissionSummary()
  const id = useId()
  // Permissions that the user does not have stay as they are.
  const kept = value.filter(word => !allowed.includes(word))
  const choose = (chosen: Permission[]) => onChange([...kept, ...allowed.filter(word => chosen.includes(word))])
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      error={error}
      errorProps={{ tabIndex: -1, 'data-save-error': true }}
      role="group"
      aria-labelledby={id}
      className="permission-picker"
    >
      <Group gap={6} mt={4} role="group" aria-label={t('start_from')}>
        <Text size="sm" c="dimmed" aria-hidden>
          {t('start_from')}
        </Text>
        {(Object.keys(presets) as Preset[]).map(preset => {
          const ticked = choiceOf(preset, allowed)
          return (
            <Button
              key={preset}
              size="compact-sm"
              variant={isSame(ticked, value) ? 'light' : 'default'}
              aria-pressed={isSame(ticked, value)}
              onClick={() => choose(ticked)}
            >
              {t(`preset.${preset}`)}
            </Button>
          )
        })}
        {value.length > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => choose([])}>
            {t('clear')}
          </Button>
        )}
      </Group>
      <Text size="sm" mt="xs" role="status" className="permission-summary">
        {summary(value)}
      </Text>
      <div className="permission-groups">
        {groupsWith(allowed).map(({ name, permissions }) => (
          <PermissionGroupBox
            key={name}
            name={name}
            permissions={permissions}
            chosen={value.filter(word => permissions.includes(word))}
            onChoose={some => choose([...value.filter(word => !permissions.includes(word)), ...some])}
          />
        ))}
      </div>
    </Input.Wrapper>
  )
}

const isSame = (some: Permission[], others: Permission[]) =>
  some.length === others.length && some.every(word => others.includes(word))

interface BoxProps {
  name: PermissionGroup
  permissions: Permission[]
  chosen: Permission[]
  onChoose: (chosen: Permission[]) => void
}

function PermissionGroupBox({ name, permissions, chosen, onChoose }: BoxProps) {
  const { t } = useTranslation('permissions')
  const [open, setOpen] = useState(false)
  const all = chosen.length === permissions.length
  const toggle = (word: Permission) =>
    onChoose(chosen.includes(word) ? chosen.filter(one => one !== word) : [...chosen, word])
  return (
    <Paper withBorder p="sm" role="group" aria-label={t(`group.${name}`)}>
      <Group justify="space-between" wrap="nowrap">
        <Checkbox
          label={
            <>
              {t(`group.${name}`)}
              <Text span size="xs" c="dimmed" ml={8}>
                {t('of_group', { chosen: chosen.length, all: permissions.length })}
              </Text>
            </>
          }
          fw={600}
          checked={all}
          indeterminate={chosen.length > 0 && !all}
          onChange={() => onChoose(all ? [] : permissions)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={open}
          aria-label={`${t(open ? 'hide_group' : 'show_group')}, ${t(`group.${name}`)}`}
          onClick={() => setOpen(!open)}
        >
          {open ? <UpIcon size={16} /> : <DownIcon size={16} />}
        </ActionIcon>
      </Group>
      {open && (
        <Stack gap={6} mt="xs" className="permission-list">
          {permissions.map(word => (
            <PermissionBox key={word} word={word} checked={chosen.includes(word)} onToggle={() => toggle(word)} />
          ))}
        </Stack>
      )}
    </Paper>
  )
}

function PermissionBox({ word, checked, onToggle }: { word: Permission; checked: boolean; onToggle: () => void }) {
  const { t } = useTranslation('permissions')
  const id = useId()
  return (
    <div className="permission">
      <Checkbox label={t(`name.${word}`)} checked={checked} onChange={onToggle} aria-describedby={id} />
      <Text size="xs" c="dimmed" id={id} className="permission-about">
        {sensitive.includes(word) && (
          <Badge size="xs" color="orange" variant="light" mr={6}>
            {t('sensitive')}
          </Badge>
        )}
        {t(`about.${word}`)} <Code className="permission-code">{word}</Code>
      </Text>
    </div>
  )
}
