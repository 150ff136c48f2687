import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseActionSearch, parseActionsSearch } from './actions/views.ts'
import { parseFieldSearch } from './field/views.ts'
import { Stopped } from './parts/Stopped.tsx'
import { parseBatchSearch } from './payments/batches/views.ts'
import { parseEntrySearch } from './payments/entry/views.ts'
import { parsePaymentSearch } from './payments/views.ts'
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

export const router = createRouter({
  routeTree: root.addChildren([home, payments, paymentEntry, batches, teams, actions, action, field, fieldAction]),
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
