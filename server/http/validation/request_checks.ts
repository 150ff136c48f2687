import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { input } from '../../fields.ts'
import type { JsonSchema } from '../json_schema.ts'
import { isMergePatch } from '../media.ts'
import type { AnyCall, Operation } from '../operation.ts'
import { isCalledByExistingClients, queryChecker } from './existing_clients.ts'
import { hasRawJson, keepRawJson } from './raw_json.ts'
import { checkPlain, compileCheck } from './validation.ts'

/** The parts of a call that come from path, query and body. */
type CallParts = Pick<AnyCall, 'params' | 'query' | 'body' | 'merge' | 'bodyExtras'>

/** Checks path, query and body of a request; throws or returns the parts of the call. */
export type RequestCheck = (request: FastifyRequest) => CallParts

export function requestCheckOf(operation: Operation): RequestCheck {
  const checkPath = compileCheck('path', Type.Object(operation.definition.params ?? {}))
  const checkQuery = queryChecker(operation)
  const readBody = bodyReader(operation)
  return request => {
    // The query is an object without a prototype; a copy behaves like any other object.
    const [params, query] = [{ ...(request.params as Fields) }, { ...(request.query as Fields) }]
    checkPlain(params, 'path')
    checkPlain(query, 'query')
    checkPath(params)
    checkQuery(query)
    return { params, query, ...readBody(request) }
  }
}

type Fields = Record<string, unknown>
type BodyParts = Pick<CallParts, 'body' | 'merge' | 'bodyExtras'>

function bodyReader(operation: Operation): (request: FastifyRequest) => BodyParts {
  const { body, merge, bodyExtras, form } = operation.definition
  if (!body) return () => ({ body: {}, merge: undefined, bodyExtras: {} })
  const schema = form ? input(body) : input({ data: input(body), ...bodyExtras })
  const checkBody = compileCheck('body', schema, { normalizesEmpty: isCalledByExistingClients(operation) })
  const checkMerge = merge && compileCheck('body', input({ data: input(merge), ...bodyExtras }))
  const keepsRaw = hasRawJson(schema)
  return request => {
    const mergeCheck = isMergePatch(request) ? checkMerge : undefined
    if (keepsRaw && !mergeCheck && request.text !== undefined)
      request.body = keepRawJson(request.body, request.text, schema as object as JsonSchema)
    // Before the check, which adds defaults and drops unknown fields.
    if (request.headers['idempotency-key'])
      request.sent = `${mergeCheck ? 'merge ' : ''}${JSON.stringify(request.body)}`
    const check = mergeCheck ?? checkBody
    check(request.body)
    // The check has passed, so the body is an object, and so is its `data`.
    const fields = request.body as Fields
    const { data, ...bodyExtras } = fields as { data: Fields } & Fields
    if (mergeCheck) return { body: {}, merge: data, bodyExtras }
    return { body: form ? fields : data, merge: undefined, bodyExtras }
  }
}
