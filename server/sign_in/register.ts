import type { FastifyInstance } from 'fastify'
import { registerPasswordReset } from './account/password_reset.ts'
import { registerAccountRoutes } from './account/routes.ts'
import { createSignInContext, type SignInDependencies } from './context.ts'
import { registerIdentityProviders } from './identity_provider/routes.ts'
import { registerInteraction } from './interaction.ts'
import { mountProvider } from './mount.ts'

/** Registers the OpenID provider, the sign-in pages and the account pages. */
export function registerSignIn(app: FastifyInstance, dependencies: SignInDependencies) {
  const context = createSignInContext(dependencies)
  mountProvider(app, context)
  registerInteraction(app, context)
  registerIdentityProviders(app, context)
  registerPasswordReset(app, context)
  registerAccountRoutes(app, context)
}
