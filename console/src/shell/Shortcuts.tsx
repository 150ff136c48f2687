import { Group, Stack, Switch, Text, Title } from '@mantine/core'
import { createStore, useStore } from '@mantine/store'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/Dialog.tsx'
import { useGoKeys } from '../components/go_keys.ts'
import { KeyNames } from '../components/KeyNames.tsx'
import { type KeyPlace, keyTable, placesHere } from '../components/keys.ts'
import { enableShortcuts, isTyping, shortcutsEnabled } from '../components/shortcuts.ts'
import { useMe } from '../use_me.ts'
import { entriesFor, type MenuEntry } from './menu.ts'
import { OnNavigation } from './OnNavigation.tsx'
import { openPalette } from './palette/state.ts'

const list_state = createStore<{ places: KeyPlace[] | undefined }>({ places: undefined })

/** Lists the keys, those of the present screen first. */
export const showShortcuts = () =>
  list_state.setState({ places: placesHere(location.pathname.replace(/^\/console/, '')) })

/** G and a letter go to a page, Ctrl K and / open the palette, ? lists the keys. */
export function useNavigationKeys(entries: MenuEntry[]) {
  const navigate = useNavigate()
  const pageOf = useCallback(
    (letter: string) => {
      const entry = entries.find(({ key }) => key === letter)
      return entry && (() => void navigate({ to: entry.path as string }))
    },
    [entries, navigate],
  )
  useGoKeys(pageOf)
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

const all: KeyPlace[] = ['everywhere', 'home', 'lists', 'records', 'tasks', 'duplicates', 'bank', 'map']

export function ShortcutList() {
  const { t } = useTranslation()
  const { places } = useStore(list_state)
  const close = () => list_state.setState({ places: undefined })
  const here = places ?? []
  const order = [...here, ...all.filter(place => !here.includes(place))]
  return (
    <>
      <OnNavigation act={close} />
      <Dialog opened={places !== undefined} onClose={close} title={t('keys.title')} size={1080}>
        <Stack gap="sm">
          <Switch
            label={t('keys.on')}
            defaultChecked={shortcutsEnabled()}
            onChange={event => enableShortcuts(event.currentTarget.checked)}
          />
          <div className="key-columns">
            {order.map(place => (
              <KeySection key={place} title={t(`key_places.${place}`)}>
                {keyTable
                  .filter(({ where }) => where === place)
                  .map(({ name, keys }) => (
                    <Line key={name} label={t(`keys.${name}`)} keys={keys} />
                  ))}
              </KeySection>
            ))}
            <KeySection title={t('key_places.pages')}>
              <PageKeys />
            </KeySection>
          </div>
        </Stack>
      </Dialog>
    </>
  )
}

const KeySection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title}>
    <Title order={3} size="sm" mb={4}>
      {title}
    </Title>
    {children}
  </section>
)

/** G and the letter of each page. */
function PageKeys() {
  const { t } = useTranslation()
  const { may } = useMe()
  return entriesFor(may).map(({ name, key }) => (
    <Line key={name} label={t(`menu.${name}`)} keys={`G ${key.toUpperCase()}`} />
  ))
}

const Line = ({ label, keys }: { label: string; keys: string }) => (
  <Group justify="space-between" wrap="nowrap" gap="md" align="flex-start" className="key-line">
    <Text fz={13} lh="20px">
      {label}
    </Text>
    <KeyNames keys={keys} />
  </Group>
)
