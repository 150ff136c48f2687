import { Box, Button, Chip, Group, Input, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../use_me.ts'
import { type EventType, eventChoices, presetChoices, type Subject } from './events.ts'

interface Props {
  value: EventType[]
  error?: ReactNode
  onChange: (value: EventType[]) => void
}

/** The events a webhook receives, limited to what the user may see. */
export function EventPicker({ value, error, onChange }: Props) {
  const { t } = useTranslation('webhooks')
  const { may } = useMe()
  const areas = eventChoices(may)
  const offered = areas.flatMap(({ subjects }) => subjects.flatMap(({ types }) => types))
  // Events that a user with more permissions chose stay chosen.
  const others = value.filter(type => !offered.includes(type))
  const choose = (types: EventType[], chosen: EventType[]) =>
    onChange([...value.filter(type => !types.includes(type)), ...chosen])
  return (
    <Stack component="fieldset" gap="sm" m={0} p={0} bd={0} miw={0}>
      <Input.Label component="legend" required mb={4}>
        {t('events')}
      </Input.Label>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {t('chosen', { count: value.length })}
        </Text>
        <Group gap={6} role="group" aria-label={t('presets')}>
          {[{ name: 'all' as const, types: offered }, ...presetChoices(areas)].map(({ name, types }) => {
            const isChosen = types.length === value.length - others.length && types.every(type => value.includes(type))
            return (
              <Button
                key={name}
                size="compact-sm"
                variant={isChosen ? 'light' : 'default'}
                aria-pressed={isChosen}
                onClick={() => onChange([...others, ...types])}
              >
                {t(`preset.${name}`)}
              </Button>
            )
          })}
          {value.length > others.length && (
            <Button size="compact-sm" variant="subtle" onClick={() => onChange(others)}>
              {t('choose_none')}
            </Button>
          )}
        </Group>
      </Group>
      {error && (
        <Input.Error tabIndex={-1} data-save-error>
          {error}
        </Input.Error>
      )}
      {areas.map(({ area, subjects }) => (
        <Stack key={area} gap="xs">
          <Text size="sm" fw={600} mt="xs">
            {t(`area.${area}`)}
          </Text>
          {subjects.map(subject => (
            <Deeds
              key={subject.name}
              subject={subject}
              value={value.filter(type => subject.types.includes(type))}
              onChange={chosen => choose(subject.types, chosen)}
            />
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

interface DeedsProps {
  subject: Subject
  value: EventType[]
  onChange: (value: EventType[]) => void
}

function Deeds({ subject: { name, types }, value, onChange }: DeedsProps) {
  const { t } = useTranslation('webhooks')
  const label = t(`subject.${name as 'contact'}`)
  return (
    <Box component="fieldset" m={0} p={0} bd={0} miw={0}>
      <Text component="legend" size="sm" mb={4} p={0}>
        {label}
      </Text>
      <Chip.Group multiple value={value} onChange={chosen => onChange(chosen as EventType[])}>
        <Group gap={6}>
          {types.map(type => (
            <Chip key={type} value={type} size="xs" variant="outline">
              {t(`change.${type as 'contact.created'}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Box>
  )
}
