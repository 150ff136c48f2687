import { Anchor, Group, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RightIcon } from '../components/icons.tsx'
import { trail_position, useTrail, useTrailBack } from '../components/trail.ts'
import { isCurrentSection, type MenuEntry } from './menu.ts'

/** The section of the page, and the page in it. */
export function Trail({ menu }: { menu: MenuEntry[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { title, list } = useTrail()
  const back = useTrailBack()
  const section = menu.find(entry => isCurrentSection(entry, pathname))
  if (!section) return <div />
  const name = t(`menu.${section.name}`)
  const isInner = pathname !== section.path
  return (
    <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
      <Group component="nav" aria-label={t('menu.trail')} gap={6} wrap="nowrap" miw={0} visibleFrom="sm">
        {isInner ? (
          <Anchor component={Link} to={section.path} search={back as never} size="sm" c="dimmed" className="trail-link">
            {name}
          </Anchor>
        ) : (
          <Text size="sm" fw={600} truncate aria-current="page">
            {name}
          </Text>
        )}
        {isInner && list && (
          <>
            <RightIcon size={14} />
            <Anchor component={Link} to={list.to} search={{} as never} size="sm" c="dimmed" className="trail-link">
              {list.title}
            </Anchor>
          </>
        )}
        {isInner && title && title !== name && (
          <>
            <RightIcon size={14} />
            <Text size="sm" fw={600} truncate aria-current="page">
              {title}
            </Text>
          </>
        )}
      </Group>
      <div id={trail_position} className="trail-position" />
    </Group>
  )
}
