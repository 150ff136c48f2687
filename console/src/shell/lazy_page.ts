import { lazyRouteComponent } from '@tanstack/react-router'
import { ConnectionError } from '../api.ts'

/**
 * The component of a page, loaded when it is first opened. When its file is missing, the router reloads the console once, for a new version;
 * offline this would lose the console, so the error is shown instead.
 */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw navigator.onLine ? error : new ConnectionError(location.origin, error)
      }),
    name,
  )
