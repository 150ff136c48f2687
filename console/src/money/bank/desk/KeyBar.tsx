import { Anchor, Group, Kbd, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EnterKey } from '../../../components/EnterKey.tsx'
import type { Tab } from '../search_params.ts'
import type { Desk } from './use_desk.ts'

interface Props {
  tab: Tab
  desk: Desk
  canUndo: boolean
  onUndo: () => void
}

const keys = [
  ['J K', 'line'],
  ['Enter', 'accept'],
  ['S', 'split'],
  ['I', 'ignore'],
  ['Z', 'undo'],
  ['/', 'find'],
] as const

const settled_keys = ['line', 'undo']

/** The keys of the desk, and what was done last with a way back. It is part of the page: nothing covers the rows. */
export function KeyBar({ tab, desk, canUndo, onUndo }: Props) {
  const { t } = useTranslation('bank')
  const { message, last } = desk
  const shown = keys.filter(([, name]) => (tab !== 'matched' && tab !== 'ignored') || settled_keys.includes(name))
  return (
    <Group className="key-bar unprinted" data-empty={message === undefined} justify="space-between" gap="sm">
      <Group gap="md" visibleFrom="md">
        {shown.map(([key, name]) => (
          <Group key={name} gap={6} wrap="nowrap">
            {key === 'Enter' ? <EnterKey /> : key.split(' ').map(letter => <Kbd key={letter}>{letter}</Kbd>)}
            <Text size="sm" c="dimmed">
              {t(`keys.${name}`)}
            </Text>
          </Group>
        ))}
      </Group>
      <Group gap="xs" wrap="nowrap" role={message?.error ? 'alert' : 'status'} miw={0}>
        <Text size="sm" c={message?.error ? 'var(--mantine-color-error)' : undefined} className="breaking">
          {message?.text ?? ''}
        </Text>
        {last && !message?.error && canUndo && (
          <Anchor component="button" type="button" size="sm" fw={600} onClick={onUndo}>
            {t('button.undo', { ns: 'shell' })}
          </Anchor>
        )}
      </Group>
    </Group>
  )
}
