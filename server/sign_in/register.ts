import type { FastifyInstance } from 'fastify'
import { registerPasswordReset } from './account/password_reset.ts'
import { registerAccount } from './account/routes.ts'
import { createSignInContext, type Dependencies } from './context.ts'
import { registerInteraction } from './interaction.ts'
import { mountProvider } from './mount.ts'

/** Everything there is to signing in: the authorization server, and the pages around it. */
export function registerSignIn(app: FastifyInstance, dependencies: Dependencies) {
  const context = createSignInContext(dependencies)
  mountProvider(app, context)
  registerInteraction(app, context)
  registerPasswordReset(app, context)
  registerAccount(app, context)
}
