import { NavLink, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'
import { useMe } from '../use_me.ts'
import { groupsOf, type Section, sectionsFor } from './sections.ts'
import { useSettingsText } from './use_settings_text.ts'

/** The sections by group. */
export function SettingsMenu() {
  const { may } = useMe()
  const { textOf, title } = useSettingsText()
  const { href } = useLocation()
  const id = useId()
  const list = useRef<HTMLElement>(null)
  const isOpen = useIsOpen()
  // The menu has its own scroll bar: the open section must be visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when another section opens.
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [href])
  return (
    <nav aria-label={title} className="settings-menu" ref={list}>
      {groupsOf(sectionsFor(may)).map(({ name, sections }) => (
        <section key={name} aria-labelledby={`${id}-${name}`}>
          <Text id={`${id}-${name}`} className="settings-group">
            {textOf({ key: `group.${name}`, ns: 'settings_search' })}
          </Text>
          {sections.map(section => (
            <MenuLink key={section.name} section={section} label={textOf(section.text)} isOpen={isOpen(section)} />
          ))}
        </section>
      ))}
    </nav>
  )
}

function MenuLink({ section, label, isOpen }: { section: Section; label: string; isOpen: boolean }) {
  const { to, search = {}, isOutside } = section
  const look = { label, bdrs: 'md', className: 'settings-link' } as const
  // The account is a page outside of the console.
  if (isOutside) return <NavLink {...look} href={to} />
  return (
    <NavLink
      {...look}
      component={Link}
      to={to}
      search={search as never}
      active={isOpen}
      aria-current={isOpen ? 'page' : undefined}
    />
  )
}

function useIsOpen() {
  const { pathname, search } = useLocation()
  const { tab } = search as { tab?: string }
  return ({ to, search }: Section) => pathname === to && (!search || search.tab === (tab ?? 'memberships'))
}
