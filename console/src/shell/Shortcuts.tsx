import { Group, Kbd, Stack, Switch, Text } from '@mantine/core'
import { createStore, useStore } from '@mantine/store'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'
import type { Entry } from './menu.ts'

const switch_key = 'muster.keys'
const sequence_ms = 1200
const list_state = createStore({ opened: false })

export const showKeys = () => list_state.setState({ opened: true })

/** Whether single letters do something. Some people dictate to their computer: they switch it off (WCAG 2.1.4). */
export const keysAreOn = () => localStorage.getItem(switch_key) !== 'off'

/** True while letters are being typed somewhere, or a dialog has the keyboard. */
export function isTyping(event: KeyboardEvent) {
  const target = event.target as HTMLElement
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role=dialog],[role=menu],[role=listbox]') !== null
  )
}

/** G and a letter go to a page; ? lists the keys. */
export function useKeys(entries: Entry[]) {
  const navigate = useNavigate()
  useEffect(() => {
    let waiting = 0
    const press = (event: KeyboardEvent) => {
      if (!keysAreOn() || isTyping(event)) return
      if (event.key === '?') return showKeys()
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
  ['create', 'C'],
  ['edit', 'E'],
  ['close', 'Esc'],
  ['help', '?'],
] as const

export function KeyList() {
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
            <Kbd>{key}</Kbd>
          </Group>
        ))}
        <Switch
          mt="sm"
          label={t('keys.on')}
          defaultChecked={keysAreOn()}
          onChange={event => localStorage.setItem(switch_key, event.currentTarget.checked ? 'on' : 'off')}
        />
      </Stack>
    </Dialog>
  )
}
