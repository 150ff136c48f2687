import { Group, Kbd, Stack, Switch, Text } from '@mantine/core'
import { createStore, useStore } from '@mantine/store'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'
import { EnterKey } from '../components/EnterKey.tsx'
import { enableShortcuts, isTyping, shortcutsEnabled } from '../components/shortcuts.ts'
import type { MenuEntry } from './menu.ts'

const sequence_ms = 1200
const list_state = createStore({ opened: false })

export const showShortcuts = () => list_state.setState({ opened: true })

/** G and a letter go to a page; ? lists the shortcuts. */
export function useNavigationKeys(entries: MenuEntry[]) {
  const navigate = useNavigate()
  useEffect(() => {
    let waiting = 0
    const press = (event: KeyboardEvent) => {
      if (!shortcutsEnabled() || isTyping(event)) return
      if (event.key === '?') return showShortcuts()
      if (event.key === 'g') {
        waiting = Date.now() + sequence_ms
        return
      }
      const entry = Date.now() < waiting && entries.find(({ key }) => key === event.key)
      waiting = 0
      if (!entry) return
      event.preventDefault()
      void navigate({ to: entry.path as string })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [entries, navigate])
}

const list = [
  ['palette', 'Ctrl K'],
  ['go', 'G'],
  ['next', 'J'],
  ['previous', 'K'],
  ['open', '↵'],
  ['select', 'X'],
  ['done', 'X'],
  ['create', 'C'],
  ['edit', 'E'],
  ['queue', '1–9'],
  ['snooze', 'H'],
  ['note', 'N'],
  ['tag', 'T'],
  ['accept', '↵'],
  ['certain', 'Shift ↵'],
  ['split', 'S'],
  ['ignore', 'I'],
  ['undo', 'Z'],
  ['find', '/'],
  ['close', 'Esc'],
  ['help', '?'],
] as const

export function ShortcutList() {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={useStore(list_state).opened}
      onClose={() => list_state.setState({ opened: false })}
      title={t('keys.title')}
    >
      <Stack gap="xs">
        {list.map(([name, key]) => (
          <Group key={name} justify="space-between">
            <Text size="sm">{t(`keys.${name}`)}</Text>
            {key.endsWith('↵') ? <EnterKey before={key.slice(0, -1)} /> : <Kbd>{key}</Kbd>}
          </Group>
        ))}
        <Switch
          mt="sm"
          label={t('keys.on')}
          defaultChecked={shortcutsEnabled()}
          onChange={event => enableShortcuts(event.currentTarget.checked)}
        />
      </Stack>
    </Dialog>
  )
}
