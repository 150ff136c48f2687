import type { FastifyInstance } from 'fastify'
import { registerReset } from './account/reset.ts'
import { registerAccount } from './account/routes.ts'
import { openGate, type Surroundings } from './context.ts'
import { registerInteraction } from './interaction.ts'
import { mountProvider } from './mount.ts'

/** Everything there is to signing in: the authorization server, and the pages around it. */
export function registerSignIn(app: FastifyInstance, surroundings: Surroundings) {
  const gate = openGate(surroundings)
  mountProvider(app, gate)
  registerInteraction(app, gate)
  registerReset(app, gate)
  registerAccount(app, gate)
}
