import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseDuplicateSearch } from './contacts/duplicates/search.ts'
import { parseImportSearch } from './contacts/importing/search.ts'
import { parseContactSearch, parseTab } from './contacts/views.ts'
import { Stopped } from './parts/Stopped.tsx'
import { Shell } from './shell/Shell.tsx'
import { parseTeamSearch } from './teams/views.ts'

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

export const router = createRouter({
  routeTree: root.addChildren([home, teams, contacts, contact, contactImport, duplicates]),
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
