import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { muster } from '../api.ts'
import { SearchIcon } from '../components/icons.tsx'
import type { MenuEntry } from './menu.ts'

export function CommandPaletteButton() {
  const { t } = useTranslation()
  return (
    <>
      <Button
        visibleFrom="xs"
        variant="default"
        fw={400}
        leftSection={<SearchIcon size={16} />}
        rightSection={<Kbd visibleFrom="sm">Ctrl K</Kbd>}
        onClick={spotlight.open}
        w={{ base: 'auto', sm: 320 }}
        justify="space-between"
      >
        {t('search.placeholder')}
      </Button>
      <ActionIcon hiddenFrom="xs" variant="default" size="lg" aria-label={t('search.label')} onClick={spotlight.open}>
        <SearchIcon size={18} />
      </ActionIcon>
    </>
  )
}

/** Where each kind of result opens. */
const places = {
  contacts: (id: number) => ({ to: '/contacts', search: { open: id } }),
  payments: (id: number) => ({ to: '/payments', search: { open: id } }),
  teams: (id: number) => ({ to: '/teams', search: { open: id } }),
  actions: (id: number) => ({ to: `/actions/${id}`, search: {} }),
  users: (id: number) => ({ to: '/settings/users', search: { open: id } }),
} as const

type Kind = keyof typeof places

/** One letter matches too much; one digit may be a number. */
const isEnough = (query: string) => query.length > 1 || /\d/.test(query)

const isNumber = (query: string) => /^#?\d+$/.test(query)

/** Marks the first result if none is marked: Enter opens it. */
function markFirst() {
  const list = document.querySelector('.mantine-Spotlight-actionsList')
  if (!list?.querySelector('[data-selected]'))
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
}

/** Opens with Ctrl K or /: goes to a page, or finds a record by a few letters or a number. */
export function CommandPalette({ entries }: { entries: MenuEntry[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [query] = useDebouncedValue(typed.trim(), 150)
  const { data } = useQuery({
    queryKey: ['find', query],
    queryFn: async ({ signal }) => (await muster.find.find({ q: query }, { signal })).data,
    enabled: isEnough(query),
    placeholderData: keepPreviousData,
    throwOnError: false,
  })
  // After every change Enter must open the first result.
  useLayoutEffect(markFirst)
  const goTo = (label: string, place: object, extra: Partial<SpotlightActionData> = {}): SpotlightActionData => ({
    id: JSON.stringify(place),
    label,
    onClick: () => void navigate(place as Parameters<typeof navigate>[0]),
    ...extra,
  })
  const pages: SpotlightActionGroupData = {
    group: t('search.go'),
    actions: entries
      .map(({ name, path, Icon }) => goTo(t(`menu.${name}`), { to: path }, { leftSection: <Icon /> }))
      .filter(({ label }) => label?.toLowerCase().includes(typed.trim().toLowerCase())),
  }
  const found = isEnough(query) && data ? (Object.entries(data) as [Kind, { id: number; label: string }[]][]) : []
  const things = found
    .filter(([kind, rows]) => kind in places && rows.length > 0)
    // A number is most often that of a payment.
    .sort(([one], [other]) => (isNumber(query) ? Number(other === 'payments') - Number(one === 'payments') : 0))
    .map(([kind, rows]) => ({
      group: t(`search.${kind}`),
      actions: rows.map(({ id, label }) => goTo(label, places[kind](id))),
    }))
  return (
    <Spotlight
      actions={[...things, pages].filter(({ actions }) => actions.length > 0)}
      filter={(_, actions) => actions}
      shortcut={['mod + K', '/']}
      scrollable
      maxHeight="min(60vh, 480px)"
      nothingFound={t('search.empty')}
      onQueryChange={setTyped}
      searchProps={{
        leftSection: <SearchIcon size={18} />,
        placeholder: t('search.placeholder'),
        'aria-label': t('search.label'),
      }}
      attributes={{ content: { 'aria-label': t('search.label') } }}
    />
  )
}
