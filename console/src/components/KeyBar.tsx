import { Anchor, Group, Kbd, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EnterKey } from './EnterKey.tsx'

interface Props {
  /** Keys and what they do. Several keys are separated by spaces. */
  keys: [key: string, does: string][]
  /** What was done last, or why it was refused. */
  message: { text: string; error: boolean } | undefined
  onUndo: (() => void) | undefined
}

/** The keys of a page, and what was done last with a way back. It is part of the page: nothing covers the rows. */
export function KeyBar({ keys, message, onUndo }: Props) {
  const { t } = useTranslation()
  return (
    <Group
      className="key-bar unprinted"
      data-empty={message === undefined}
      data-bare={message === undefined && keys.length === 0}
      justify="space-between"
      gap="sm"
      wrap="nowrap"
    >
      <Group gap="md" visibleFrom="md" className="key-bar-keys">
        {keys.map(([key, does]) => (
          <Group key={key} gap={6} wrap="nowrap">
            {key === 'Enter' ? <EnterKey /> : key.split(' ').map(letter => <Kbd key={letter}>{letter}</Kbd>)}
            <Text size="sm" c="dimmed">
              {does}
            </Text>
          </Group>
        ))}
      </Group>
      <Group gap="xs" wrap="nowrap" ml="auto" role={message?.error ? 'alert' : 'status'} miw={0}>
        <Text size="sm" c={message?.error ? 'var(--mantine-color-error)' : undefined} className="breaking">
          {message?.text ?? ''}
        </Text>
        {onUndo && !message?.error && (
          <Anchor component="button" type="button" size="sm" fw={600} onClick={onUndo}>
            {t('button.undo')}
          </Anchor>
        )}
      </Group>
    </Group>
  )
}
