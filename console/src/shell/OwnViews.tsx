import { NavLink, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TagIcon } from '../components/icons.tsx'
import { areaParts } from './area_parts.ts'

const shown_max = 8

/** The saved views of the user, below the menu. */
export function OwnViews() {
  const { t } = useTranslation()
  const { pathname, searchStr } = useLocation()
  const views = areaParts().useOwnViews().slice(0, shown_max)
  if (views.length === 0) return null
  const here = new URLSearchParams(searchStr)
  return (
    <>
      <Text size="xs" c="dimmed" fw={600} px="sm" pt="md" pb={4}>
        {t('views.own')}
      </Text>
      {views.map(({ id, name, to, search, param }) => (
        <NavLink
          key={`${to} ${id}`}
          component={Link}
          to={to}
          search={search as never}
          label={name}
          leftSection={<TagIcon size={16} />}
          active={pathname === to && here.get(param) === String(id)}
          bdrs="md"
          classNames={{ root: 'menu-link' }}
        />
      ))}
    </>
  )
}
