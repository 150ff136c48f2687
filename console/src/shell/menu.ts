import {
  ActionsIcon,
  ContactsIcon,
  FieldIcon,
  HomeIcon,
  PaymentsIcon,
  SettingsIcon,
  TeamsIcon,
} from '../parts/icons.tsx'

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

export type Entry = (typeof entries)[number]

export const entriesFor = (may: (...permissions: string[]) => boolean): Entry[] =>
  entries.filter(({ needs }) => may(...needs))
