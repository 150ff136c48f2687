import { AppShell, Burger, Group, NavLink, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Loading } from '../components/Loading.tsx'
import { useMe } from '../use_me.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { CommandPalette, CommandPaletteButton } from './CommandPalette.tsx'
import { entriesFor, isCurrentSection, menuFor } from './menu.ts'
import { NewVersionNotice } from './NewVersionNotice.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { ShortcutList, useNavigationKeys } from './Shortcuts.tsx'
import { SignOutDialog } from './SignOutDialog.tsx'

/** The layout of every page: header, navigation and command palette. `notices` stand above every page. */
export function Shell({ notices }: { notices?: ReactNode }) {
  const { t } = useTranslation()
  const me = useMe()
  const { pathname } = useLocation()
  const [opened, { toggle, close }] = useDisclosure()
  const entries = entriesFor(me.may)
  const menu = menuFor(me.may)
  useNavigationKeys(entries)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the phone menu closes after every navigation.
  useEffect(close, [pathname])

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 212, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('menu.open')} />
            <Text fw={700} truncate visibleFrom="xs">
              {me.space.name}
            </Text>
          </Group>
          <CommandPaletteButton />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t('menu.label')}>
        {menu.map(entry => (
          <NavLink
            key={entry.path}
            component={Link}
            to={entry.path}
            label={t(`menu.${entry.name}`)}
            leftSection={<entry.Icon />}
            active={isCurrentSection(entry, pathname, menu)}
            aria-current={pathname === entry.path ? 'page' : undefined}
            bdrs="md"
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main>
        <OfflineNotice />
        <NewVersionNotice />
        {notices}
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
        <div id="overlays" />
      </AppShell.Main>
      <CommandPalette entries={entries} />
      <ShortcutList />
      <SignOutDialog />
    </AppShell>
  )
}
