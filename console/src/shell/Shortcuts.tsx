import { Group, Kbd, Stack, Switch, Text, Title } from '@mantine/core'
import { createStore, useStore } from '@mantine/store'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'
import { EnterKey } from '../components/EnterKey.tsx'
import { type KeyPlace, keyTable, placesHere } from '../components/keys.ts'
import { enableShortcuts, isTyping, shortcutsEnabled } from '../components/shortcuts.ts'
import { useMe } from '../use_me.ts'
import { entriesFor, type MenuEntry } from './menu.ts'
import { openPalette } from './palette/state.ts'

const sequence_ms = 1200
const list_state = createStore<{ places: KeyPlace[] | undefined }>({ places: undefined })

/** Lists the keys, those of the present screen first. */
export const showShortcuts = () =>
  list_state.setState({ places: placesHere(location.pathname.replace(/^\/console/, '')) })

/** G and a letter go to a page, Ctrl K and / open the palette, ? lists the keys. */
export function useNavigationKeys(entries: MenuEntry[]) {
  useGoKeys(entries)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = event.defaultPrevented ? undefined : actionFor(event)
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function actionFor(event: KeyboardEvent) {
  // Also while typing, as everywhere else.
  const isPalette = event.key === 'k' && (event.ctrlKey || event.metaKey)
  if (isPalette) return openPalette
  if (!shortcutsEnabled() || isTyping(event)) return undefined
  return { '?': showShortcuts, '/': openPalette }[event.key]
}

/** Before all other keys: C after G goes to the contacts and creates nothing. */
function useGoKeys(entries: MenuEntry[]) {
  const navigate = useNavigate()
  useEffect(() => {
    let waiting = 0
    const press = (event: KeyboardEvent) => {
      if (!shortcutsEnabled() || isTyping(event)) return
      const entry = Date.now() < waiting && entries.find(({ key }) => key === event.key)
      waiting = event.key === 'g' ? Date.now() + sequence_ms : 0
      if (!entry) return
      event.preventDefault()
      event.stopPropagation()
      void navigate({ to: entry.path as string })
    }
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [entries, navigate])
}

const all: KeyPlace[] = ['everywhere', 'home', 'lists', 'records', 'tasks', 'duplicates', 'bank', 'map']

export function ShortcutList() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { places } = useStore(list_state)
  const close = () => list_state.setState({ places: undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other keys.
  useEffect(close, [pathname])
  const here = places ?? []
  const order = [...here, ...all.filter(place => !here.includes(place))]
  return (
    <Dialog opened={places !== undefined} onClose={close} title={t('keys.title')} size="lg">
      <Stack gap="md">
        <Switch
          label={t('keys.on')}
          defaultChecked={shortcutsEnabled()}
          onChange={event => enableShortcuts(event.currentTarget.checked)}
        />
        {order.map(place => (
          <section key={place} aria-label={t(`key_places.${place}`)}>
            <Title order={3} size="h5" mb={6}>
              {t(`key_places.${place}`)}
            </Title>
            <Stack gap={6}>
              {keyTable
                .filter(({ where }) => where === place)
                .map(({ name, keys }) => (
                  <Line key={name} label={t(`keys.${name}`)} keys={keys} />
                ))}
              {place === 'everywhere' && <PageKeys />}
            </Stack>
          </section>
        ))}
      </Stack>
    </Dialog>
  )
}

/** G and the letter of each page. */
function PageKeys() {
  const { t } = useTranslation()
  const { may } = useMe()
  return entriesFor(may).map(({ name, key }) => (
    <Line key={name} label={t('keys.go', { page: t(`menu.${name}`) })} keys={`G ${key.toUpperCase()}`} />
  ))
}

function Line({ label, keys: english }: { label: string; keys: string }) {
  const { t } = useTranslation()
  const keys = english.replace('Shift', t('keys.shift'))
  return (
    <Group justify="space-between" wrap="nowrap" gap="md">
      <Text size="sm">{label}</Text>
      {keys.endsWith('↵') ? (
        <EnterKey before={keys.slice(0, -1)} />
      ) : (
        <Group gap={4} wrap="nowrap">
          {keys.split(' / ').map(key => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </Group>
      )}
    </Group>
  )
}
