import { ActionsIcon, ContactsIcon, ImportIcon, MailIcon, PaymentsIcon, TeamsIcon } from '../components/icons.tsx'

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
  { name: 'action', to: '/actions', search: { open: 'new' }, Icon: ActionsIcon, needs: ['actions:write'] },
  { name: 'team', to: '/teams', search: { open: 'new' }, Icon: TeamsIcon, needs: ['teams:write'] },
  { name: 'import', to: '/contacts/import', search: {}, Icon: ImportIcon, needs: ['contacts:write'] },
  { name: 'invitation', to: '/settings/invitations', search: {}, Icon: MailIcon, needs: ['users:invite'] },
] as const

export const creationsFor = (may: (...permissions: string[]) => boolean) =>
  creations.filter(({ needs }) => may(...needs))
