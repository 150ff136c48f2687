import { input } from '../../fields.ts'
import type { Operation } from '../operation.ts'
import { checkParameters, compileCheck } from './validation.ts'

/**
 * The operations that existing clients call. Unknown query parameters are ignored here, because those clients send some. Every other operation
 * refuses them: silently ignoring a filter would return the wrong records.
 */
export const calledByExistingClients: ReadonlySet<string> = new Set([
  'GET /users',
  'GET /users/:id',
  'PATCH /users/:id',
  'PATCH /users/role',
  'GET /users/invitation',
  'POST /users/invitation',
  'DELETE /users/invitation/:id',
  'GET /roles',
  'GET /teams',
  'POST /teams',
  'PATCH /teams',
  'GET /teams/:id',
  'DELETE /teams/:id',
  'GET /teams/public',
  'GET /v1/membership_price_groups',
  'GET /v1/membership_prices',
  'GET /v1/donation_prices',
  'GET /v1/code_campaigns',
  'GET /v1/transaction_bundles',
  'POST /v1/transaction_bundles',
  'GET /v1/transaction_bundles/:id',
  'PATCH /v1/transaction_bundles/:id',
  'GET /v1/transaction_bundles/:id/history',
  'GET /v1/transaction_statuses',
  'GET /v1/transaction_settings',
  'GET /v1/contacts/:id',
  'GET /contacts/:id',
  'POST /contacts',
  'PATCH /contacts/:id',
  'DELETE /contacts/:id',
  'POST /contacts/upsert',
  'POST /search',
  'POST /kpi',
  'GET /forms/:id',
  'GET /v1/forms/type/:type',
  'GET /forms/consent',
  'GET /forms/survey',
  'GET /forms/level_of_support',
  'GET /forms/custom_fields',
  'GET /forms/presence_status',
  'GET /forms/tasks',
  'GET /actions',
  // Load balancers and caches add parameters to these.
  'GET /health',
  'GET /health/live',
  'GET /openapi.json',
])

/** Such an operation also accepts null for an empty text or list, and an empty text for a missing time. */
export const isCalledByExistingClients = ({ method, path }: Operation) =>
  calledByExistingClients.has(`${method} ${path}`)

/** Pages are opened from mails, and mail tools add parameters to links. */
export const ignoresUnknownParameters = (operation: Operation) =>
  ['text/html', 'text/css'].includes(operation.definition.returns.media) || isCalledByExistingClients(operation)

/** Checks the query of an operation, the names of its parameters first. */
export function queryChecker(operation: Operation) {
  const fields = operation.definition.query ?? {}
  const known = ignoresUnknownParameters(operation) ? undefined : Object.keys(fields)
  const checkValues = compileCheck('query', input(fields))
  return (query: object) => {
    if (known) checkParameters(query, known)
    checkValues(query)
  }
}
