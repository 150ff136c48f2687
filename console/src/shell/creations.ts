import {
  ActionsIcon,
  ContactsIcon,
  ImportIcon,
  MailIcon,
  PaymentsIcon,
  TaskIcon,
  TeamsIcon,
} from '../components/icons.tsx'

/** What can be created from anywhere, where its form is, and the permissions it needs. */
const creations = [
  { name: 'contact', to: '/contacts', search: { open: 'new' }, Icon: ContactsIcon, needs: ['contacts:write'] },
  {
    name: 'payment',
    to: '/payments/new',
    search: {},
    Icon: PaymentsIcon,
    needs: ['finance:read', 'finance:write', 'catalogue:read'],
  },
  { name: 'task', to: '/tasks', search: { open: 'new' }, Icon: TaskIcon, needs: ['contacts:write'] },
  { name: 'action', to: '/actions', search: { open: 'new' }, Icon: ActionsIcon, needs: ['actions:write'] },
  { name: 'team', to: '/teams', search: { open: 'new' }, Icon: TeamsIcon, needs: ['teams:write'] },
  { name: 'import', to: '/contacts/import', search: {}, Icon: ImportIcon, needs: ['contacts:write'] },
  { name: 'invitation', to: '/settings/invitations', search: {}, Icon: MailIcon, needs: ['users:invite'] },
] as const

/** What the user may create: for the menu, its key C and the palette. What belongs to the open page comes first. */
export function creationsFor(may: (...permissions: string[]) => boolean, pathname = '') {
  const section = pathname.split('/')[1]
  const isHere = (to: string) => Number(section !== '' && to.split('/')[1] === section)
  return creations.filter(({ needs }) => may(...needs)).sort((one, other) => isHere(other.to) - isHere(one.to))
}
