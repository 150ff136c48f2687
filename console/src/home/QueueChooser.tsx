import { Checkbox, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'
import { type QueueKind, queueGroups, queueKinds } from './queue.ts'
import type { UseDeskSettings } from './use_desk_settings.ts'

interface Props {
  opened: boolean
  onClose: () => void
  kinds: QueueKind[]
  settings: UseDeskSettings
}

/** The queues that the user wants on the desk. */
export function QueueChooser({ opened, onClose, kinds, settings }: Props) {
  const { t } = useTranslation('home')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('choose')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('choose_why')}
        </Text>
        {queueGroups.map(group => {
          const some = kinds.filter(kind => queueKinds[kind].group === group)
          if (some.length === 0) return null
          return (
            <Checkbox.Group
              key={group}
              label={t(`group.${group}`)}
              value={some.filter(kind => !settings.isHidden(kind))}
              onChange={chosen => {
                const changed = some.find(kind => chosen.includes(kind) === settings.isHidden(kind))
                if (changed) settings.choose(changed, chosen.includes(changed))
              }}
            >
              <Stack gap="xs" mt="xs">
                {some.map(kind => (
                  <Checkbox key={kind} value={kind} label={t(`${kind}.name`)} />
                ))}
              </Stack>
            </Checkbox.Group>
          )
        })}
      </Stack>
    </Dialog>
  )
}
