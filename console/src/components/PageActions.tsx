import { Anchor, Button, Group, Menu, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { DownIcon, MoreIcon } from './icons.tsx'
import { useNarrow } from './use_narrow.ts'

interface Choice {
  label: string
  onClick: () => void
}

export interface PageAction {
  label: string
  /** `main` is filled, a `link` is only a text; other buttons have a border. */
  look?: 'main' | 'link'
  /** A shorter label. With it the action stays a button on a phone; the others are in one menu there. */
  short?: string
  /** In the menu at any width. */
  rare?: boolean
  Icon?: ComponentType<{ size?: number }>
  onClick?: () => void
  /** A page to open instead. */
  to?: string
  search?: object
  /** The part of the page that the button shows and hides. */
  shows?: { id: string; shown: boolean }
  /** A menu to choose from instead. */
  choices?: Choice[]
  busy?: boolean
  /** Why it cannot be done now. */
  why?: string | undefined
}

/** The actions of a page: buttons beside its title, on a phone one menu and at most one button. */
export function PageActions({ actions }: { actions: PageAction[] }) {
  const narrow = useNarrow()
  const inMenu = actions.filter(({ short, rare }) => rare || (narrow && !short))
  const buttons = actions.filter(action => !inMenu.includes(action))
  if (!narrow)
    return (
      <>
        {buttons.map(action => (
          <ActionButton key={action.label} action={action} />
        ))}
        {inMenu.length > 0 && <ActionMenu actions={inMenu} />}
      </>
    )
  return (
    <Group gap="xs" wrap="nowrap">
      {inMenu.length > 0 && <ActionMenu actions={inMenu} />}
      {buttons.map(action => (
        <ActionButton key={action.label} action={action} short={action.short} />
      ))}
    </Group>
  )
}

/** What opens a page is a link. */
const linkOf = ({ to, search }: PageAction) =>
  // The router takes only paths that it knows as literals, and these come as texts.
  to === undefined ? {} : { component: Link as unknown as 'a', to, search: search as never }

function ActionButton({ action, short }: { action: PageAction; short?: string | undefined }) {
  const { label, look, Icon, onClick, shows, choices, busy = false, why } = action
  if (look === 'link')
    return (
      <Anchor size="sm" {...linkOf(action)}>
        {label}
      </Anchor>
    )
  const button = (
    <Button
      variant={look === 'main' ? 'filled' : 'default'}
      leftSection={Icon && <Icon size={16} />}
      rightSection={choices && <DownIcon size={14} />}
      loading={busy}
      disabled={why !== undefined}
      {...(short && { 'aria-label': label })}
      {...(onClick && { onClick })}
      {...(shows && { 'aria-expanded': shows.shown, 'aria-controls': shows.id })}
      {...linkOf(action)}
    >
      {short ?? label}
    </Button>
  )
  if (!choices) return button
  return (
    <Menu position="bottom-end" keepMounted={false}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Choices choices={choices} />
      </Menu.Dropdown>
    </Menu>
  )
}

function ActionMenu({ actions }: { actions: PageAction[] }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" keepMounted={false}>
      <Menu.Target>
        <Button variant="default" px="sm" aria-label={t('button.more')} loading={actions.some(({ busy }) => busy)}>
          <MoreIcon size={18} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(action => {
          const { label, Icon, onClick, choices, why } = action
          const icon = Icon && <Icon size={16} />
          return choices ? (
            <Fragment key={label}>
              <Menu.Label>{label}</Menu.Label>
              <Choices choices={choices} />
            </Fragment>
          ) : (
            <Menu.Item
              key={label}
              leftSection={icon}
              disabled={why !== undefined}
              {...(onClick && { onClick })}
              {...linkOf(action)}
            >
              {label}
              {why && (
                <Text size="xs" maw={260} c="var(--mantine-color-text)">
                  {why}
                </Text>
              )}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

const Choices = ({ choices }: { choices: Choice[] }) =>
  choices.map(({ label, onClick }) => (
    <Menu.Item key={label} onClick={onClick}>
      {label}
    </Menu.Item>
  ))
