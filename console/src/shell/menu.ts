import {
  ActionsIcon,
  BankIcon,
  ContactsIcon,
  FieldIcon,
  HomeIcon,
  PaymentsIcon,
  SettingsIcon,
  TaskIcon,
  TeamsIcon,
} from '../components/icons.tsx'

/** The pages of the console; `key` is the letter after G. Pages without the needed permissions are not offered. */
const entries = [
  { name: 'home', path: '/', key: 'h', Icon: HomeIcon, needs: [] },
  { name: 'contacts', path: '/contacts', key: 'c', Icon: ContactsIcon, needs: ['contacts:read'] },
  { name: 'teams', path: '/teams', key: 't', Icon: TeamsIcon, needs: ['teams:read'] },
  { name: 'tasks', path: '/tasks', key: 'd', Icon: TaskIcon, needs: [] },
  { name: 'actions', path: '/actions', key: 'a', Icon: ActionsIcon, needs: ['actions:read'] },
  { name: 'field', path: '/field', key: 'f', Icon: FieldIcon, needs: [] },
  { name: 'payments', path: '/payments', key: 'p', Icon: PaymentsIcon, needs: ['finance:read', 'catalogue:read'] },
  { name: 'bank', path: '/payments/bank', key: 'b', Icon: BankIcon, needs: ['finance:read', 'catalogue:read'] },
  { name: 'settings', path: '/settings', key: 's', Icon: SettingsIcon, needs: [] },
] as const

export type MenuEntry = (typeof entries)[number]

type May = (...permissions: string[]) => boolean

/** The pages that can be reached by shortcut and search. */
export const entriesFor = (may: May): MenuEntry[] => entries.filter(({ needs }) => may(...needs))

/** The entries of the menu. The bank is reached from the payments. */
export const menuFor = (may: May): MenuEntry[] => entriesFor(may).filter(({ name }) => name !== 'bank')

/** Whether the page belongs to this entry. */
export const isCurrentSection = ({ path }: MenuEntry, pathname: string) =>
  path === '/' ? pathname === '/' : pathname.startsWith(path)
