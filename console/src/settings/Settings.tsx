import { Box, Flex, NavLink } from '@mantine/core'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../use_me.ts'
import { sections } from './sections.ts'

/** The settings: the list of sections beside the open one, above it on narrow screens. */
export function Settings() {
  const { t } = useTranslation('settings')
  const { may } = useMe()
  const { pathname } = useLocation()
  const shown = sections.filter(({ needs }) => may(...needs))
  const list = useRef<HTMLDivElement>(null)
  // On a phone the list scrolls sideways: the open section must be visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll when another section opens.
  useEffect(() => {
    list.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <Flex direction={{ base: 'column', md: 'row' }} gap="lg">
      <Box component="nav" aria-label={t('title')} w={{ base: '100%', md: 200 }} style={{ flexShrink: 0 }}>
        <Flex ref={list} direction={{ base: 'row', md: 'column' }} gap={2} style={{ overflowX: 'auto' }}>
          {shown.map(({ name }) => {
            const path = `/settings/${name}`
            return (
              <NavLink
                key={name}
                component={Link}
                to={path}
                label={t(`section.${name}`)}
                active={pathname === path}
                aria-current={pathname === path ? 'page' : undefined}
                bdrs="md"
                w={{ base: 'auto', md: '100%' }}
                style={{ flexShrink: 0 }}
              />
            )
          })}
        </Flex>
      </Box>
      <Box flex={1} miw={0}>
        <Outlet />
      </Box>
    </Flex>
  )
}
