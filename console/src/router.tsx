import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
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

export const router = createRouter({
  routeTree: root.addChildren([home, teams]),
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
