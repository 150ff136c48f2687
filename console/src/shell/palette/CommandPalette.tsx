import { ActionIcon, Button, Group, Kbd, Modal, Text, UnstyledButton } from '@mantine/core'
import { useStore } from '@mantine/store'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EnterKey } from '../../components/EnterKey.tsx'
import { CloseIcon, SearchIcon } from '../../components/icons.tsx'
import { KeyNames } from '../../components/KeyNames.tsx'
import { filled, matching, type PaletteGroup, type PaletteItem } from './items.ts'
import { PaletteList } from './PaletteList.tsx'
import { closePalette, openPalette, paletteState, takeEarlyLetters } from './state.ts'
import { useCommands } from './use_commands.tsx'
import { useFound } from './use_found.ts'
import { useRecentItems } from './use_recent_items.tsx'
import './palette.css'

export function CommandPaletteButton() {
  const { t } = useTranslation()
  return (
    <>
      <Button
        visibleFrom="xs"
        variant="default"
        fw={400}
        leftSection={<SearchIcon size={16} />}
        rightSection={
          <Kbd visibleFrom="sm" aria-hidden>
            Ctrl K
          </Kbd>
        }
        onClick={openPalette}
        w={{ base: 'auto', sm: 260, md: 320 }}
        h={32}
        c="dimmed"
        classNames={{ inner: 'search-button', label: 'search-button-label' }}
      >
        {t('search.placeholder')}
      </Button>
      <ActionIcon hiddenFrom="xs" variant="default" size="lg" aria-label={t('search.label')} onClick={openPalette}>
        <SearchIcon size={18} />
      </ActionIcon>
    </>
  )
}

/** Opens with Ctrl K or /: does things, goes to a page, or finds a record by a few letters or a number. */
export function CommandPalette() {
  const { t } = useTranslation()
  const { opened } = useStore(paletteState)
  return (
    <Modal.Root
      opened={opened}
      onClose={closePalette}
      size={600}
      yOffset="12dvh"
      xOffset={12}
      // Above a drawer, below the question about unsaved changes.
      zIndex={350}
      classNames={{ content: 'palette' }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label={t('search.label')}>{opened && <Palette />}</Modal.Content>
    </Modal.Root>
  )
}

function Palette() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const groups = useGroups(typed)
  const { groups: shown, waiting } = groups
  const items = shown.flatMap(({ items, stale }) => (stale ? [] : items))
  const [chosen, setChosen] = useState<string>()
  // What was marked stays marked when further results arrive below it.
  const marked = items.find(({ id }) => id === chosen) ?? items[0]
  const list = useId()
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // At once: letters typed right after the key belong to the search.
  useEffect(() => {
    field.current?.focus()
    setTyped(takeEarlyLetters())
  }, [])
  const optionId = (item: PaletteItem) => `${list}-${items.indexOf(item)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when another item is marked.
  useEffect(() => {
    const option = box.current?.querySelector('[data-selected]')
    if (marked === items[0]) box.current?.scrollTo({ top: 0 })
    else option?.scrollIntoView({ block: 'nearest' })
  }, [marked?.id])
  const run = (item: PaletteItem) => {
    closePalette()
    // The dialog gives the focus back before a page or form opens.
    setTimeout(item.run)
  }
  const move = (by: number) => {
    const next = items[(items.indexOf(marked as PaletteItem) + by + items.length) % items.length]
    setChosen(next?.id)
  }
  const press = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && marked) run(marked)
    else return
    event.preventDefault()
  }
  return (
    <>
      <Group gap="sm" px="md" wrap="nowrap" className="palette-search">
        <SearchIcon size={18} />
        <input
          ref={field}
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={marked && optionId(marked)}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setChosen(undefined)
          }}
          onKeyDown={press}
        />
        <UnstyledButton className="palette-close" aria-label={t('button.close')} onClick={closePalette}>
          <CloseIcon size={18} />
        </UnstyledButton>
      </Group>
      <PaletteList
        id={list}
        box={box}
        groups={shown}
        marked={marked}
        waiting={waiting}
        optionId={optionId}
        onMark={({ id }) => setChosen(id)}
        onRun={run}
      />
      <Text className="unseen" role="status">
        {waiting ? '' : t('palette.results', { count: items.length })}
      </Text>
      <Group gap="md" px="md" className="palette-keys" visibleFrom="sm" aria-hidden>
        <span>
          <KeyNames keys="↑ / ↓" /> {t('palette.choose')}
        </span>
        <span>
          <EnterKey /> {t('palette.run')}
        </span>
        <span>
          <KeyNames keys="Esc" /> {t('palette.close')}
        </span>
      </Group>
    </>
  )
}

const isName = (typed: string) => /\p{Letter}{2}/u.test(typed) && !/[\d@]/.test(typed)

/**
 * In an order in which a slow answer moves nothing above it: what was opened last, commands and pages as typed, then what the server
 * found, then pages that other words lead to, what is only similar, and what waits for the answer: pages with a wrong letter, and a longer search.
 */
function useGroups(typed: string): { groups: PaletteGroup[]; waiting: boolean } {
  const { t } = useTranslation()
  const { create, newContact, searchContacts, does, pages, go } = useCommands(true)
  const recent = useRecentItems(go)
  const { groups: found, waiting } = useFound(typed, true, go)
  const group = (
    name: 'recent' | 'commands' | 'pages' | 'more' | 'near' | 'search' | 'create',
    items: PaletteItem[],
  ): PaletteGroup => ({
    name,
    label: t(`palette.${name}`),
    items,
  })
  if (typed.trim() === '') {
    const roots = pages.filter(({ detail }) => detail === undefined)
    return {
      groups: filled([group('recent', recent), group('commands', [...create, ...does]), group('pages', roots)]),
      waiting: false,
    }
  }
  const actions = matching(typed, [...create, ...does])
  const places = matching(typed, pages)
  const opened = matching(typed, recent).exact
  // "Contacts" means the page, "new contact" the command.
  const known = [group('commands', actions.exact), group('pages', places.exact)]
  if (places.best < actions.best) known.reverse()
  const near = matching(typed, [...create, ...does, ...pages]).near
  const hasContact = found.some(({ name, items }) => name === 'contacts' && items.length > 0)
  const isUnknown = !waiting && typed.trim().length > 1 && [actions, places].every(({ exact }) => exact.length === 0)
  const isRecent = ({ id }: PaletteItem) => opened.some(one => one.id === `recent ${id}`)
  const others = found.map(one => ({ ...one, items: one.items.filter(item => !isRecent(item)) }))
  return {
    groups: filled([
      group('recent', opened),
      ...known,
      ...others.filter(({ isSimilar }) => !isSimilar),
      group('more', waiting ? [] : places.words),
      ...others.filter(({ isSimilar }) => isSimilar),
      group('near', waiting ? [] : near),
      // The list of contacts is also searched by town, postal code and a part of a number.
      group('search', isUnknown ? searchContacts(typed.trim()) : []),
      group('create', isUnknown && !hasContact && isName(typed) ? newContact(typed.trim()) : []),
    ]),
    waiting,
  }
}
