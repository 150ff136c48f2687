import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Problem, type ProblemCode } from '../errors.ts'
import { errorCodesOf } from '../http/openapi/openapi.ts'
import { copyWith } from '../http/openapi/published_schema.ts'
import type { Operation } from '../http/operation.ts'

/**
 * Test-only: collects responses that violate the schema of their operation, and error codes that it does not list. The list is asserted after the
 * tests, because an error thrown here would be lost while an error response is being sent.
 */
export function recordContractViolations(app: FastifyInstance) {
  const broken: string[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config
    const status = reply.statusCode
    if (operation && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      const text = reply.getHeader('content-encoding') === 'gzip' ? gunzipSync(payload) : payload
      for (const fault of violationsOf(operation, status, String(text)))
        broken.push(`${operation.method} ${operation.path} ${status}: ${fault}`)
    }
    return payload
  })
  return broken
}

function violationsOf(operation: Operation, status: number, payload: string): string[] {
  const { media, schema } = operation.definition.returns
  if (media !== 'application/json') return []
  const body: unknown = JSON.parse(payload)
  const isError = status >= 400
  const check = validatorOf(isError ? Problem : schema)
  const [fault] = check.Check(body) ? [] : check.Errors(body)
  const faults = fault ? [`${fault.instancePath} ${fault.message}`] : []
  const code = (body as { code?: ProblemCode }).code
  return isError && code && !errorCodesOf(operation).includes(code)
    ? [...faults, `the operation does not list ${code}`]
    : faults
}

const validators = new WeakMap<TSchema, Validator>()

function validatorOf(schema: TSchema) {
  const check = validators.get(schema) ?? Compile(withoutAdditionalProperties(schema))
  validators.set(schema, check)
  return check
}

const withoutAdditionalProperties = (schema: TSchema) =>
  copyWith(schema, node =>
    node.type === 'object' && node.properties ? { additionalProperties: false, ...node } : node,
  )
