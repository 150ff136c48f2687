import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { ErrorPage } from './components/ErrorPage.tsx'
import { PageSkeleton, RecordPageSkeleton } from './components/Loading.tsx'
import { ChangeNotices } from './contacts/bulk_changes/ChangeNotices.tsx'
import { parseBulkChangeSearch } from './contacts/bulk_changes/search_params.ts'
import { parseContactSearch, parseTab } from './contacts/contacts/search_params.ts'
import { parseDuplicateSearch } from './contacts/duplicates/search_params.ts'
import { parseFormSearch } from './contacts/forms/search_params.ts'
import { parseImportSearch } from './contacts/imports/search_params.ts'
import { parseTaskSearch } from './contacts/tasks/search_params.ts'
import { parseActionSearch, parseActionsSearch, parseSheetSearch } from './field/actions/search_params.ts'
import { parseFieldSearch } from './field/visits/search_params.ts'
import { Home } from './home/Home.tsx'
import { parseAuditSearch } from './integrations/audit/search_params.ts'
import { parseWebhookSearch } from './integrations/webhooks/search_params.ts'
import { parseBankSearch } from './money/bank/search_params.ts'
import { parseLedgerSearch } from './money/ledger/search_params.ts'
import { parseBatchSearch } from './money/transaction_batches/search_params.ts'
import { parseEntrySearch } from './money/transaction_bundles/entry/search_params.ts'
import { parsePaymentSearch } from './money/transaction_bundles/search_params.ts'
import { parseFinanceSearch } from './money/transaction_settings/search_params.ts'
import { parseProviderSearch } from './organisation/identity_providers/data.ts'
import { parseTeamSearch } from './organisation/teams/search_params.ts'
import { parseUserSearch } from './organisation/users/search_params.ts'
import { lazyPage } from './shell/lazy_page.ts'
import { RouteError, UnknownPage } from './shell/RouteError.tsx'
import { Shell } from './shell/Shell.tsx'
import './area_parts.ts'

const pending_ms = 50

const root = createRootRoute({
  component: () => <Shell notices={<ChangeNotices />} />,
  errorComponent: ({ error }) => <ErrorPage error={error} />,
  notFoundComponent: UnknownPage,
})

// Not lazy: most users start here, and the build puts what it needs into the first files.
const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: Home,
})

const teams = createRoute({
  getParentRoute: () => root,
  path: '/teams',
  validateSearch: parseTeamSearch,
  component: lazyPage(() => import('./organisation/teams/Teams.tsx'), 'Teams'),
})

const actions = createRoute({
  getParentRoute: () => root,
  path: '/actions',
  validateSearch: parseActionsSearch,
  component: lazyPage(() => import('./field/actions/Actions.tsx'), 'Actions'),
})

const action = createRoute({
  getParentRoute: () => root,
  path: '/actions/$id',
  validateSearch: parseActionSearch,
  component: lazyPage(() => import('./field/actions/ActionPage.tsx'), 'ActionPage'),
})

const turfSheets = createRoute({
  getParentRoute: () => root,
  path: '/actions/$id/sheets',
  validateSearch: parseSheetSearch,
  component: lazyPage(() => import('./field/action_addresses/TurfSheets.tsx'), 'TurfSheets'),
})

const field = createRoute({
  getParentRoute: () => root,
  path: '/field',
  component: lazyPage(() => import('./field/visits/FieldActionList.tsx'), 'FieldActionList'),
})

const fieldAction = createRoute({
  getParentRoute: () => root,
  path: '/field/$id',
  validateSearch: parseFieldSearch,
  component: lazyPage(() => import('./field/visits/FieldAction.tsx'), 'FieldAction'),
})

const payments = createRoute({
  getParentRoute: () => root,
  path: '/payments',
  validateSearch: parsePaymentSearch,
  component: lazyPage(() => import('./money/transaction_bundles/Payments.tsx'), 'Payments'),
})

const paymentEntry = createRoute({
  getParentRoute: () => root,
  path: '/payments/new',
  validateSearch: parseEntrySearch,
  component: lazyPage(() => import('./money/transaction_bundles/entry/PaymentEntry.tsx'), 'PaymentEntry'),
})

const batches = createRoute({
  getParentRoute: () => root,
  path: '/payments/batches',
  validateSearch: parseBatchSearch,
  component: lazyPage(() => import('./money/transaction_batches/Batches.tsx'), 'Batches'),
})

const ledger = createRoute({
  getParentRoute: () => root,
  path: '/payments/ledger',
  validateSearch: parseLedgerSearch,
  component: lazyPage(() => import('./money/ledger/Ledger.tsx'), 'Ledger'),
})

const bank = createRoute({
  getParentRoute: () => root,
  path: '/payments/bank',
  validateSearch: parseBankSearch,
  component: lazyPage(() => import('./money/bank/Bank.tsx'), 'Bank'),
})

const contacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts',
  validateSearch: parseContactSearch,
  component: lazyPage(() => import('./contacts/contacts/Contacts.tsx'), 'Contacts'),
})

const contact = createRoute({
  getParentRoute: () => root,
  path: '/contacts/$id',
  validateSearch: parseTab,
  pendingComponent: RecordPageSkeleton,
  component: lazyPage(() => import('./contacts/contacts/ContactPage.tsx'), 'ContactPage'),
})

const deletedContacts = createRoute({
  getParentRoute: () => root,
  path: '/contacts/deleted',
  component: lazyPage(() => import('./contacts/contacts/DeletedContacts.tsx'), 'DeletedContacts'),
})

const contactImport = createRoute({
  getParentRoute: () => root,
  path: '/contacts/import',
  validateSearch: parseImportSearch,
  component: lazyPage(() => import('./contacts/imports/Imports.tsx'), 'Imports'),
})

const duplicates = createRoute({
  getParentRoute: () => root,
  path: '/contacts/duplicates',
  validateSearch: parseDuplicateSearch,
  component: lazyPage(() => import('./contacts/duplicates/Duplicates.tsx'), 'Duplicates'),
})

const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  validateSearch: parseTaskSearch,
  component: lazyPage(() => import('./contacts/tasks/Tasks.tsx'), 'Tasks'),
})

const bulkChanges = createRoute({
  getParentRoute: () => root,
  path: '/contacts/bulk_changes',
  validateSearch: parseBulkChangeSearch,
  component: lazyPage(() => import('./contacts/bulk_changes/BulkChanges.tsx'), 'BulkChanges'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyPage(() => import('./settings/Settings.tsx'), 'Settings'),
})

const settingsParts = [
  settingsPart('/', () => import('./settings/SettingsOverview.tsx'), 'SettingsOverview'),
  createRoute({
    getParentRoute: () => settings,
    path: '/users',
    validateSearch: parseUserSearch,
    component: lazyPage(() => import('./organisation/users/Users.tsx'), 'Users'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/audit',
    validateSearch: parseAuditSearch,
    component: lazyPage(() => import('./integrations/audit/AuditLog.tsx'), 'AuditLog'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/finance',
    validateSearch: parseFinanceSearch,
    component: lazyPage(() => import('./money/transaction_settings/FinanceSettings.tsx'), 'FinanceSettings'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/identity_providers',
    validateSearch: parseProviderSearch,
    component: lazyPage(() => import('./organisation/identity_providers/IdentityProviders.tsx'), 'IdentityProviders'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks',
    validateSearch: parseWebhookSearch,
    component: lazyPage(() => import('./integrations/webhooks/Webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/forms',
    validateSearch: parseFormSearch,
    component: lazyPage(() => import('./contacts/forms/Forms.tsx'), 'Forms'),
  }),
  settingsPart('/invitations', () => import('./organisation/invitations/Invitations.tsx'), 'Invitations'),
  settingsPart('/roles', () => import('./organisation/roles/Roles.tsx'), 'Roles'),
  settingsPart('/space', () => import('./organisation/spaces/SpaceSettings.tsx'), 'SpaceSettings'),
  settingsPart('/map', () => import('./organisation/maps/MapSettings.tsx'), 'MapSettings'),
  settingsPart('/tokens', () => import('./integrations/tokens/Tokens.tsx'), 'Tokens'),
  settingsPart('/integrations', () => import('./integrations/integrations/Integrations.tsx'), 'Integrations'),
  settingsPart('/jobs', () => import('./integrations/jobs/Jobs.tsx'), 'Jobs'),
  settingsPart('/privacy', () => import('./contacts/privacy_requests/PrivacyRequests.tsx'), 'PrivacyRequests'),
] as const

function settingsPart<Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return createRoute({ getParentRoute: () => settings, path, component: lazyPage(load, name) })
}

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    payments,
    paymentEntry,
    batches,
    ledger,
    bank,
    teams,
    contacts,
    contact,
    contactImport,
    deletedContacts,
    duplicates,
    tasks,
    bulkChanges,
    actions,
    action,
    turfSheets,
    field,
    fieldAction,
    settings.addChildren([...settingsParts]),
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  // The skeleton of a page at once, while its file is loaded; not for files that the browser has.
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: pending_ms,
  defaultPendingMinMs: 0,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
