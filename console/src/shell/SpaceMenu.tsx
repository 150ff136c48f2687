import { Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SortIcon } from '../components/icons.tsx'
import { notifyError } from '../components/notifications.tsx'
import { useMe } from '../use_me.ts'
import { switchSpace } from './switch_space.ts'

/** The name of the space; with others to switch to, a menu. */
export function SpaceMenu() {
  const { t } = useTranslation()
  const { space, spaces } = useMe()
  const name = (
    <Text fw={700} size="sm" truncate>
      {space.name}
    </Text>
  )
  if (spaces.length < 2) return <div className="menu-space">{name}</div>
  return (
    <Menu position="bottom-start" width={220} keepMounted={false}>
      <Menu.Target>
        <UnstyledButton className="menu-button" aria-label={`${space.name}, ${t('account.other_spaces')}`}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            {name}
            <SortIcon size={16} />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <SpaceItems first />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The other spaces of the user, as items of a menu. */
export function SpaceItems({ first = false }: { first?: boolean }) {
  const { t } = useTranslation()
  const { user, space, spaces } = useMe()
  const navigate = useNavigate()
  const others = spaces.filter(({ id }) => id !== space.id)
  if (others.length === 0) return null
  return (
    <>
      {!first && <Menu.Divider />}
      <Menu.Label>{t('account.other_spaces')}</Menu.Label>
      {others.map(({ id, name }) => (
        <Menu.Item key={id} onClick={() => void switchSpace(id, user, () => navigate({ to: '/' })).catch(notifyError)}>
          {name}
        </Menu.Item>
      ))}
    </>
  )
}
