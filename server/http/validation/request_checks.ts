import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { input } from '../../fields.ts'
import { isMergePatch } from '../media.ts'
import type { AnyDefinition, Operation } from '../operation.ts'
import { isCalledByExistingClients, queryChecker } from './existing_clients.ts'
import { keepVerbatim, placesIn } from './raw_json.ts'
import { checker, checkPlain } from './validation.ts'

/** Checks path, query and body of a request, and gives the parts of the call. */
export type Checks = ReturnType<typeof makeChecks>

// Kept with the operation: the applications that share a process, as in tests, need not each compile them.
const made = new WeakMap<AnyDefinition, Checks>()

export function checksOf(operation: Operation): Checks {
  const checks = made.get(operation.definition) ?? makeChecks(operation)
  made.set(operation.definition, checks)
  return checks
}

function makeChecks(operation: Operation) {
  const { params, body, merge, beside, form } = operation.definition
  const checkPath = checker('path', Type.Object(params ?? {}))
  const checkQuery = queryChecker(operation)
  const bodySchema = body && (form ? input(body) : input({ data: input(body), ...beside }))
  const checkBody = bodySchema && checker('body', bodySchema, { spellsEmpty: isCalledByExistingClients(operation) })
  const places = bodySchema && placesIn(bodySchema)
  const checkMerge = merge && checker('body', input({ data: input(merge), ...beside }))
  return (request: FastifyRequest) => {
    // The query comes as an object without a prototype, which checks and spreads handle alike.
    const [path, search] = [{ ...(request.params as object) }, { ...(request.query as object) }]
    checkPlain(path, 'path')
    checkPlain(search, 'query')
    checkPath(path)
    checkQuery(search)
    if (!checkBody) return { params: path, query: search, body: {}, beside: {} }
    const merging = checkMerge && isMergePatch(request)
    if (places && !merging && request.text !== undefined) keepVerbatim(request.body, request.text, places)
    // Before the check, which fills in and drops fields.
    if (request.headers['idempotency-key']) request.sent = `${merging ? 'merge ' : ''}${JSON.stringify(request.body)}`
    if (merging) checkMerge(request.body)
    else checkBody(request.body)
    const { data, ...others } = request.body as { data?: unknown }
    if (merging) return { params: path, query: search, body: {}, merge: data, beside: others }
    return { params: path, query: search, body: form ? request.body : data, beside: others }
  }
}
