import { ActionIcon, Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CheckIcon, KeyIcon } from '../components/icons.tsx'
import { useRoleName } from '../components/use_role_name.ts'
import { chooseLanguage, type Language, language, languages } from '../translations/index.ts'
import { useMe } from '../use_me.ts'
import { showShortcuts } from './Shortcuts.tsx'
import { confirmSignOut } from './SignOutDialog.tsx'
import { SpaceItems } from './SpaceMenu.tsx'

const schemes = ['auto', 'light', 'dark'] as const

/** The account: below the menu with name and role, on a phone in the bar. */
export function AccountMenu({ small = false }: { small?: boolean }) {
  const { t } = useTranslation()
  const { user, role } = useMe()
  const roleName = useRoleName()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const name = `${user.firstname} ${user.surname}`.trim()
  const initials = `${user.firstname.charAt(0)}${user.surname.charAt(0)}`.toUpperCase()
  const picture = (
    <Avatar size="sm" radius="xl" color="moss" variant="filled">
      {initials}
    </Avatar>
  )
  return (
    <Menu position={small ? 'bottom-end' : 'top-start'} width={240} keepMounted={false}>
      <Menu.Target>
        {small ? (
          <ActionIcon
            hiddenFrom="sm"
            variant="subtle"
            size="lg"
            radius="xl"
            aria-label={`${initials}, ${t('account.label')}`}
          >
            {picture}
          </ActionIcon>
        ) : (
          <UnstyledButton visibleFrom="sm" className="menu-button">
            <Group gap="sm" wrap="nowrap">
              {picture}
              <div style={{ minWidth: 0 }}>
                <Text size="sm" fw={600} truncate lh="18px">
                  {name}
                </Text>
                <Text size="xs" c="dimmed" truncate lh="16px">
                  {roleName(role)}
                </Text>
              </div>
            </Group>
            <span className="unseen">, {t('account.label')}</span>
          </UnstyledButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item component="a" href="/account" leftSection={<KeyIcon size={16} />}>
          {t('account.security')}
        </Menu.Item>
        <Menu.Item onClick={showShortcuts}>{t('account.keys')}</Menu.Item>
        <Menu.Item component="a" href="/docs/guides" target="_blank">
          {t('account.guides')}
        </Menu.Item>
        <SpaceItems />
        <Menu.Divider />
        <Menu.Label>{t('account.language')}</Menu.Label>
        {(Object.entries(languages) as [Language, string][]).map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            rightSection={checked(code === language())}
            onClick={() => void chooseLanguage(code)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('account.appearance')}</Menu.Label>
        {schemes.map(scheme => (
          <Menu.Item key={scheme} rightSection={checked(scheme === colorScheme)} onClick={() => setColorScheme(scheme)}>
            {t(`account.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void confirmSignOut()}>{t('account.sign_out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const checked = (yes: boolean) => (yes ? <CheckIcon size={16} /> : undefined)
