import { Box, Button, Chip, Group, Input, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../use_me.ts'
import { type EventType, eventChoices, type Subject } from './events.ts'

interface Props {
  value: EventType[]
  error?: string | undefined
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
  const all = offered.every(type => value.includes(type))
  return (
    <Stack component="fieldset" gap="sm" m={0} p={0} bd={0} miw={0}>
      <Input.Label component="legend" required mb={4}>
        {t('events')}
      </Input.Label>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {t('chosen', { count: value.length })}
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => onChange(all ? others : [...others, ...offered])}>
          {t(all ? 'choose_none' : 'choose_all')}
        </Button>
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
