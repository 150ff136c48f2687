import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { parseActionSearch, parseActionsSearch } from './actions/views.ts'
import { meQuery, queries } from './api.ts'
import { parseDuplicateSearch } from './contacts/duplicates/search.ts'
import { parseImportSearch } from './contacts/importing/search.ts'
import { parseContactSearch, parseTab } from './contacts/views.ts'
import { parseFieldSearch } from './field/views.ts'
import { parseFinanceSearch } from './finance/tabs.ts'
import { Stopped } from './parts/Stopped.tsx'
import { parseBatchSearch } from './payments/batches/views.ts'
import { parseEntrySearch } from './payments/entry/views.ts'
import { parsePaymentSearch } from './payments/views.ts'
import { Shell } from './shell/Shell.tsx'
import { parseTeamSearch } from './teams/views.ts'
import { parseWebhookSearch } from './webhooks/views.ts'

const root = createRootRoute({
  component: Shell,
  errorComponent: ({ error }) => <Stopped error={error} />,
  notFoundComponent: NotFound,
})

function NotFound() {
  return <Stopped error={new Error(location.pathname)} />
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./home/Home.tsx'), 'Home'),
})

const teams = createRoute({
  getParentRoute: () => root,
  path: '/teams',
  validateSearch: parseTeamSearch,
  component: lazyRouteComponent(() => import('./teams/Teams.tsx'), 'Teams'),
})

const actions = createRoute({
  getParentRoute: () => root,
  path: '/actions',
  validateSearch: parseActionsSearch,
  component: lazyRouteComponent(() => import('./actions/Actions.tsx'), 'Actions'),
})

const action = createRoute({
  getParentRoute: () => root,
  path: '/actions/$id',
  validateSearch: parseActionSearch,
  component: lazyRouteComponent(() => import('./actions/ActionPage.tsx'), 'ActionPage'),
})

const field = createRoute({
  getParentRoute: () => root,
  path: '/field',
  component: lazyRouteComponent(() => import('./field/Field.tsx'), 'Field'),
})

const fieldAction = createRoute({
  getParentRoute: () => root,
  path: '/field/$id',
  validateSearch: parseFieldSearch,
  component: lazyRouteComponent(() => import('./field/FieldAction.tsx'), 'FieldAction'),
})

const payments = createRoute({
  getParentRoute: () => root,
  path: '/payments',
  validateSearch: parsePaymentSearch,
  component: lazyRouteComponent(() => import('./payments/Payments.tsx'), 'Payments'),
})

const paymentEntry = createRoute({
  getParentRoute: () => root,
  path: '/payments/new',
  validateSearch: parseEntrySearch,
  component: lazyRouteComponent(() => import('./payments/entry/Entry.tsx'), 'Entry'),
})

const batches = createRoute({
  getParentRoute: () => root,
  path: '/payments/batches',
  validateSearch: parseBatchSearch,
  component: lazyRouteComponent(() => import('./payments/batches/Batches.tsx'), 'Batches'),
})

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  validateSearch: parseContactSearch,
  component: lazyRouteComponent(() => import('./contacts/Contacts.tsx'), 'Contacts'),
})

const contact = createRoute({
  getParentRoute: () => root,
  path: '/contacts/$id',
  validateSearch: parseTab,
  component: lazyRouteComponent(() => import('./contacts/ContactPage.tsx'), 'ContactPage'),
})

const contactImport = createRoute({
  getParentRoute: () => root,
  path: '/contacts/import',
  validateSearch: parseImportSearch,
  component: lazyRouteComponent(() => import('./contacts/importing/Imports.tsx'), 'Imports'),
})

const duplicates = createRoute({
  getParentRoute: () => root,
  path: '/contacts/duplicates',
  validateSearch: parseDuplicateSearch,
  component: lazyRouteComponent(() => import('./contacts/duplicates/Duplicates.tsx'), 'Duplicates'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/Settings.tsx'), 'Settings'),
})

const settingsParts = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    beforeLoad: async () => {
      const { permissions } = await queries.ensureQueryData(meQuery)
      throw redirect({ to: `/settings/${permissions.includes('users:read') ? 'users' : 'tokens'}` })
    },
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/users',
    validateSearch: ({ q, open }: Record<string, unknown>): { q?: string | undefined; open?: number | undefined } => ({
      ...(typeof q === 'string' && q && { q }),
      ...(typeof open === 'number' && { open }),
    }),
    component: lazyRouteComponent(() => import('./settings/Users.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/audit',
    validateSearch: ({ kind }: Record<string, unknown>): { kind?: string | undefined } =>
      typeof kind === 'string' && kind ? { kind } : {},
    component: lazyRouteComponent(() => import('./settings/Audit.tsx'), 'Audit'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/finance',
    validateSearch: parseFinanceSearch,
    component: lazyRouteComponent(() => import('./finance/Finance.tsx'), 'Finance'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks',
    validateSearch: parseWebhookSearch,
    component: lazyRouteComponent(() => import('./webhooks/Webhooks.tsx'), 'Webhooks'),
  }),
  settingsPart('/invitations', () => import('./settings/Invitations.tsx'), 'Invitations'),
  settingsPart('/roles', () => import('./settings/Roles.tsx'), 'Roles'),
  settingsPart('/space', () => import('./settings/Space.tsx'), 'Space'),
  settingsPart('/tokens', () => import('./settings/Tokens.tsx'), 'Tokens'),
  settingsPart('/integrations', () => import('./settings/Integrations.tsx'), 'Integrations'),
  settingsPart('/jobs', () => import('./settings/Jobs.tsx'), 'Jobs'),
  settingsPart('/privacy', () => import('./settings/Privacy.tsx'), 'Privacy'),
] as const

function settingsPart<Path extends string>(path: Path, load: () => Promise<Record<string, any>>, name: string) {
  return createRoute({ getParentRoute: () => settings, path, component: lazyRouteComponent(load, name) })
}

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    payments,
    paymentEntry,
    batches,
    teams,
    contacts,
    contact,
    contactImport,
    duplicates,
    actions,
    action,
    field,
    fieldAction,
    settings.addChildren([...settingsParts]),
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error }) => <Stopped error={error} />,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
