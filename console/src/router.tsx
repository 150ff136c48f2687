import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseFieldSearch } from './field/views.ts'
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

export const router = createRouter({
  routeTree: root.addChildren([home, teams, field, fieldAction]),
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
