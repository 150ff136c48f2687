import { Button, Kbd, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PlusIcon } from '../components/icons.tsx'
import { useLetterKey } from '../components/use_letter_key.ts'
import { useMe } from '../use_me.ts'
import { creationsFor } from './creations.ts'

/** What can be created from anywhere. C opens it; Enter then creates what belongs to the open page. */
export function CreateMenu() {
  const { t } = useTranslation()
  const { may } = useMe()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [opened, { open, close, toggle }] = useDisclosure()
  const creations = creationsFor(may, pathname)
  useLetterKey('c', creations.length > 0 ? open : undefined)
  if (creations.length === 0) return null
  return (
    <Menu opened={opened} onChange={toggle} onClose={close} position="bottom-end" width={220} keepMounted={false}>
      <Menu.Target>
        <Button
          h={32}
          px="sm"
          className="create-button"
          leftSection={<PlusIcon size={16} />}
          rightSection={
            <Kbd className="key-on-green" visibleFrom="md" aria-hidden>
              C
            </Kbd>
          }
        >
          {t('create.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {creations.map(({ name, to, search, Icon }, place) => (
          <Menu.Item
            key={name}
            data-autofocus={place === 0 || undefined}
            leftSection={<Icon size={16} />}
            onClick={() => void navigate({ to, search } as Parameters<typeof navigate>[0])}
          >
            {t(`create.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
