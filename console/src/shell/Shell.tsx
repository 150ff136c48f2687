import { AppShell, Burger, Group, Kbd, NavLink, ScrollArea, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyIcon } from '../components/icons.tsx'
import { PageSkeleton } from '../components/Loading.tsx'
import { PrintHead } from '../components/PrintHead.tsx'
import { setSpaceTimeZone } from '../components/space_day.ts'
import { UnsavedDialog } from '../components/UnsavedDialog.tsx'
import { useNarrow } from '../components/use_narrow.ts'
import { useMe } from '../use_me.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { CreateMenu } from './CreateMenu.tsx'
import { entriesFor, isCurrentSection, type MenuEntry, menuFor } from './menu.ts'
import { NewVersionNotice } from './NewVersionNotice.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { OnNavigation } from './OnNavigation.tsx'
import { OwnViews } from './OwnViews.tsx'
import { CommandPalette, CommandPaletteButton } from './palette/CommandPalette.tsx'
import { useRememberOpened } from './palette/use_remember_opened.ts'
import { ShortcutList, showShortcuts, useNavigationKeys } from './Shortcuts.tsx'
import { SignOutDialog } from './SignOutDialog.tsx'
import { SpaceMenu } from './SpaceMenu.tsx'
import { Trail } from './Trail.tsx'
import './shell.css'

/** The layout of every page: bar, menu and command palette. `notices` are shown on every page, where they move nothing. */
export function Shell({ notices }: { notices?: ReactNode }) {
  const { t } = useTranslation()
  const me = useMe()
  setSpaceTimeZone(me.space.time_zone)
  const [opened, { toggle, close }] = useDisclosure()
  const menu = menuFor(me.may)
  const phone = useNarrow()
  useNavigationKeys(entriesFor(me.may))

  return (
    <AppShell
      layout="alt"
      header={{ height: 48 }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <OnNavigation act={close} />
      <RememberOpened />
      <a href="#main" className="skip-link">
        {t('menu.skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="sm">
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('menu.open')} />
          <Trail menu={menu} />
          <Group gap="xs" wrap="nowrap">
            <CommandPaletteButton />
            <CreateMenu />
            <AccountMenu small />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={t('menu.label')}>
        <Group h={48} px="xs" wrap="nowrap" className="menu-head">
          <Burger opened onClick={close} hiddenFrom="sm" size="sm" aria-label={t('menu.close')} />
          <SpaceMenu />
        </Group>
        <ScrollArea flex={1} px="xs" pt={4}>
          {menu.map(entry => (
            <EntryLink key={entry.path} entry={entry} />
          ))}
          <OwnViews />
        </ScrollArea>
        {!phone && <Notices>{notices}</Notices>}
        <div className="menu-foot">
          <UnstyledButton visibleFrom="sm" className="menu-button" onClick={showShortcuts}>
            <Group gap="sm" wrap="nowrap">
              <KeyIcon size={18} />
              <span className="menu-text">{t('account.keys')}</span>
              <Kbd ml="auto" aria-hidden>
                ?
              </Kbd>
            </Group>
          </UnstyledButton>
          <AccountMenu />
        </div>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        <PrintHead />
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
        {phone && <Notices>{notices}</Notices>}
        <div id="overlays" />
      </AppShell.Main>
      <CommandPalette />
      <ShortcutList />
      <SignOutDialog />
      <UnsavedDialog />
    </AppShell>
  )
}

/** The link to a section. Navigation renders only those that it changes, as it renders none of the shell that it leaves alone. */
function EntryLink({ entry }: { entry: MenuEntry }) {
  const { t } = useTranslation()
  const active = useLocation({ select: ({ pathname }) => isCurrentSection(entry, pathname) })
  const current = useLocation({ select: ({ pathname }) => pathname === entry.path })
  return (
    <NavLink
      component={Link}
      to={entry.path}
      label={t(`menu.${entry.name}`)}
      leftSection={<entry.Icon />}
      rightSection={<EntryKeys entry={entry} />}
      active={active}
      aria-current={current ? 'page' : undefined}
      bdrs="md"
      classNames={{ root: 'menu-link' }}
    />
  )
}

function RememberOpened() {
  const { t } = useTranslation()
  useRememberOpened(t('search.payment'))
  return null
}

/** In the menu, or at the bottom of a phone. */
const Notices = ({ children }: { children: ReactNode }) => (
  <div className="notices no-print">
    <OfflineNotice />
    <NewVersionNotice />
    {children}
  </div>
)

const EntryKeys = ({ entry: { key } }: { entry: MenuEntry }) => (
  <span className="menu-keys" aria-hidden>
    G {key.toUpperCase()}
  </span>
)
