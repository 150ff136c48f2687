import { ActionIcon, Avatar, Menu, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { muster, queries } from '../api.ts'
import { CheckIcon, KeyIcon } from '../components/icons.tsx'
import { notifyError } from '../components/notifications.tsx'
import { chooseLanguage, type Language, language, languages } from '../translations/index.ts'
import { useMe } from '../use_me.ts'
import { showShortcuts } from './Shortcuts.tsx'
import { confirmSignOut } from './SignOutDialog.tsx'

const schemes = ['auto', 'light', 'dark'] as const

export function AccountMenu() {
  const { t } = useTranslation()
  const { user, space, spaces } = useMe()
  const navigate = useNavigate()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const initials = `${user.firstname.charAt(0)}${user.surname.charAt(0)}`.toUpperCase()
  const others = spaces.filter(({ id }) => id !== space.id)
  return (
    <Menu position="bottom-end" width={240} keepMounted={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size="lg" radius="xl" aria-label={`${initials}, ${t('account.label')}`}>
          <Avatar size="sm" radius="xl" color="moss" variant="filled">
            {initials}
          </Avatar>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.firstname} {user.surname}
        </Menu.Label>
        <Menu.Item component="a" href="/account" leftSection={<KeyIcon size={16} />}>
          {t('account.security')}
        </Menu.Item>
        <Menu.Item onClick={showShortcuts}>{t('account.keys')}</Menu.Item>
        {others.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('account.other_spaces')}</Menu.Label>
            {others.map(({ id, name }) => (
              <Menu.Item
                key={id}
                onClick={() => void switchSpace(id, user, () => navigate({ to: '/' })).catch(notifyError)}
              >
                {name}
              </Menu.Item>
            ))}
          </>
        )}
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

/** Moves the access token to another space and clears what was loaded from this one. */
async function switchSpace(space_id: number, user: { id: number; mail: string }, goHome: () => Promise<void>) {
  await muster.users.update({
    id: user.id,
    data: { mail: user.mail, selected_group_id: [space_id], UpdateToken: true },
  })
  await goHome()
  await queries.resetQueries()
}
