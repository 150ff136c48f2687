import {
  ActionsIcon,
  ContactsIcon,
  FieldIcon,
  HomeIcon,
  PaymentsIcon,
  SettingsIcon,
  TeamsIcon,
} from '../components/icons.tsx'

/** The few places of the console; `key` is the letter after G. What a role can never use is not offered. */
const entries = [
  { name: 'home', path: '/', key: 'h', Icon: HomeIcon, needs: [] },
  { name: 'contacts', path: '/contacts', key: 'c', Icon: ContactsIcon, needs: ['contacts:read'] },
  { name: 'teams', path: '/teams', key: 't', Icon: TeamsIcon, needs: ['teams:read'] },
  { name: 'actions', path: '/actions', key: 'a', Icon: ActionsIcon, needs: ['actions:read'] },
  { name: 'field', path: '/field', key: 'f', Icon: FieldIcon, needs: [] },
  { name: 'payments', path: '/payments', key: 'p', Icon: PaymentsIcon, needs: ['finance:read', 'catalogue:read'] },
  { name: 'settings', path: '/settings', key: 's', Icon: SettingsIcon, needs: [] },
] as const

export type MenuEntry = (typeof entries)[number]

type May = (...permissions: string[]) => boolean

/** Everywhere one can go, by key and by search. */
export const entriesFor = (may: May): MenuEntry[] => entries.filter(({ needs }) => may(...needs))

/** What stands in the menu, six at most: whoever plans actions goes to the doors from there, everybody else straight away. */
export const menuFor = (may: May): MenuEntry[] =>
  entriesFor(may).filter(({ name }) => name !== 'field' || !may('actions:read'))

/** Whether one is in this part of the console. The doors belong to the actions. */
export const isCurrentSection = ({ path }: MenuEntry, pathname: string, menu: MenuEntry[]) =>
  path === '/'
    ? pathname === '/'
    : pathname.startsWith(path) ||
      (path === '/actions' && pathname.startsWith('/field') && !menu.some(({ name }) => name === 'field'))
