import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { input } from '../../fields.ts'
import { isMergePatch } from '../media.ts'
import type { AnyDefinition, Operation } from '../operation.ts'
import { isCalledByExistingClients, queryChecker } from './existing_clients.ts'
import { keepRawJson, rawPathsIn } from './raw_json.ts'
import { checkPlain, compileCheck } from './validation.ts'

/** Checks path, query and body of a request, and gives the parts of the call. */
export type RequestCheck = ReturnType<typeof compileRequestCheck>

// Kept with the operation: the applications that share a process, as in tests, need not each compile them.
const compiled = new WeakMap<AnyDefinition, RequestCheck>()

export function requestCheckOf(operation: Operation): RequestCheck {
  const checks = compiled.get(operation.definition) ?? compileRequestCheck(operation)
  compiled.set(operation.definition, checks)
  return checks
}

function compileRequestCheck(operation: Operation) {
  const { params, body, merge, bodyExtras, form } = operation.definition
  const checkPath = compileCheck('path', Type.Object(params ?? {}))
  const checkQuery = queryChecker(operation)
  const bodySchema = body && (form ? input(body) : input({ data: input(body), ...bodyExtras }))
  const checkBody =
    bodySchema && compileCheck('body', bodySchema, { spellsEmpty: isCalledByExistingClients(operation) })
  const places = bodySchema && rawPathsIn(bodySchema)
  const checkMerge = merge && compileCheck('body', input({ data: input(merge), ...bodyExtras }))
  return (request: FastifyRequest) => {
    // The query comes as an object without a prototype, which checks and spreads handle alike.
    const [path, search] = [{ ...(request.params as object) }, { ...(request.query as object) }]
    checkPlain(path, 'path')
    checkPlain(search, 'query')
    checkPath(path)
    checkQuery(search)
    if (!checkBody) return { params: path, query: search, body: {}, bodyExtras: {} }
    const merging = checkMerge && isMergePatch(request)
    if (places && !merging && request.text !== undefined) keepRawJson(request.body, request.text, places)
    // Before the check, which fills in and drops fields.
    if (request.headers['idempotency-key']) request.sent = `${merging ? 'merge ' : ''}${JSON.stringify(request.body)}`
    if (merging) checkMerge(request.body)
    else checkBody(request.body)
    const { data, ...others } = request.body as { data?: unknown }
    if (merging) return { params: path, query: search, body: {}, merge: data, bodyExtras: others }
    return { params: path, query: search, body: form ? request.body : data, bodyExtras: others }
  }
}
