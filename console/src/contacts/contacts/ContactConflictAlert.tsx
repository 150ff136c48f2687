import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Contact } from '../../api.ts'
import { notifyError } from '../../components/notifications.tsx'
import type { ContactChange } from './data.ts'
import type { ContactConflict } from './use_contact_change.ts'

interface Props {
  conflict: ContactConflict
  onKeep: () => Promise<void>
  onTake: () => void
}

/** Another user saved first: shows both versions and lets the user choose. */
export function ContactConflictAlert({ conflict: { mine, theirs }, onKeep, onTake }: Props) {
  const { t } = useTranslation('contacts')
  return (
    <Alert color="orange" title={t('message.changed', { ns: 'shell' })} role="alert">
      <Stack gap="xs">
        {versionsOf(mine, theirs).map(({ name, own, other }) => (
          <Text key={name} size="sm">
            {t('both_versions', {
              field: name === 'tags' ? t('attr.tags') : t(`field.${name as 'mail'}`),
              mine: own || '–',
              theirs: other || '–',
            })}
          </Text>
        ))}
        <Group>
          <Button size="xs" variant="default" onClick={onTake}>
            {t('take_theirs')}
          </Button>
          <Button size="xs" color="red" onClick={() => void onKeep().catch(notifyError)}>
            {t('keep_mine')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function versionsOf({ address, ...fields }: ContactChange, theirs: Contact) {
  return [
    ...Object.entries(fields).map(([name, value]) => ({
      name,
      own: textOf(value),
      other: textOf(theirs[name as keyof Contact]),
    })),
    ...Object.entries(address ?? {}).map(([name, value]) => ({
      name,
      own: textOf(value),
      other: textOf(theirs.address?.[name as 'city']),
    })),
  ]
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(one => one?.name ?? '').join(', ')
  return value === null || value === undefined ? '' : String(value)
}
